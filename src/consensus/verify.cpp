// SPDX-License-Identifier: MIT
// 検証合議: the first engine, the anchor, thinks alone for most of the time and with two lines.
// Then each of the others searches the positions after its move and after its best alternative, the
// second of its lines. Who finds the move worse than the alternative by more than `verify_margin`
// in win rate refutes it. Then the anchor searches the two positions itself, and if it finds the
// alternative better, too, that is played: others may point at what the anchor has missed, but the
// anchor is not overruled.
//
// A mate is beyond every win rate. Without both of an engine's scores it refutes or confirms
// nothing, nor when the time for it is up. Of several refutations the largest is named.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Of the time the anchor's own search has 0.7 (strategy.cpp), the others' and its confirmation
// these. More for the others is taken from the move that is played nearly always.
constexpr double kOthersShare = 0.15;
constexpr double kConfirmingShare = 0.1;

struct Engine {
  int number = 0;
  Scale scale{};
};

// All that the configuration names; where nobody has said (records), who has voted.
std::vector<Engine> others_of(const Council& moves, const Voter& anchor) {
  std::vector<Engine> others;
  for (const Member& member : moves.facts.members) {
    if (member.number != anchor.number)
      others.push_back({member.number, member.scales.at(moves.facts.ply)});
  }
  if (!moves.facts.members.empty()) return others;
  for (const Voter& voter : moves.voters) {
    if (voter.number != anchor.number) others.push_back({voter.number, voter.scale});
  }
  return others;
}

// One that runs into a mate is none.
const RankedLine* alternative_to(const Voter& anchor) {
  const auto& lines = anchor.ballot->lines;
  const auto found = std::ranges::find_if(lines, [&](const RankedLine& line) {
    return line.move != move_of(anchor) && !line.walks_into_mate;
  });
  return found == lines.end() ? nullptr : &*found;
}

// The two positions, as one engine sees them.
struct View {
  Engine engine;
  const Reply* move = nullptr;         // nullptr: not asked
  const Reply* alternative = nullptr;  // likewise

  bool is_known() const {
    return move != nullptr && alternative != nullptr && move->score && alternative->score;
  }
  bool awaits() const {
    return (move != nullptr && move->awaited) || (alternative != nullptr && alternative->awaited);
  }
  /// So much better it finds the alternative, in win rate; a mate more or less is 2. Of a known
  /// one.
  double gain() const {
    const usi::Score ours = before_move(*move->score);
    const usi::Score other = before_move(*alternative->score);
    if (const int mates = mate_sign(other) - mate_sign(ours); mates != 0) return mates > 0 ? 2 : -2;
    return win_rate(other, engine.scale) - win_rate(ours, engine.scale);
  }
  /// Whether the alternative is better at all: also the shorter mate. Of a known one.
  bool prefers_alternative() const {
    return compare(before_move(*alternative->score), engine.scale, before_move(*move->score),
                   engine.scale) > 0;
  }
  /// "41.0% for it, 52.0% for the other move". Of a known one.
  Phrase phrase() const {
    const Phrase ours = worth(before_move(*move->score), engine.scale);
    const Phrase other = worth(before_move(*alternative->score), engine.scale);
    return {ours.en + " for it, " + other.en + " for the other move",
            ours.ja + "、次善手は" + other.ja};
  }
};

View view_of(const Council& moves, const Engine& engine, usi::Move move, usi::Move alternative) {
  const auto reply_to = [&](usi::Move about) {
    const Question question{engine.number, about};
    const auto found = std::ranges::find(moves.replies, question, &Reply::question);
    return found == moves.replies.end() ? nullptr : &*found;
  };
  return {.engine = engine, .move = reply_to(move), .alternative = reply_to(alternative)};
}

void add_unasked(const View& view, usi::Move move, usi::Move alternative,
                 std::vector<Question>& to) {
  if (view.move == nullptr) to.push_back({view.engine.number, move});
  if (view.alternative == nullptr) to.push_back({view.engine.number, alternative});
}

Decided stays(const Voter& anchor, Phrase why) { return decided(anchor.number, std::move(why)); }

