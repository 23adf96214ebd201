#include "nn/spec.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "nn/net_support.h"
#include "nn/quantise.h"

namespace tabia::nn {
namespace {

using testing::contains;

std::string spec_error(const std::string& text) {
  const auto spec = parse_spec(text);
  return spec ? "" : spec.error().message;
}

TEST(Spec, EveryFileOfModelsIsReadAndItsTextGivesTheSameSpec) {
  const auto files = testing::model_files();
  EXPECT_GE(files.size(), 12u);
  for (const auto& file : files) {
    const auto spec = parse_spec(testing::file_content(file.string()));
    ASSERT_TRUE(spec) << file << ": " << spec.error().message;
    EXPECT_EQ(spec->name, file.stem().string());
    const auto again = parse_spec(to_text(*spec));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(*again == *spec) << to_text(*spec);
    EXPECT_EQ(again->name, spec->name);
    EXPECT_EQ(to_text(*again), to_text(*spec));
    EXPECT_TRUE(check_spec(float_twin(*spec))) << spec->name;
  }
}

TEST(Spec, TheModelsOfStockfishAreThoseThatItsFilesAnnounce) {
  EXPECT_TRUE(testing::model("halfkp-256") == stockfish_halfkp_spec());
  EXPECT_TRUE(testing::model("halfka-1024") == stockfish_halfka_spec(1024));
  EXPECT_TRUE(testing::model("halfka-128") == stockfish_halfka_spec(128));
}

std::size_t parameters(const std::string& model) {
  std::size_t total = 0;
  for (const TensorSpec& tensor : tensors_of(testing::model(model))) total += tensor.size();
  return total;
}

TEST(Spec, TheModelsHaveAsManyNumbersAsTheirNamesSay) {
  EXPECT_EQ(parameters("mlp-769"), 769u * 128 + 128 + 128 * 64 + 64 + 64 + 1);
  EXPECT_EQ(parameters("mlp-768-skip"), 768u * 256 + 256 + 768 + 256 * 32 + 32 + 32 + 1);
  EXPECT_EQ(parameters("mlp-768-512"), 768u * 512 + 512 + 512 * 512 + 512 + 512 * 256 + 256 + 256 + 1);
  EXPECT_EQ(parameters("mlp-768-256"), 768u * 256 + 256 + 256 * 32 + 32 + 32 + 1);
  EXPECT_EQ(parameters("perspective-512"), 768u * 512 + 512 + 8 * (1024 + 1));
  EXPECT_EQ(parameters("perspective-mirrored-768"), 8u * 768 * 768 + 768 + 8 * (1536 + 1));
  EXPECT_EQ(parameters("perspective-layers"),
            7680u * 1024 + 1024 + 7680 * 8 + 8 * (1024 * 16 + 16 + 16 * 32 + 32 + 32 + 1));
  EXPECT_EQ(parameters("halfkp-256"), 41024u * 256 + 256 + 512 * 32 + 32 + 32 * 32 + 32 + 32 + 1);
}

TEST(Spec, EveryActivationCanStandInAPlainNetwork) {
  for (const char* activation : {"linear", "relu", "sigmoid", "tanh", "crelu", "screlu"}) {
    const std::string text =
        base::concat("features = \"planes\"\naccumulator = { width = 8, activation = \"", activation,
                     "\", storage = \"f32\" }\nlayers = [ { width = 4, activation = \"", activation,
                     "\", storage = \"f32\" }, { width = 1, storage = \"f32\" } ]\n");
    const auto spec = parse_spec(text);
    ASSERT_TRUE(spec) << activation << ": " << spec.error().message;
    EXPECT_EQ(name_of(spec->layers[0].activation), activation);
    EXPECT_TRUE(*parse_spec(to_text(*spec)) == *spec);
  }
}

std::string dense(std::string_view name, std::string_view rest) {
  return base::concat("features = \"", name, "\"\n", rest,
                      "layers = [ { width = 1, storage = \"f32\" } ]\n"
                      "accumulator = { width = 32, activation = \"sigmoid\", storage = \"f32\" }\n");
}

TEST(Spec, DenseInputsAreAsManyAsTheNameSays) {
  const auto spec = parse_spec(dense("dense-17", ""));
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_FALSE(spec->perspective);
  EXPECT_FALSE(spec->features.is_chess());
  EXPECT_EQ(tensors_of(*spec)[0].rows, 17u);
  EXPECT_TRUE(contains(to_text(*spec), "features = \"dense-17\""));
  for (const char* name : {"dense-", "dense-0", "dense--2", "dense-2x", "dense-99999999999"})
    EXPECT_TRUE(contains(spec_error(dense(name, "")), "for example dense-2")) << name;
  EXPECT_TRUE(contains(spec_error(dense("dense-65536", "")), "expected 1 to 65535"));
}

TEST(Spec, DenseInputsGoWithOneSideFloatsAndOneHead) {
  EXPECT_TRUE(contains(spec_error(dense("dense-2", "perspective = true\n")), "set perspective = false"));
  EXPECT_TRUE(contains(spec_error(dense("dense-2", "output = { buckets = \"pieces\", heads = 8 }\n")),
                       "buckets count pieces"));
  const std::string integers = base::concat("features = \"dense-2\"\nlayers = [ { width = 1 } ]\n",
                                            "accumulator = { width = 32, storage = \"i16\" }\n");
  EXPECT_TRUE(contains(spec_error(integers), "expected f32 if the inputs are plain numbers"));
  EXPECT_TRUE(parse_spec(dense("dense-2", "output = { activation = \"sigmoid\" }\n")));
  EXPECT_TRUE(contains(spec_error("features = \"planes\"\noutput = { activation = \"sigmoid\" }\n"
                                  "layers = [ { width = 1, storage = \"f32\" } ]\n"
                                  "accumulator = { width = 32, activation = \"relu\", storage = \"f32\" }\n"),
                       "expected linear or tanh"));
}

TEST(Spec, ANameMayHoldAnything) {
  ModelSpec spec = testing::tiny_spec();
  spec.name = "a \"b\" \\ \n\t end";
  const auto again = parse_spec(to_text(spec));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->name, spec.name);
}

TEST(Spec, AKingBucketTableOfOnesOwnSurvives) {
  ModelSpec spec = testing::model("perspective-256");
  for (std::size_t square = 0; square < 64; ++square)
    spec.features.buckets[square] = static_cast<std::uint8_t>(square / 8);
  for (const bool mirrored : {false, true}) {
    spec.features.mirrored = mirrored;
    const auto again = parse_spec(to_text(spec));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(*again == spec) << to_text(spec);
  }
}

TEST(Spec, FaultsAreNamedWithLineAndKey) {
  const std::string good = to_text(testing::model("perspective-256"));
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return spec_error(text.replace(at, what.size(), by));
  };
  EXPECT_TRUE(contains(with("perspective = true", "perspectiv = true"), "line 3: unknown key perspectiv"));
  EXPECT_TRUE(
      contains(with("perspective = true", "perspective = 1"), "line 3: perspective: expected true or false"));
  EXPECT_TRUE(contains(with("\"768\"", "\"769\""), "king-buckets-16-mirrored"));
  EXPECT_TRUE(contains(with("screlu", "selu"), "one of linear, relu"));
  EXPECT_TRUE(contains(with("width = 256", "width = 250"), "multiple of 16"));
  EXPECT_TRUE(contains(with("width = 256", "width = 4096"), "3072"));
  EXPECT_TRUE(contains(with("scale = 255", "scale = 256"), "1 to 255"));
  EXPECT_TRUE(contains(with("width = 1,", "width = 2,"), "the last must have width 1"));
  EXPECT_TRUE(contains(with("eval_scale = 400", "eval_scale = 0"), "eval_scale"));
  EXPECT_TRUE(contains(with("heads = 1", "heads = 8"), "several heads need buckets"));
  EXPECT_TRUE(contains(spec_error("features = \"768\"\nlayers = 3\n"), "layers: expected an array"));
  EXPECT_TRUE(contains(spec_error(good + "extra = 1\n"), "unknown key extra"));
}

