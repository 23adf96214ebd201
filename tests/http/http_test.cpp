#include "http/http.h"

#include <gtest/gtest.h>

namespace {

using namespace tabia::http;

RequestHead good(const std::string& text) {
  const auto parsed = parse_head(text);
  if (const auto* fault = std::get_if<MessageFault>(&parsed))
    ADD_FAILURE() << fault->detail << " in " << text;
  return std::holds_alternative<RequestHead>(parsed) ? std::get<RequestHead>(parsed) : RequestHead{};
}

int status_of(const std::string& text) {
  const auto parsed = parse_head(text);
  const auto* fault = std::get_if<MessageFault>(&parsed);
  return fault ? fault->status : 200;
}

std::string with(const std::string& fields) {
  return "POST /evaluate HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n";
}

TEST(RequestHead, SaysWhatIsAskedForAndHow) {
  const RequestHead head = good(
      "POST /runs/a%20b?model=x&y HTTP/1.1\r\nhOSt: here\r\nContent-Length: 12\r\nContent-Type: "
      "Application/JSON; charset=utf-8\r\nAccept: text/event-stream\r\nAuthorization: Bearer abc\r\nExpect: "
      "100-continue\r\nX-Other: \t ignored\t\r\n\r\n");
  EXPECT_EQ(head.method, Method::Post);
  EXPECT_EQ(head.path, "/runs/a b");
  EXPECT_EQ(head.query, "model=x&y");
  EXPECT_EQ(head.content_length, 12u);
  EXPECT_EQ(head.content_type, "application/json");
  EXPECT_EQ(head.accept, "text/event-stream");
  EXPECT_EQ(head.authorization, "Bearer abc");
  EXPECT_TRUE(head.expects_continue);
  EXPECT_TRUE(head.keep_alive);
}

TEST(RequestHead, KeepAliveIsTheRuleOfHttp11AndTheExceptionOfHttp10) {
  EXPECT_TRUE(good("GET / HTTP/1.1\r\nHost: h\r\n\r\n").keep_alive);
  EXPECT_FALSE(good("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n").keep_alive);
  EXPECT_FALSE(good("GET / HTTP/1.0\r\n\r\n").keep_alive);
  EXPECT_TRUE(good("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keep_alive);
}

TEST(RequestHead, WhatHasBeenUsedForAttacksIsRefused) {
  EXPECT_EQ(status_of(with("Content-Length: 3\r\nContent-Length: 4\r\n")), 400);
  EXPECT_EQ(status_of(with("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n")), 400);
  EXPECT_EQ(status_of(with("Transfer-Encoding: gzip, chunked\r\n")), 501);
  EXPECT_EQ(status_of(with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")), 501);
  for (const char* length : {"-1", "+1", "1x", "", " ", "0x10", "1,1", "99999999999999999999"})
    EXPECT_EQ(status_of(with(std::string("Content-Length: ") + length + "\r\n")), 400) << length;
  EXPECT_EQ(status_of(with("Content-Length : 3\r\n")), 400);
  EXPECT_EQ(status_of(with("X: 1\r\n folded\r\n")), 400);
  EXPECT_EQ(status_of(with("X: a\x01 b\r\n")), 400);
  EXPECT_EQ(status_of(with("X: a\nContent-Length: 5\r\n")), 400);
  EXPECT_EQ(status_of(with("Host: twice\r\n")), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(status_of("GET /\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / x HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("G@T / HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET evaluate HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /%0d%0aX HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505);
  EXPECT_EQ(status_of(with("Expect: something\r\n")), 417);
  std::string many;
  for (int i = 0; i < 101; ++i) many += "A: b\r\n";
  EXPECT_EQ(status_of(with(many)), 431);
}

TEST(ChunkReader, PutsABodyTogetherHoweverItIsCut) {
  const std::string text =
      "5\r\nhello\r\n1;name=\"x\"\r\n \r\nB \r\nwide worlds\r\n0\r\nTrailer: x\r\n\r\nGET / NEXT";
  const std::string expected = "hello wide worlds";
  for (std::size_t step = 1; step <= text.size(); ++step) {
    ChunkReader reader;
    std::string body;
    std::size_t taken = 0;
    for (std::size_t at = 0; at < text.size() && !reader.complete() && !reader.wrong(); at += step)
      taken += reader.take(std::string_view(text).substr(at, step), body);
    EXPECT_TRUE(reader.complete()) << step;
    EXPECT_EQ(body, expected) << step;
    EXPECT_EQ(text.substr(taken), "GET / NEXT") << step;
  }
}

TEST(ChunkReader, NoticesWhatIsNoChunk) {
  for (const char* text : {"x\r\n", "\r\n", "5\nhello", "5\r\nhelloX", "5\r\nhello\rX",
                           "ffffffffffffffff\r\n", "0\r\nbad\n\r\n", "-1\r\n", "5 x\n"}) {
    ChunkReader reader;
    std::string body;
    static_cast<void>(reader.take(text, body));
    EXPECT_TRUE(reader.wrong()) << text;
  }
  ChunkReader endless;
  std::string body;
  static_cast<void>(endless.take("1;" + std::string(5000, 'x'), body));
  EXPECT_TRUE(endless.wrong());
}

TEST(HttpResponse, HasALengthOrChunksOrEndsWithTheConnection) {
  Response response;
  response.body = "{}";
  response.headers.emplace_back("X-One", "1");
  std::string plain;
  append_response(plain, response, {.headers = "X-All: 2\r\n"});
  EXPECT_EQ(plain,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nX-All: 2\r\nX-One: "
            "1\r\n\r\n{}");
  std::string head;
  append_response(head, response, {.keep_alive = false, .head_only = true});
  EXPECT_TRUE(head.ends_with("Connection: close\r\n\r\n"));
  EXPECT_NE(head.find("Content-Length: 2"), std::string::npos);
  std::string chunked;
  append_response(chunked, {}, {.chunked = true});
  append_chunk(chunked, "hello world, hello");
  append_chunk(chunked, "");
  EXPECT_TRUE(chunked.ends_with("\r\n\r\n12\r\nhello world, hello\r\n"));
  EXPECT_EQ(chunked.find("Content-Length"), std::string::npos);
}

}  // namespace
