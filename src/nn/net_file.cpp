#include "nn/net_file.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/compression.h"
#include "base/hash.h"
#include "base/text.h"
#include "nn/memory.h"
#include "nn/passport.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

static_assert(std::endian::native == std::endian::little,
              "network files are little-endian, and so is the code here");

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kCompressed = 1;  // flag: the tensors are one zstd frame
constexpr std::uint32_t kLongestText = 1 << 20;

// The first bytes of the file; the texts, the tensors and the checksum follow.
struct Header {
  char magic[8];                 // kNetMagic
  std::uint32_t version;         // kVersion
  std::uint32_t flags;           // kCompressed or 0
  std::uint32_t spec_bytes;      // length of the spec
  std::uint32_t passport_bytes;  // length of the passport
  std::uint64_t payload_bytes;   // length of the tensors as stored in the file
};
static_assert(sizeof(Header) == 32 && std::is_trivially_copyable_v<Header>);
constexpr std::size_t kChecksumBytes = 8;

base::Result<Header> read_header(std::string_view file) {
  if (file.size() < sizeof(Header) + kChecksumBytes) {
    return Error{concat("found ", file.size(), " bytes, expected at least a header of ", sizeof(Header),
                        ": the file is cut off")};
  }
  Header header;
  std::memcpy(&header, file.data(), sizeof header);
  if (!looks_like_net(file)) {
    return Error{concat("at byte 0: found ", base::quoted(file.substr(0, kNetMagic.size())), ", expected ",
                        kNetMagic)};
  }
  if (header.version != kVersion) {
    return Error{concat("at byte 8: found format version ", header.version, ", expected ", kVersion,
                        ", the only one this program reads")};
  }
  if ((header.flags & ~kCompressed) != 0) {
    return Error{concat("at byte 12: found flags ", header.flags, ", expected 0 or 1 (compressed)")};
  }
  if (header.spec_bytes > kLongestText || header.passport_bytes > kLongestText) {
    return Error{concat("at byte 16: found texts of ", header.spec_bytes, " and ", header.passport_bytes,
                        " bytes, expected at most ", kLongestText, " each")};
  }
  const std::uint64_t around = sizeof(Header) + header.spec_bytes + header.passport_bytes + kChecksumBytes;
  if (file.size() < around || file.size() - around < header.payload_bytes) {
    return Error{concat("found ", file.size(), " bytes, expected ", around, " and ", header.payload_bytes,
                        " of tensors: the file is cut off or its header is damaged")};
  }
  if (file.size() - around > header.payload_bytes) {
    return Error{
        concat("found ", file.size() - around - header.payload_bytes, " bytes after the end of the network")};
  }
  return header;
}

base::Result<void> check_checksum(std::string_view file) {
  std::uint64_t expected = 0;
  std::memcpy(&expected, file.data() + file.size() - kChecksumBytes, kChecksumBytes);
  const std::uint64_t found = base::hash64(file.substr(0, file.size() - kChecksumBytes));
  if (found == expected) return {};
  return Error{concat("the file is damaged: found checksum ", base::hex64(found), ", expected ",
                      base::hex64(expected))};
}

base::Result<void> read_plain(std::string_view payload, NetworkParts& parts) {
  for (Tensor& tensor : parts.tensors) {
    std::memcpy(tensor.bytes().data(), payload.data(), tensor.bytes().size());
    payload.remove_prefix(tensor.bytes().size());
  }
  return {};
}

base::Result<void> read_compressed(base::Decompressor& decompressor, NetworkParts& parts) {
  for (Tensor& tensor : parts.tensors) {
    if (auto good = decompressor.read(tensor.bytes()); !good) return good.error().inside(tensor.spec().name);
  }
  return decompressor.finish();
}

