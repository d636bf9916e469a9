// SPDX-License-Identifier: MIT
// 裁定合議: the anchor plays, unless another member's move is better with a probability larger than
// the model's threshold for this phase of the game (arbiter_model.hpp; of several, the likeliest;
// ties to the smaller number). The anchor is the member that the model names, else the first. Only
// members that the model knows may overrule it. Without a model nobody does, nor where it says that
// it mates.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "consensus/arbiter_features.hpp"
#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"

namespace gougi::consensus {
namespace {

// So much of the logit a reason must have to be named at all.
constexpr double kLeastReason = 0.02;

// For the member with more of it, and with less.
struct Words {
  Phrase more;
  Phrase less;
};
const std::array<Words, kArbiterFeatureCount>& words() {
  static const std::array<Words, kArbiterFeatureCount> all{{
      {{"higher value", "評価が高い"}, {"lower value", "評価が低い"}},
      {{"rising value", "評価が上昇中"}, {"falling value", "評価が下降中"}},
      {{"deeper search", "読みが深い"}, {"shallower search", "読みが浅い"}},
      {{"longer its best move", "長く最善手だった"}, {"found late", "最善手になって間もない"}},
      {{"changed its mind", "最善手が変わった"}, {"of one mind", "最善手が変わらない"}},
      {{"clear of its second line", "次善手との差が大きい"},
       {"close to its second line", "次善手との差が小さい"}},
      {{"listed by the other", "相手の候補にもある"},
       {"not listed by the other", "相手の候補にない"}},
      {{"valued by the other", "相手の評価も高い"},
       {"not valued by the other", "相手の評価は低い"}},
      {{"considered by the other", "相手も検討した"}, {"new to the other", "相手は検討していない"}},
      {{"higher value", "評価が高い"}, {"lower value", "評価が低い"}},
      {{"others agree", "賛成が多い"}, {"others disagree", "賛成が少ない"}},
      {{"a capture", "駒を取る手"}, {"no capture", "駒を取らない手"}},
      {{"a check", "王手"}, {"no check", "王手ではない"}},
      {{"a drop", "打つ手"}, {"no drop", "盤上の手"}},
      {{"a promotion", "成る手"}, {"no promotion", "成らない手"}},
  }};
  return all;
}

const Voter& anchor_of(const Council& moves, const ArbiterModel* model) {
  const auto found = std::ranges::find_if(moves.voters, [&](const Voter& voter) {
    return model != nullptr && arbiter_name(moves, voter.number) == model->anchor;
  });
  return found == moves.voters.end() ? moves.voters.front() : *found;
}

Phrase with_plies(const Phrase& reason, int plies) {
  const char* const unit = plies == 1 ? " ply" : " plies";
  return {reason.en + " after " + std::to_string(plies) + unit + " of agreement",
          "読み筋の" + std::to_string(plies) + "手が共通で" + reason.ja};
}

/// "0.71 > 0.62", with as many digits as it takes to see it.
std::string comparison(double p, double tau) {
  int digits = 2;
  const auto text = [&digits](double value) { return fmt::format("{:.{}f}", value, digits); };
  while (p > tau && text(p) == text(tau) && digits < 6) ++digits;
  return text(p) + (p > tau ? " > " : " ≤ ") + text(tau);
}

/// The two that speak most for the challenger.
Phrase reasons(const ArbiterChallenge& of, const Voter& anchor, const ArbiterModel& model) {
  std::vector<std::pair<double, std::size_t>> shares;
  for (std::size_t i = 0; i < kArbiterFeatureCount; ++i) {
    const double share = model.weights[i] * of.features[i];
    if (share >= kLeastReason) shares.emplace_back(share, i);
  }
  std::ranges::stable_sort(shares, std::ranges::greater{}, &std::pair<double, std::size_t>::first);
  shares.resize(std::min<std::size_t>(shares.size(), 2));
  Phrase all;
  for (const auto& [share, i] : shares) {
    Phrase reason = of.features[i] > 0 ? words()[i].more : words()[i].less;
    if (i == static_cast<std::size_t>(ArbiterFeature::kCommonValue)) {
      reason = with_plies(reason, common_plies(*of.challenger, anchor));
    }
    all.en += (all.en.empty() ? "" : ", ") + reason.en;
    all.ja += (all.ja.empty() ? "" : "、") + reason.ja;
  }
  if (all.en.empty()) return {"a better record in this phase", "この段階での実績"};
  return all;
}

}  // namespace

Verdict choose_arbiter(const Council& moves) {
  const ArbiterModel* const model = moves.facts.arbiter.model.get();
  const Voter& anchor = anchor_of(moves, model);
  const auto agree = [&](const Voter& voter) { return move_of(voter) == move_of(anchor); };
  const Phrase name = name_of(moves, anchor.number);
  if (moves.voters.size() == 1) {
    return decided(anchor.number, {name.en + ": the only ballot", name.ja + "：唯一の投票"});
  }
  if (std::ranges::all_of(moves.voters, agree)) {
    const std::string count = std::to_string(moves.voters.size());
    return decided(anchor.number, {"anchor " + name.en + ": all " + count + " agree",
                                   "基準 " + name.ja + "：" + count + "者一致"});
  }
  if (model == nullptr) {
    return decided(anchor.number, {"anchor " + name.en + ": without a model nobody overrules it",
                                   "基準 " + name.ja + "：モデルがないため手を変えない"});
  }
  if (sees_mate(anchor)) {
    return decided(anchor.number,
                   {"anchor " + name.en + ": it mates", "基準 " + name.ja + "：詰みがある"});
  }
  const double tau = model->taus.at(game_phase(moves.facts.ply));
  const ArbiterChallenge best = strongest_challenge(moves, anchor, *model);
  if (best.challenger == nullptr || tau >= 1) {
    return decided(anchor.number, {"anchor " + name.en + ": the model lets nobody overrule it here",
                                   "基準 " + name.ja + "：ここでは手を変えない"});
  }
  const Phrase challenger = name_of(moves, best.challenger->number);
  const std::string limit = comparison(best.p, tau);
  if (best.p <= tau) {
    return decided(anchor.number,
                   {"anchor " + name.en + ": nearest challenger " + challenger.en + ": p " + limit,
                    "基準 " + name.ja + "：最も近い挑戦者 " + challenger.ja + "、確率 " + limit});
  }
  const Phrase why = reasons(best, anchor, *model);
  return decided(best.challenger->number,
                 {"challenger " + challenger.en + ": p " + limit + ": " + why.en,
                  "挑戦者 " + challenger.ja + "：確率 " + limit + "：" + why.ja});
}

}  // namespace gougi::consensus
