#include "paths.h"

namespace tabia::test {

std::string test_data() { return TABIA_TEST_DATA; }
std::string shared_data() { return TABIA_SHARED_DATA; }
std::string tabia_program() { return TABIA_BINARY; }
std::string fake_engine() { return TABIA_FAKE_ENGINE; }

}  // namespace tabia::test
