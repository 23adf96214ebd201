#include "nn/ensemble.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "base/toml.h"
#include "base/toml_reader.h"
#include "nn/load.h"
#include "nn/network_parts.h"
#include "nn/win_curve.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::TableReader;

constexpr std::string_view kExtension = ".toml";
constexpr int kFewestPieces = 2;
constexpr int kMostPieces = 32;
constexpr std::size_t kMostMembers = 16;
constexpr std::size_t kLargestText = 1 << 20;
constexpr std::array<base::Named<Ensemble::Kind>, 2> kKinds = {
    {{"mean", Ensemble::Kind::Mean}, {"specialist", Ensemble::Kind::Specialist}}};

void read_pieces(TableReader& table, EnsembleMember& member) {
  const base::TomlValue* value = table.take("pieces");
  if (!value) return;
  const auto* array = value->as<base::TomlArray>();
  const auto number = [&](std::size_t i) { return (*array)[i].as<std::int64_t>(); };
  const bool good = array && array->size() == 2 && number(0) && number(1) && *number(0) >= kFewestPieces &&
                    *number(0) <= *number(1) && *number(1) <= kMostPieces;
  if (!good) return table.fail("pieces", value->line(), "[fewest, most], two numbers from 2 to 32");
  member.fewest = static_cast<int>(*number(0));
  member.most = static_cast<int>(*number(1));
}

// A member as the file describes it.
struct MemberRow {
  std::string net;  // the path in the file
  EnsembleMember member;
};

base::Result<MemberRow> read_member(const base::TomlValue& value) {
  const auto* table = value.as<base::TomlTable>();
  if (!table)
    return Error{concat("line ", value.line(), ": members: expected tables { net = \"FILE\", ... }")};
  TableReader reader(*table, "members.");
  MemberRow row;
  reader.read("net", row.net);
  reader.read("weight", row.member.weight);
  read_pieces(reader, row.member);
  TABIA_TRY_VOID(reader.finish());
  const auto fault = [&](std::string_view what) {
    return Error{concat("line ", value.line(), ": members.", what)};
  };
  if (row.net.empty()) return fault("net: expected the path of a network");
  if (is_ensemble_path(row.net)) return fault("net: an evaluation file can't be part of another");
  if (!(row.member.weight > 0) || row.member.weight > 1e6) return fault("weight: expected a number above 0");
  return row;
}

// An evaluation file, before its networks are loaded.
struct EnsembleText {
  std::string name;
  Ensemble::Kind kind = Ensemble::Kind::Mean;
  std::vector<MemberRow> members;
};

base::Result<EnsembleText> read_ensemble(const std::string& text) {
  TABIA_TRY(const base::TomlTable table, base::parse_toml(text));
  TableReader reader(table, "");
  EnsembleText found;
  reader.read("name", found.name);
  reader.read_named("combine", kKinds, found.kind);
  const base::TomlValue* value = reader.take("members");
  TABIA_TRY_VOID(reader.finish());
  const auto* array = value ? value->as<base::TomlArray>() : nullptr;
  if (!array || array->empty() || array->size() > kMostMembers)
    return Error{
        concat("members: expected a list of 1 to ", kMostMembers, " tables { net = \"FILE\", ... }")};
  for (const base::TomlValue& item : *array) {
    TABIA_TRY(MemberRow row, read_member(item));
    found.members.push_back(std::move(row));
  }
  return found;
}

base::Result<std::shared_ptr<const Network>> load_members(EnsembleText text,
                                                          const std::filesystem::path& folder) {
  std::vector<EnsembleMember> members;
  for (MemberRow& row : text.members) {
    TABIA_TRY(row.member.network, load_network((folder / row.net).string()));
    members.push_back(std::move(row.member));
  }
  TABIA_TRY(Ensemble ensemble, Ensemble::make(text.kind, std::move(members)));
  return Network::combined(std::move(text.name), std::move(ensemble));
}

}  // namespace

base::Result<Ensemble> Ensemble::make(Kind kind, std::vector<EnsembleMember> members) {
  for (int pieces = kFewestPieces; pieces <= kMostPieces; ++pieces) {
    const bool covered = std::any_of(members.begin(), members.end(), [&](const EnsembleMember& member) {
      return member.fewest <= pieces && pieces <= member.most;
    });
    if (!covered) return Error{concat("members: no network is for positions with ", pieces, " pieces")};
  }
  return Ensemble(kind, std::move(members));
}

base::Score Ensemble::combined(const Position& position,
                               const std::function<base::Score(std::size_t)>& score_of) const {
  const int pieces = chess::count(position.occupied());
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (members_[i].fewest <= pieces && pieces <= members_[i].most) fitting.push_back(i);
  if (kind_ == Kind::Specialist) {
    const auto range = [&](std::size_t i) { return members_[i].most - members_[i].fewest; };
    const auto narrowest = *std::min_element(
        fitting.begin(), fitting.end(), [&](std::size_t a, std::size_t b) { return range(a) < range(b); });
    fitting = {narrowest};
  }
  const WdlModel& own = members_.front().network->wdl();
  if (fitting.size() == 1 && members_[fitting[0]].network->wdl() == own) return score_of(fitting[0]);
  const int material = wdl_material(position);
  WdlChances sum;
  double weights = 0;
  for (const std::size_t i : fitting) {
    const auto score = static_cast<double>(score_of(i));
    const WdlChances chances = curve_of(members_[i].network->wdl(), material).chances(score);
    const double weight = members_[i].weight;
    sum.win += weight * chances.win;
    sum.draw += weight * chances.draw;
    sum.loss += weight * chances.loss;
    weights += weight;
  }
  const WdlChances mean{sum.win / weights, sum.draw / weights, sum.loss / weights};
  return base::clamped_evaluation(std::llround(curve_of(own, material).score_of(mean)));
}

bool is_ensemble_path(std::string_view path) noexcept { return path.ends_with(kExtension); }

std::vector<std::string> networks_named_in(const std::string& path) {
  const auto text = base::read_file(path, kLargestText);
  const auto found = text ? read_ensemble(*text) : text.error();
  std::vector<std::string> names;
  if (found)
    for (const MemberRow& row : found->members) names.push_back(row.net);
  return names;
}

base::Result<std::shared_ptr<const Network>> load_ensemble(const std::string& path) {
  TABIA_TRY(const std::string text, base::read_file(path, kLargestText));
  auto found = read_ensemble(text);
  if (!found) return found.error().inside(path);
  auto network = load_members(std::move(*found), std::filesystem::path(path).parent_path());
  if (!network) return network.error().inside(path);
  return network;
}

}  // namespace tabia::nn
