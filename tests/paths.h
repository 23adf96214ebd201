// tests/paths.h: where tests find files. Only paths.cpp is compiled with the paths, so that no other object depends on
// the folder in which the tree lies: ccache finds them again in another clone.
#pragma once

#include <string>

namespace tabia::test {

[[nodiscard]] std::string test_data();    // tests/data
[[nodiscard]] std::string shared_data();  // ../shared/data, large samples next to the project; may be absent
[[nodiscard]] std::string tabia_program();  // the built `tabia`
[[nodiscard]] std::string fake_engine();    // an engine that misbehaves on purpose

}  // namespace tabia::test
