// train/planes_tokens.h: the stages of networks whose squares are tokens: embedding and encoder (attention).
// Only for train/planes_stages.h.
#pragma once

#include <memory>
#include <string>

#include "train/planes_stages.h"

namespace tabia::train {

// What all blocks of a body have in common.
struct BodyRules {
  deep::Activation activation;
  deep::Activation ffn;
  deep::Activation smolgen;
  float alpha;
  float epsilon;
};
[[nodiscard]] BodyRules rules_of(const deep::PlanesSpec& spec);

[[nodiscard]] std::unique_ptr<BoardStage> make_embed_stage(StageTools& tools, const deep::Block& block,
                                                           const BodyRules& rules);
// `name` is the prefix of its tensors.
[[nodiscard]] std::unique_ptr<BoardStage> make_encoder_stage(StageTools& tools, const std::string& name,
                                                             const deep::EncoderSpec& spec, std::size_t width,
                                                             const BodyRules& rules);

}  // namespace tabia::train
