#include "http/client.h"

#include <gtest/gtest.h>

namespace {

using namespace tabia::http;

TEST(RemoteAddress, IsHostPortAndPath) {
  EXPECT_EQ(*parse_address("http://localhost:8080"), (Address{"localhost", "8080", "/evaluate"}));
  EXPECT_EQ(*parse_address("http://example.org/my/model"), (Address{"example.org", "80", "/my/model"}));
  EXPECT_EQ(*parse_address("http://[::1]:90/"), (Address{"::1", "90", "/evaluate"}));
  EXPECT_EQ(*parse_address("http://a:1?model=old"), (Address{"a", "1", "/evaluate?model=old"}));
  EXPECT_EQ(*parse_address("http://a/?model=old#x"), (Address{"a", "80", "/evaluate?model=old"}));
  EXPECT_EQ(*parse_address("http://a%2Fb=@a:1/"), (Address{"a", "1", "/evaluate", "a/b="}));
  for (const char* wrong :
       {"", "localhost:8080", "https://localhost", "http://", "http://:80", "http://a:0", "http://a:x",
        "http://a:99999", "http://a b", "http://[::1", "http://a\r\nX: 1", "http://a%0Db@c", "http://a%2@c"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
}

}  // namespace
