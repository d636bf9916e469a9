// SPDX-License-Identifier: MIT
#include "consensus/strategy.hpp"

#include <algorithm>
#include <array>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"

namespace gougi::consensus {
namespace {

constexpr std::array kStrategies{
    Strategy{.identifier = "majority",
             .japanese_name = "多数決合議（3者）",
             .choose = choose_majority,
             .early = majority_early,
             .is_open = majority_is_open},
    Strategy{.identifier = "optimistic", .japanese_name = "楽観合議", .choose = choose_optimistic},
    Strategy{
        .identifier = "pessimistic", .japanese_name = "悲観合議", .choose = choose_pessimistic},
    Strategy{.identifier = "alternate",
             .japanese_name = "楽観合議と悲観合議を交互",
             .choose = choose_alternate},
    Strategy{.identifier = "optimistic-rise",
             .japanese_name = "2手前の評価値からの上昇分の楽観合議",
             .choose = choose_optimistic_rise},
    Strategy{.identifier = "pessimistic-rise",
             .japanese_name = "2手前の評価値からの上昇分の悲観合議",
             .choose = choose_pessimistic_rise},
    Strategy{.identifier = "exchange",
             .japanese_name = "各々の最善手を交換して評価値の合計で判定（2者）",
             .choose = choose_exchange,
             .first_share = 0.45},
    Strategy{.identifier = "rotate-plies",
             .japanese_name = "数手ごとに対局者交代",
             .choose = choose_rotate_plies,
             .seats = seats_rotate_plies,
             .company = Company::kInTurn},
    Strategy{.identifier = "rotate-phase",
             .japanese_name = "序盤・中盤・終盤で対局者交代",
             .choose = choose_rotate_phase,
             .seats = seats_rotate_phase,
             .company = Company::kInTurn},
    Strategy{.identifier = "rotate-drop",
             .japanese_name = "2手前の評価値から一定値以上下降したら対局者交代",
             .choose = choose_rotate_drop,
             .seats = seats_rotate_drop,
             .company = Company::kInTurn,
             .wants_maps = true},
    Strategy{.identifier = "rotate-rise",
             .japanese_name = "2手前の評価値から一定値以上上昇したら対局者交代",
             .choose = choose_rotate_rise,
             .seats = seats_rotate_rise,
             .company = Company::kInTurn,
             .wants_maps = true},
    Strategy{.identifier = "mate",
             .japanese_name = "詰探索エンジンとの合議",
             .choose = choose_mate,
             .seats = seats_mate,
             .company = Company::kInTurn,
             .needs_mate_engine = true},
    Strategy{.identifier = "mate-sfen",
             .japanese_name = "詰探索エンジンとの合議（「脊尾詰」対応版）",
             .choose = choose_mate,
             .seats = seats_mate,
             .company = Company::kInTurn,
             .needs_mate_engine = true},
    Strategy{.identifier = "mate-pv",
             .japanese_name = "詰探索エンジンとの合議（読み筋の局面も詰探索）",
             .choose = choose_mate,
             .seats = seats_mate,
             .company = Company::kInTurn,
             .needs_mate_engine = true,
             .solves_pv = true},
    Strategy{.identifier = "average",
             .japanese_name = "読み筋の評価値の平均で判定",
             .choose = choose_average,
             .wants_lines = true},
    Strategy{
        .identifier = "softmax", .japanese_name = "勝率に応じた確率合議", .choose = choose_softmax},
    // What is left of the time is for two searches of veto.cpp.
    Strategy{.identifier = "veto",
             .japanese_name = "拒否権付き多数決合議",
             .choose = choose_veto,
             .first_share = 0.6,
             .asks_only_if_split = true,
             .wants_members = true},
    // What is left of the time is for the searches of verify.cpp.
    Strategy{.identifier = "verify",
             .japanese_name = "検証合議",
             .choose = choose_verify,
             .seats = seats_verify,
             .company = Company::kFirstApart,
             .first_share = 0.7,
             .wants_lines = true,
             .lines = 2,
             .wants_members = true},
    Strategy{.identifier = "relay-by-progress",
             .japanese_name = "進行度による担当交代",
             .choose = choose_relay_by_progress,
             .seats = seats_relay_by_progress,
             .company = Company::kInTurn,
             .wants_members = true},
    Strategy{.identifier = "visits",
             .japanese_name = "訪問数と勝率の合議",
             .choose = choose_visits,
             .wants_lines = true,
             .lines = 2,
             .visit_lines = 8,
             .wants_members = true},
    Strategy{.identifier = "arbiter",
             .japanese_name = "裁定合議",
             .choose = choose_arbiter,
             .wants_members = true,
             .wants_model = true},
};

bool holds(const Voter& voter, auto predicate) {
  return voter.ballot && voter.ballot->counts() && predicate(voter.ballot->choice);
}

bool is_move(const Choice& choice) { return std::holds_alternative<usi::Move>(choice); }
bool is_win(const Choice& choice) { return std::holds_alternative<usi::DeclareWin>(choice); }
bool is_resign(const Choice& choice) { return std::holds_alternative<usi::Resign>(choice); }

// The voters whose moves a strategy may choose among, and who resigns.
struct Sorted {
  std::vector<Voter> moves;
  std::vector<int> resigning;
  std::vector<Voter> awaited;
  std::size_t present = 0;  // voters, the lost and the void among them

