#include "service/jobs.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "folder.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::http::test;
using namespace tabia::service::test;
using base::concat;
using base::JsonValue;

constexpr const char* kJobsToken = "0123456789abcdef";
constexpr const char* kJobsTokenHeader = "Authorization: Bearer 0123456789abcdef\r\n";
// Two games, made in no time.
constexpr const char* kShort =
    R"({"job":"gen","settings":{"out":"games","games":2,"synthetic":true,"workers":1}})";
// Far more than the test waits for.
constexpr const char* kEndless =
    R"({"job":"gen","settings":{"out":"endless","games":1000000000,"synthetic":true,"workers":1}})";

class ServiceJobs : public testing::Test {
 protected:
  [[nodiscard]] ServiceOptions options() const {
    ServiceOptions out = test_options();
    out.jobs_folder = folder_ / "";
    return out;
  }
  // The job when it is over; a failure of the test after minutes.
  static JsonValue finished(RunningService& service, const std::string& id) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    while (std::chrono::steady_clock::now() < limit) {
      JsonValue job = json_of(service.ask("GET", "/jobs/" + id));
      if (text_in(job, "state") != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the job did not end";
    return {};
  }
  static std::string started(RunningService& service, const std::string& body) {
    const Reply reply = service.post("/jobs", body);
    EXPECT_EQ(reply.status, 202) << reply.body;
    return text_in(json_of(reply), "id");
  }

  tabia::test::Folder folder_;
};

TEST_F(ServiceJobs, AreThereOnlyIfTheOperatorAllowsThem) {
  RunningService service;
  expect_problem(service.ask("GET", "/jobs"), 404);
  expect_problem(service.post("/jobs", kShort), 404);
  expect_problem(service.ask("GET", "/jobs/1"), 404);
  expect_problem(service.ask("DELETE", "/jobs/1"), 404);
}

TEST_F(ServiceJobs, RunInTheFolderAndReportWhatTheyDid) {
  RunningService service(options());
  const JsonValue job = finished(service, started(service, kShort));
  EXPECT_EQ(text_in(job, "state"), "done") << text_in(job, "error");
  ASSERT_TRUE(job.find("report"));
  EXPECT_EQ(number_in(*job.find("report"), "games"), 2);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "games/gen.json"));
  const JsonValue copied =
      finished(service, started(service, R"({"job":"convert","settings":{"in":["games"],"out":"a.tabia"}})"));
  EXPECT_EQ(text_in(copied, "state"), "done") << text_in(copied, "error");
  const JsonValue list = json_of(service.ask("GET", "/jobs"));
  EXPECT_EQ(list.find("jobs")->elements().size(), 2u);
  EXPECT_GE(list.find("kinds")->elements().size(), 16u);
}

TEST_F(ServiceJobs, AJobThatFailsSaysWhy) {
  RunningService service(options());
  const JsonValue job = finished(
      service, started(service, R"({"job":"convert","settings":{"in":["none.tabia"],"out":"b.tabia"}})"));
  EXPECT_EQ(text_in(job, "state"), "failed");
  EXPECT_NE(text_in(job, "error").find("none.tabia"), std::string::npos) << text_in(job, "error");
}

TEST_F(ServiceJobs, WrongOnesAreProblemsThatNameTheMember) {
  RunningService service(options());
  expect_problem(service.post("/jobs", R"({"job":"fly","settings":{}})"), 422, "job");
  expect_problem(service.post("/jobs", R"({"job":"gen","settings":{"out":"x","nodes":0}})"), 422, "settings");
  expect_problem(service.post("/jobs", R"({"job":"gen"})"), 400, "settings");
  expect_problem(service.post("/jobs", R"({"settings":{}})"), 400, "job");
  expect_problem(service.ask("GET", "/jobs/7"), 404);
  expect_problem(service.ask("DELETE", "/jobs/7"), 404);
  expect_problem(service.ask("GET", "/jobs/"), 404);
}

TEST_F(ServiceJobs, FilesOutsideTheFolderAndProgramsAreOutOfReach) {
  std::filesystem::create_symlink("/etc", folder_ / "etc");
  RunningService service(options());
  for (const char* path : {"/etc/passwd", "../secret", "etc/passwd", "-", "/dev/zero"}) {
    const Reply reply = service.post("/jobs", concat(R"({"job":"convert","settings":{"in":[")", path,
                                                     R"("],"out":"out.tabia","format":"csv"}})"));
    expect_problem(reply, 422, "settings");
    const Reply write = service.post(
        "/jobs", concat(R"({"job":"convert","settings":{"in":["a.tabia"],"out":")", path, R"("}})"));
    expect_problem(write, 422, "settings");
  }
  const Reply program = service.post(
      "/jobs", R"({"job":"match","settings":{"engine":["cmd=/bin/sh","net=default"],"games":2}})");
  expect_problem(program, 422, "settings");
  EXPECT_NE(program.body.find("can't start programs"), std::string::npos) << program.body;
}

TEST_F(ServiceJobs, OnlyAFewRunAtATimeAndDeleteStopsThem) {
  RunningService service(options());
  const std::string id = started(service, kEndless);
  const Reply second = service.post("/jobs", kShort);
  expect_problem(second, 503);
  EXPECT_FALSE(second.header("retry-after").empty());
  const Reply stopping = service.ask("DELETE", "/jobs/" + id);
  EXPECT_EQ(stopping.status, 202);
  EXPECT_EQ(text_in(finished(service, id), "state"), "stopped");
  EXPECT_EQ(text_in(finished(service, started(service, kShort)), "state"), "done");
}

TEST_F(ServiceJobs, TheServiceStopsThemWhenItEnds) {
  RunningService service(options());
  const std::string id = started(service, kEndless);
  service->stop();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "endless/gen.json")) << "what it made stays";
}

TEST_F(ServiceJobs, NeedTheTokenIfThereIsOneAndRefusePagesOfOtherSites) {
  ServiceOptions guarded = options();
  guarded.token = kJobsToken;
  RunningService service(guarded);
  for (const auto& [method, path] :
       {std::pair("GET", "/jobs"), {"POST", "/jobs"}, {"GET", "/jobs/1"}, {"DELETE", "/jobs/1"}}) {
    expect_problem(service.ask(method, path, std::string_view(method) == "POST" ? kShort : ""), 401);
    expect_problem(service.ask(method, path, std::string_view(method) == "POST" ? kShort : "",
                               concat(kJobsTokenHeader, "Origin: http://evil.example\r\n")),
                   403);
  }
  EXPECT_EQ(service.ask("GET", "/jobs", "", kJobsTokenHeader).status, 200);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "games"));
}

TEST_F(ServiceJobs, OtherMachinesNeedAToken) {
  ServiceOptions open = options();
  open.server.host = "0.0.0.0";
  const auto refused = Service::open(open, "test");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::Usage);
  open.jobs_folder = folder_ / "nowhere";
  open.server.host = "127.0.0.1";
  EXPECT_FALSE(Service::open(open, "test")) << "there is no such folder";
}

}  // namespace
