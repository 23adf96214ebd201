#include "service/settings.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "paths.h"

namespace tabia::service {
namespace {

using base::find_field;

// What a client of the service can rely on: the page is written from the same rows as the command line.
TEST(ServiceSettings, TheTableOfTheDocsIsMadeOfTheFields) {
  const auto page = base::read_file(tabia::test::test_data() + "/../../docs/service.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  const std::string table = base::docs_table(service_fields());
  EXPECT_NE(page->find(table), std::string::npos) << "docs/service.md should contain\n" << table;
}

TEST(ServiceSettings, ATimeoutHoldsForHeadsAndReadersAndThreefoldForBodies) {
  ServiceOptions options;
  ASSERT_TRUE(find_field(service_fields(), "timeout")->read(options, "200"));
  EXPECT_EQ(options.server.head_timeout, http::Milliseconds(200));
  EXPECT_EQ(options.server.write_timeout, http::Milliseconds(200));
  EXPECT_EQ(options.server.body_timeout, http::Milliseconds(600));
  EXPECT_FALSE(find_field(service_fields(), "timeout")->read(options, "9"));
}

TEST(ServiceSettings, TheFirstNetworkReplacesTheEmbeddedOneAndNamesAreUnique) {
  ServiceOptions options;
  const auto& net = *find_field(service_fields(), "net");
  ASSERT_TRUE(net.read(options, "nets/one.net"));
  ASSERT_TRUE(net.read(options, "two=one.net"));
  ASSERT_EQ(options.models.size(), 2u);
  EXPECT_EQ(options.models[0].name, "one");
  EXPECT_EQ(options.models[1].name, "two");
  EXPECT_FALSE(net.read(options, "other/one.net"));
  EXPECT_FALSE(net.read(options, "=file"));
}

TEST(ServiceSettings, ThreadsThatNobodyChoseAreOneForEachCore) {
  const auto options = completed({});
  ASSERT_TRUE(options);
  EXPECT_GE(options->threads, 1);
  EXPECT_EQ(options->server.loops, options->threads);
  EXPECT_EQ(options->searchers.searchers, options->threads);
}

TEST(ServiceSettings, ATokenForAllNeedsAToken) {
  ServiceOptions options;
  options.token_for_all = true;
  const auto refused = completed(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::Usage);
}

TEST(ServiceSettings, ACertificateNeedsItsKey) {
  ServiceOptions options;
  EXPECT_TRUE(completed(options));
  options.server.certificate_file = "certificate.pem";
  const auto alone = completed(options);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().kind, base::ErrorKind::Usage);
  EXPECT_NE(alone.error().message.find("--cert and --key belong together"), std::string::npos);
  options.server.key_file = "key.pem";
  EXPECT_TRUE(completed(options));
}

}  // namespace
}  // namespace tabia::service