  bool is_majority(std::size_t count) const { return 2 * count > present; }
};

Sorted sorted(const std::vector<Voter>& voters) {
  Sorted out;
  for (const Voter& voter : voters) {
    if (holds(voter, is_move)) out.moves.push_back(voter);
    if (holds(voter, is_resign)) out.resigning.push_back(voter.number);
    if (voter.awaited) out.awaited.push_back(voter);
    if (!voter.absent) ++out.present;
  }
  return out;
}

// Leaves moves out that walk into a mate, as ballots and as lines, if another ballot remains.
// Returns whether one does.
bool drop_mated(std::vector<Voter>& moves) {
  const std::vector<usi::Move> mated = mated_moves(moves);
  const auto is_mated = [&](usi::Move move) {
    return std::ranges::find(mated, move) != mated.end();
  };
  const auto walks = [&](const Voter& voter) { return is_mated(move_of(voter)); };
  if (std::ranges::all_of(moves, walks)) return false;
  std::erase_if(moves, walks);
  for (Voter& voter : moves) {
    std::erase_if(voter.ballot->lines, [&](const RankedLine& line) { return is_mated(line.move); });
  }
  return true;
}

std::optional<Decided> early(const Strategy& strategy, const Council& council, Sorted sorted) {
  const Facts& facts = council.facts;
  if (strategy.early == nullptr || facts.may_declare) return std::nullopt;
  // All of the awaited might resign; and if all moves so far walk into a mate, any other is better.
  if (sorted.is_majority(sorted.resigning.size() + sorted.awaited.size())) return std::nullopt;
  if (!drop_mated(sorted.moves)) return std::nullopt;
  Council rest{std::move(sorted.moves), facts, council.replies};
  for (Voter& voter : sorted.awaited) {
    voter.ballot.reset();
    rest.voters.push_back(std::move(voter));
  }
  std::ranges::sort(rest.voters, {}, &Voter::number);
  return strategy.early(rest);
}

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::ranges::find_if(kStrategies, [&](const Strategy& s) {
    return s.identifier == name || s.japanese_name == name;
  });
  return found == kStrategies.end() ? nullptr : &*found;
}

std::string_view spoken_japanese_name(const Strategy& strategy) {
  const std::string_view name = strategy.japanese_name;
  for (const std::string_view count : {"（3者）", "（2者）"}) {
    if (name.ends_with(count)) return name.substr(0, name.size() - count.size());
  }
  return name;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  names.reserve(2 * kStrategies.size());
  for (const Strategy& s : kStrategies) names.emplace_back(s.identifier);
  for (const Strategy& s : kStrategies) names.emplace_back(s.japanese_name);
  return names;
}

Verdict decide(const Strategy& strategy, const Council& council) {
  const auto& voters = council.voters;
  const auto win = std::ranges::find_if(voters, [](const Voter& v) { return holds(v, is_win); });
  if (win != voters.end()) {
    return decided(win->number,
                   {"a declaration that the rules confirm", "規則で認められる宣言勝ち"});
  }
  // Whose answer is not in yet may have thought of another mate.
  for (const bool partial : {false, true}) {
    const auto mate = std::ranges::find_if(voters, [&](const Voter& v) {
      return v.mates && holds(v, is_move) && v.ballot->partial == partial;
    });
    if (mate == voters.end()) continue;
    return decided(mate->number, {"the opponent is mated after it", "その手で相手玉は詰み"});
  }
  Sorted sorted = consensus::sorted(voters);
  if (!sorted.awaited.empty()) {
    if (auto decision = early(strategy, council, std::move(sorted))) return *std::move(decision);
    return Wait{};
  }
  if (sorted.is_majority(sorted.resigning.size())) {
    const std::string resigning = std::to_string(sorted.resigning.size());
    const std::string all = std::to_string(sorted.present);
    return decided(sorted.resigning.front(), {"a majority resigns: " + resigning + " of " + all,
                                              all + "者中" + resigning + "者が投了"});
  }
  if (sorted.moves.empty()) return NoBallot{};
  drop_mated(sorted.moves);
  return strategy.choose({std::move(sorted.moves), council.facts, council.replies});
}

}  // namespace gougi::consensus
