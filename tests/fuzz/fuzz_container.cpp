// Any bytes as a file of training data, and as the content of a block. The checksums, which a fuzzer can't
// guess, are repaired here wherever a block seems to begin, so that mutations reach the code after the check.
// Accepted input must come back the same after writing and reading.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "data/bytes.h"
#include "data/container.h"
#include "data/manifest.h"

namespace {

using namespace tabia;
using namespace tabia::data;

std::string with_right_checksums(std::string file) {
  for (std::size_t at = file.find(kBlockMagic);
       at != std::string::npos && file.size() - at >= kBlockHeaderBytes;
       at = file.find(kBlockMagic, at + 1)) {
    char* header = file.data() + at;
    const auto payload = load_little_endian<std::uint32_t>(header + 16);
    const std::string_view rest = std::string_view(file).substr(at + kBlockHeaderBytes);
    if (payload <= rest.size()) store_little_endian(header + 32, base::hash64(rest.substr(0, payload)));
    store_little_endian(header + 40, base::hash64(std::string_view(header, 40)));
  }
  return file;
}

void check_same(const GameRecord& record) {
  TABIA_CHECK(!record.plies.empty(), "a record without a position");
  GameEncoder encoder;
  encoder.add(record);
  const std::string content = encoder.content();
  auto decoder = GameDecoder::open(content);
  GameRecord again;
  TABIA_CHECK(decoder.ok() && *decoder->next(again) && again == record,
              "another game after writing and reading");
  TABIA_CHECK(!*decoder->next(again), "a game too many");
}

void use_content(const BlockContent& content) {
  BlockReader reader(content);
  GameRecord record;
  for (std::size_t errors = 0; errors <= content.bytes.size() + 2;) {
    const auto more = reader.next(record);
    if (!more) {
      TABIA_CHECK(!more.error().message.empty(), "an error without a message");
      ++errors;
      continue;
    }
    if (!*more) return;
    check_same(record);
  }
  TABIA_CHECK(false, "a block without an end");
}

void use_file(const std::string& bytes) {
  const int descriptor = memfd_create("fuzz", 0);
  TABIA_CHECK(descriptor >= 0, "no file in memory");
  TABIA_CHECK(write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
              "not written");
  auto reader = ContainerReader::open("/proc/self/fd/" + std::to_string(descriptor));
  if (reader) {
    GameRecord record;
    std::size_t calls = 0;
    for (;;) {
      TABIA_CHECK(++calls <= (std::size_t{1} << 20), "a file without an end");
      const auto more = (*reader)->next(record);
      if (more && !*more) break;
    }
  }
  close(descriptor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string input(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      use_file(with_right_checksums(input));
      break;
    case 1:
      use_content({BlockKind::Games, 0, 0, input});
      break;
    case 2:
      use_content({BlockKind::Positions, 0, 0, input});
      break;
    default:
      use_file(input);
      if (const auto manifest = parse_manifest(input)) {
        // Bytes that aren't UTF-8 are replaced when written; after that the text stays the same.
        const std::string text = to_json(*manifest);
        const auto again = parse_manifest(text);
        TABIA_CHECK(again.ok() && to_json(*again) == text, "another manifest after writing and reading");
      }
  }
  return 0;
}