// The tensors, once their size is known to fit.
base::Result<void> read_payload(std::string_view payload, bool is_compressed, const base::MemoryLimit& memory,
                                NetworkParts& parts) {
  std::size_t bytes = 0;
  for (const TensorSpec& tensor : tensors_of(parts.spec)) bytes += tensor.bytes();
  if (is_compressed) {
    auto decompressor = base::Decompressor::open(payload, bytes);
    if (!decompressor) return decompressor.error();
    TABIA_TRY(parts.tensors, tensors_that_fit(parts.spec, memory));
    if (auto good = read_compressed(*decompressor, parts); !good) return good;
  } else {
    if (payload.size() != bytes) {
      return Error{concat("found ", payload.size(), " bytes, expected ", bytes, " for this spec")};
    }
    TABIA_TRY(parts.tensors, tensors_that_fit(parts.spec, memory));
    if (auto good = read_plain(payload, parts); !good) return good;
  }
  for (const Tensor& tensor : parts.tensors) {
    if (auto good = check_finite(tensor); !good) return good;
  }
  return {};
}

}  // namespace

bool looks_like_net(std::string_view file) noexcept { return file.starts_with(kNetMagic); }

base::Result<void> check_finite(const Tensor& tensor) {
  if (tensor.spec().storage != Storage::F32 && tensor.spec().storage != Storage::F16) return {};
  for (std::size_t i = 0; i < tensor.spec().size(); ++i) {
    const double value = tensor.stored(i);
    if (std::isfinite(value)) continue;
    return Error{concat(tensor.spec().name, ": row ", i / tensor.spec().columns, ", column ",
                        i % tensor.spec().columns, ": found ", std::isnan(value) ? "NaN" : "infinity",
                        ", expected a finite number")};
  }
  return {};
}

base::Result<NetworkParts> read_net(std::string_view file, const base::MemoryLimit& memory) {
  const auto fail = [](const Error& error, const char* where) { return error.inside(where); };
  const auto header = read_header(file);
  if (!header) return fail(header.error(), "network");
  if (auto good = check_checksum(file); !good) return fail(good.error(), "network");
  const auto spec = parse_spec(file.substr(sizeof(Header), header->spec_bytes));
  if (!spec) return fail(spec.error(), "network: spec");
  auto passport = parse_passport(file.substr(sizeof(Header) + header->spec_bytes, header->passport_bytes));
  if (!passport) return fail(passport.error(), "network: passport");
  NetworkParts parts{*spec, {}, std::move(passport->lineage), passport->wdl};
  const std::string_view payload =
      file.substr(sizeof(Header) + header->spec_bytes + header->passport_bytes, header->payload_bytes);
  if (auto good = read_payload(payload, (header->flags & kCompressed) != 0, memory, parts); !good)
    return fail(good.error(), "network: tensors");
  return parts;
}

base::Result<std::string> write_net(const Network& network, NetWriteOptions options) {
  const std::string spec = to_text(network.spec());
  const std::string passport = to_text(Passport{network.lineage(), network.wdl()});
  std::vector<std::span<const std::byte>> portions;
  std::size_t payload_bytes = 0;
  for (const Tensor& tensor : network.tensors()) {
    portions.push_back(tensor.bytes());
    payload_bytes += tensor.bytes().size();
  }
  std::string frame;
  if (options.compress) {
    auto made = base::compressed(portions);
    if (!made) return made.error();
    frame = std::move(*made);
    payload_bytes = frame.size();
    portions = {std::as_bytes(std::span(frame))};
  }
  if (spec.size() > kLongestText || passport.size() > kLongestText) {
    return Error{
        concat("network: name or lineage is too long; each text may have at most ", kLongestText, " bytes")};
  }
  Header header{.magic = {},
                .version = kVersion,
                .flags = options.compress ? kCompressed : 0,
                .spec_bytes = static_cast<std::uint32_t>(spec.size()),
                .passport_bytes = static_cast<std::uint32_t>(passport.size()),
                .payload_bytes = payload_bytes};
  kNetMagic.copy(header.magic, sizeof header.magic);
  std::string file;
  file.reserve(sizeof header + spec.size() + passport.size() + payload_bytes + kChecksumBytes);
  file.append(reinterpret_cast<const char*>(&header), sizeof header);
  file += spec;
  file += passport;
  for (const auto& portion : portions)
    file.append(reinterpret_cast<const char*>(portion.data()), portion.size());
  const std::uint64_t checksum = base::hash64(file);
  file.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  return file;
}

}  // namespace tabia::nn
