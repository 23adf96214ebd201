#include "onnx/wire.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::ProtobufWriter;
using base::Result;

std::string example() {
  ProtobufWriter inner;
  inner.bytes(1, "name");
  const std::int64_t numbers[] = {1, -1, 300};
  inner.packed(2, numbers);
  ProtobufWriter writer;
  writer.varint(1, static_cast<std::uint64_t>(-5));
  writer.number(2, 1.5f);
  writer.message(3, inner);
  writer.number(4, 0.25f);
  writer.number(4, -2.0f);
  return std::move(writer).text();
}

// Reads the example completely; the error of the first fault.
Result<std::string> told(std::string_view bytes) {
  std::string text;
  WireReader reader(bytes, "message");
  while (reader.next()) {
    switch (reader.field()) {
      case 1: {
        TABIA_TRY(const std::int64_t value, reader.integer());
        text += concat(value, ";");
        break;
      }
      case 2: {
        TABIA_TRY(const float value, reader.real());
        text += concat(value, ";");
        break;
      }
      case 3: {
        TABIA_TRY(WireReader inner, reader.message("inner"));
        std::vector<std::int64_t> numbers;
        while (inner.next()) {
          if (inner.field() == 1) {
            TABIA_TRY(const std::string_view name, inner.bytes());
            text += concat(name, ";");
          } else {
            TABIA_TRY_VOID(inner.append_integers(numbers));
          }
        }
        TABIA_TRY_VOID(inner.finish());
        for (const std::int64_t number : numbers) text += concat(number, ";");
        break;
      }
      default: {
        std::vector<float> numbers;
        TABIA_TRY_VOID(reader.append_reals(numbers));
        for (const float number : numbers) text += concat(number, ";");
      }
    }
  }
  TABIA_TRY_VOID(reader.finish());
  return text;
}

TEST(Wire, WhatIsWrittenReadsBack) {
  const auto text = told(example());
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "-5;1.5;name;1;-1;300;0.25;-2;");
}

TEST(Wire, AMessageCutInsideAFieldIsRefusedAndTheMessageSaysWhere) {
  const std::string whole = example();
  int refused = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto text = told(std::string_view(whole).substr(0, length));
    if (text) continue;  // between two fields
    ++refused;
    EXPECT_NE(text.error().message.find("at byte"), std::string::npos) << text.error().message;
  }
  EXPECT_EQ(refused, static_cast<int>(whole.size()) - 5);
}

TEST(Wire, AFieldOfAnotherKindIsRefused) {
  ProtobufWriter writer;
  writer.bytes(1, "no number");
  const auto text = told(writer.text());
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message, "message at byte 2: field 1 is a text or message, expected a whole number");
}

TEST(Wire, NumbersOfMoreThan64BitsGroupsAndFieldZeroAreRefused) {
  for (const std::string_view bytes : {std::string_view("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
                                       std::string_view("\x0b"), std::string_view("\x00\x01", 2)}) {
    EXPECT_FALSE(told(bytes));
  }
}

}  // namespace
}  // namespace tabia::onnx