// The anchor's word on a refutation.
Verdict confirmed(const Council& moves, const Voter& anchor, usi::Move alternative,
                  const View& refuting) {
  const usi::Move move = move_of(anchor);
  const Phrase who = name_of(moves, refuting.engine.number);
  const Phrase seen = refuting.phrase();
  const Phrase refuted{who.en + " refutes it (" + seen.en + "), ",
                       who.ja + "が反証（" + seen.ja + "）、"};
  const View own = view_of(moves, {anchor.number, anchor.scale}, move, alternative);
  if (moves.facts.may_ask) {
    std::vector<Question> unasked;
    add_unasked(own, move, alternative, unasked);
    if (!unasked.empty()) {
      return Ask{.questions = std::move(unasked), .share = kConfirmingShare, .last = true};
    }
    if (own.awaits()) return Wait{};
  }
  const Phrase self = name_of(moves, anchor.number);
  if (!own.is_known()) {
    return stays(anchor, {refuted.en + self.en + " has not confirmed it",
                          refuted.ja + self.ja + "の確認なし"});
  }
  const Phrase word = own.phrase();
  if (!own.prefers_alternative()) {
    return stays(anchor, {refuted.en + self.en + " does not confirm it (" + word.en + ")",
                          refuted.ja + self.ja + "は支持せず（" + word.ja + "）"});
  }
  Decided changed = decided(
      anchor.number, {refuted.en + self.en + " confirms it (" + word.en + "): its second line",
                      refuted.ja + self.ja + "も支持（" + word.ja + "）：次善手を採用"});
  changed.move = alternative;
  return changed;
}

}  // namespace

std::vector<int> seats_verify(const Facts&, std::span<const int> available) {
  return {available.front()};
}

Verdict choose_verify(const Council& moves) {
  const Voter& anchor = moves.voters.front();
  for (const Reply& reply : moves.replies) {
    const auto& lines = anchor.ballot->lines;
    const usi::Move after = reply.question.move;
    if (!reply.mated || std::ranges::find(lines, after, &RankedLine::move) == lines.end()) continue;
    Decided mate = stays(anchor, {"the opponent is mated after it", "その手で相手玉は詰み"});
    mate.move = after;
    return mate;
  }
  const std::vector<Engine> others = others_of(moves, anchor);
  const RankedLine* const second = alternative_to(anchor);
  if (others.empty() && !anchor.walks_into_mate) {
    return stays(anchor, {"there is nobody to verify it", "検証するエンジンなし"});
  }
  if (second == nullptr) return stays(anchor, {"it has no alternative", "次善手なし"});
  const usi::Move move = move_of(anchor);
  const usi::Move alternative = second->move;
  if (anchor.walks_into_mate) {
    Decided other = stays(anchor, {"its move runs into a mate: its second line",
                                   "その手には詰みがあるため次善手を採用"});
    other.move = alternative;
    return other;
  }
  std::vector<Question> unasked;
  std::vector<View> views;
  for (const Engine& engine : others) {
    views.push_back(view_of(moves, engine, move, alternative));
    add_unasked(views.back(), move, alternative, unasked);
  }
  if (moves.facts.may_ask) {
    if (!unasked.empty()) return Ask{.questions = std::move(unasked), .share = kOthersShare};
    if (std::ranges::any_of(views, &View::awaits)) return Wait{};
  }
  std::erase_if(views, [](const View& view) { return !view.is_known(); });
  if (views.empty()) return stays(anchor, {"nobody has verified it", "検証の回答なし"});
  const auto worst = std::ranges::max_element(views, {}, &View::gain);
  if (worst->gain() <= moves.facts.numbers.verify_margin + kRounding) {
    const std::string count = std::to_string(views.size());
    const Phrase who = name_of(moves, worst->engine.number);
    const Phrase seen = worst->phrase();
    return stays(anchor, {"not refuted by " + count + ", nearest " + who.en + ": " + seen.en,
                          count + "者の反証なし、最も近いのは" + who.ja + "：" + seen.ja});
  }
  return confirmed(moves, anchor, alternative, *worst);
}

}  // namespace gougi::consensus