TEST(Spec, DualGoesWithTheFirstLayerInIntegersAndFloats) {
  ModelSpec spec = float_twin(stockfish_halfka_spec(128));
  EXPECT_TRUE(check_spec(spec));
  EXPECT_TRUE(*parse_spec(to_text(spec)) == spec);
  std::swap(spec.layers[0], spec.layers[1]);
  EXPECT_FALSE(check_spec(spec));
  spec = float_twin(stockfish_halfka_spec(128));
  spec.layers[0].width = 1;
  EXPECT_FALSE(check_spec(spec));
}

TEST(Spec, DualAllIsForAllLayersButTheLastWhichTakesTheValuesOfAllOthers) {
  const ModelSpec lite = stockfish_19_lite_spec(128);
  for (const ModelSpec& spec : {lite, float_twin(lite)}) {
    EXPECT_TRUE(check_spec(spec));
    EXPECT_TRUE(*parse_spec(to_text(spec)) == spec);
    EXPECT_EQ(spec.inputs_of_layer(1), 64);
    EXPECT_EQ(spec.inputs_of_layer(2), 128);
  }
  ModelSpec spec = lite;
  spec.layers[1].activation = Activation::Clipped;
  EXPECT_TRUE(contains(check_spec(spec).error().message, "all layers but the last, or for none"));
  spec = lite;
  spec.layers[0].activation = Activation::Clipped;
  EXPECT_FALSE(check_spec(spec));
  spec = lite;
  spec.layers[0].width = 1;
  EXPECT_FALSE(check_spec(spec));
  spec = float_twin(lite);
  spec.layers[0].width = 4096;
  EXPECT_TRUE(contains(check_spec(spec).error().message, "expected at most 8192"));
}

