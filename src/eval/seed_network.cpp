#include "eval/seed_network.h"

#include <algorithm>

#include "base/check.h"
#include "eval/classical.h"

namespace tabia::eval {
namespace {

using namespace tabia::chess;

constexpr std::string_view kSpec = R"(name = "classical-seed"
features = "768"
piece_square = true
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
output = { buckets = "pieces", heads = 8, eval_scale = 400 }
)";

// The phase that positions of a head usually have; the heads cover 2-5, 6-9 ... 30-32 pieces.
int usual_phase(int head) {
  const double pieces = 3.5 + 4 * head;
  return std::clamp(static_cast<int>((pieces - 4) / 28 * kMiddlegamePhase), 0, kMiddlegamePhase);
}

}  // namespace

nn::NetworkParts seed_network() {
  const auto spec = nn::parse_spec(kSpec);
  TABIA_CHECK(spec.ok(), "the spec of the seed network");
  nn::NetworkParts parts{*spec, nn::empty_tensors(*spec), {}, {}};
  parts.lineage.description = "material and piece squares of the classical evaluation; not trained";
  parts.lineage.recipe = "tabia net seed";
  parts.wdl = {.a = {0, 0, 0, 100}, .b = {0, 0, 0, 60}};  // its unit is a hundredth of a pawn
  const nn::FeatureSet features = spec->features.make().value();
  nn::Tensor& table = parts.tensors[2];
  const double raw_per_unit = table.spec().scale / spec->output.eval_scale;
  const auto heads = static_cast<std::size_t>(spec->output.heads);
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      for (int square = 0; square < kSquareCount; ++square) {
        // From White's point of view; Black's pieces count negatively, on mirrored squares.
        const Square own_view = square_at(color == Color::White ? square : square ^ 56);
        const Tapered value = piece_value(type) + piece_square_value(type, own_view);
        const auto row = features.index(Color::White, features.context(Color::White, Square::E1),
                                        make_piece(color, type), square_at(square));
        for (std::size_t head = 0; head < heads; ++head) {
          const int worth = mixed(value, usual_phase(static_cast<int>(head)));
          table.set(row * heads + head, raw_per_unit * (color == Color::White ? worth : -worth));
        }
      }
    }
  }
  return parts;
}

}  // namespace tabia::eval