TEST(Spec, TheArithmeticOfStockfish19GoesWithAnyInputsAndWidths) {
  ModelSpec spec = stockfish_19_lite_spec(96);
  spec.features = testing::model("perspective-256").features;
  spec.features.relations = {Threats::Stockfish19, true};
  spec.layers[0].width = 24;
  spec.output.eval_scale = 400;
  EXPECT_TRUE(check_spec(spec));
  EXPECT_TRUE(*parse_spec(to_text(spec)) == spec);
  spec.layers[2].scale = 64;
  EXPECT_TRUE(contains(check_spec(spec).error().message, "the same scale in the first and the last"));
  spec.layers[2].scale = 128;
  spec.accumulator.scale = 255;
  EXPECT_TRUE(contains(check_spec(spec).error().message, "256 with arithmetic stockfish-19"));
}

TEST(Spec, ThreatsAndPawnPairsGoWithAllInputsThatAreSeenFromBothSides) {
  ModelSpec spec = testing::model("perspective-256");
  spec.features.relations = {Threats::Stockfish18, true};
  EXPECT_TRUE(check_spec(spec));
  EXPECT_TRUE(*parse_spec(to_text(spec)) == spec);
  EXPECT_FALSE(spec == testing::model("perspective-256"));
  spec = testing::model("mlp-769");
  spec.features.relations = {Threats::None, true};
  EXPECT_TRUE(contains(check_spec(spec).error().message, "combined with planes"));
  const std::string text = to_text(stockfish_18_spec(128));
  const auto at = text.find("stockfish-18");
  EXPECT_TRUE(contains(spec_error(std::string(text).replace(at, 12, "some")), "stockfish-18"));
  // The shape of Stockfish 18 counts in 255ths, those before in 127ths.
  spec = stockfish_18_spec(128);
  EXPECT_TRUE(check_spec(spec));
  spec.accumulator.scale = 127;
  EXPECT_FALSE(check_spec(spec));
}

}  // namespace
}  // namespace tabia::nn
