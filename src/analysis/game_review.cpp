// SPDX-License-Identifier: MIT
#include "analysis/game_review.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "consensus/win_rate.hpp"
#include "notation/thought.hpp"
#include "usi/answer.hpp"

namespace gougi::analysis {
namespace {

// Centipawns on the one scale, for the comments that GUIs draw: their usual coefficient.
constexpr double kShownCoef = 600;
// Beyond it GUIs draw nothing new.
constexpr double kMostShown = 3000;

std::optional<int> played_out_mate(const shogi::Game& game, const consensus::Ballot& ballot) {
  if (!ballot.score || consensus::mate_sign(*ballot.score) != 1) return std::nullopt;
  shogi::Game after = game;
  int plies = 0;
  for (const usi::Move move : ballot.pv) {
    if (!after.play(move.of_shogi())) return std::nullopt;
    ++plies;
  }
  const bool is_mate = plies % 2 == 1 && !after.position().has_legal_move();
  return is_mate ? std::optional<int>(plies) : std::nullopt;
}

std::size_t shared_plies(const std::vector<consensus::Voter>& voters) {
  const std::vector<usi::Move>* first = nullptr;
  std::size_t shared = 0;
  for (const consensus::Voter& voter : voters) {
    if (!voter.ballot || !voter.ballot->counts()) continue;
    const auto& line = voter.ballot->pv;
    if (first == nullptr) {
      first = &line;
      shared = line.size();
      continue;
    }
    std::size_t same = 0;
    while (same < shared && same < line.size() && line[same] == (*first)[same]) ++same;
    shared = same;
  }
  return shared;
}

void take_decision(const consensus::Decided& decided, const consensus::Council& council,
                   Verdict& to) {
  to.decided = true;
  to.member = decided.voter;
  to.reason = decided.reason;
  to.reason_ja = decided.reason_ja;
  for (const consensus::Voter& voter : council.voters) {
    if (voter.number != decided.voter || !voter.ballot) continue;
    const auto* move = std::get_if<usi::Move>(&voter.ballot->choice);
    if (move != nullptr) to.move = move->of_shogi();
    if (decided.move) to.move = decided.move->of_shogi();
    const auto line = usi::shogi_moves(voter.ballot->pv);
    if (to.move && !line.empty() && line.front() == *to.move) to.line = line;
  }
  if (to.move && to.line.empty()) to.line = {*to.move};
}

void take_scores(const shogi::Game& game, const consensus::Council& council, Verdict& to) {
  double sum = 0;
  double weight = 0;
  for (const consensus::Voter& voter : council.voters) {
    auto& rate = to.members.emplace_back();
    if (!voter.ballot || !voter.ballot->counts()) continue;
    const consensus::Ballot& ballot = *voter.ballot;
    if (ballot.score) rate = consensus::win_rate(*ballot.score, voter.scale);
    if (!ballot.score && std::holds_alternative<usi::Resign>(ballot.choice)) rate = 0;
    if (rate) {
      sum += voter.weight * *rate;
      weight += voter.weight;
    }
    const auto mate = played_out_mate(game, ballot);
    if (mate && (!to.mate || *mate < *to.mate)) {
      to.mate = mate;
      to.line = to.mate_line = usi::shogi_moves(ballot.pv);
      to.move = to.line.front();
      to.member = voter.number;
      to.reason = "mate in " + std::to_string(*mate);
      to.reason_ja = std::to_string(*mate) + "手詰";
    }
  }
  if (weight > 0) to.win_rate = sum / weight;
  if (to.mate || to.declares) to.win_rate = 1;
}

// Of the position behind the move, for the side that made it; nothing: not known.
std::optional<double> worth_behind(const shogi::Game& after, const Verdict* verdict) {
  if (!after.position().has_legal_move()) return 1;
  switch (after.repetition()) {
    case shogi::Repetition::kDraw:
      return 0.5;
    case shogi::Repetition::kWin:
      return 0;
    case shogi::Repetition::kLoss:
      return 1;
    case shogi::Repetition::kNone:
      break;
  }
  if (verdict == nullptr || !verdict->decided || !verdict->win_rate) return std::nullopt;
  return 1 - *verdict->win_rate;
}

bool is_best(const Verdict& before, shogi::Move played) {
  if (before.declares) return false;
  return before.proven ? before.mate_line.front() == played : before.move == played;
}

bool was_judged(const Verdict& before, shogi::Move played, const std::optional<double>& worth) {
  if (!before.decided && !before.declares) return false;
  return before.win_rate && (worth || is_best(before, played));
}

MoveReview review_move(const Verdict& before, shogi::Move played, std::optional<double> worth,
                       const Verdict* next, bool goes_on, const Thresholds& thresholds) {
  MoveReview review;
  review.was_judged = was_judged(before, played, worth);
  if (!review.was_judged || is_best(before, played)) return review;
  const double best = std::min(*before.win_rate, before.best_worth.value_or(1));
  review.loss = std::max(0.0, best - *worth);
  const bool is_mistake = review.loss >= thresholds.mistake;
  const bool is_refuted = before.proven && next != nullptr && next->is_mated == false;
  review.missed_mate = before.mate.has_value() && (is_refuted || (is_mistake && *worth < 1));
  review.missed_declaration = before.declares && goes_on;
  if (review.loss >= thresholds.blunder) {
    review.fault = Fault::kBlunder;
  } else if (is_mistake) {
    review.fault = Fault::kMistake;
  }
  return review;
}

// A win that is overlooked is a fault even where the game stays won; once, not turn after turn.
void judge_overlooked(std::vector<MoveReview>& moves) {
  MoveReview& move = moves.back();
  if (move.fault != Fault::kNone) return;
  const MoveReview* const before = moves.size() > 2 ? &moves[moves.size() - 3] : nullptr;
  const bool missed_mate = before != nullptr && before->missed_mate;
  const bool missed_declaration = before != nullptr && before->missed_declaration;
  if ((move.missed_mate && !missed_mate) || (move.missed_declaration && !missed_declaration)) {
    move.fault = Fault::kMistake;
  }
}

std::string thought_of(const Verdict& verdict, const shogi::Position& position) {
  const bool is_black = position.side_to_move() == shogi::Color::kBlack;
  notation::Thought thought;
  if (verdict.mate) {
    thought.mate = notation::Thought::Mate{is_black, verdict.mate};
  } else if (verdict.win_rate) {
    thought.score = shown_score(is_black ? *verdict.win_rate : 1 - *verdict.win_rate);
  }
  thought.line = verdict.mate ? verdict.mate_line : verdict.line;
  return notation::thought_comment(thought, position);
}

// Stands behind all that is noted of a move, and in the first move of a variation, so that they are
// known when the record comes again.
constexpr std::string_view kNoted = "*エンジン=gougi analyse";
constexpr std::string_view kOfEngine = "*エンジン=";
constexpr std::string_view kBlunderWords = "大悪手 (blunder)";
constexpr std::string_view kMistakeWords = "悪手 (mistake)";
constexpr std::string_view kMissedMateWords = "詰み逃し (missed mate)";
constexpr std::string_view kMissedDeclarationWords = "宣言勝ち逃し (missed declaration)";

std::string fault_words(const MoveReview& review) {
  std::string words;
  const auto percent = std::lround(100 * review.loss);
  const std::string cost = percent > 0 ? ": -" + std::to_string(percent) + "%" : "";
  const auto add = [&words](std::string_view what, const std::string& more) {
    words.append(what).append(more).append("\n");
  };
  if (review.fault == Fault::kBlunder) add(kBlunderWords, cost);
  if (review.fault == Fault::kMistake) add(kMistakeWords, cost);
  if (review.missed_mate) add(kMissedMateWords, "");
  if (review.missed_declaration) add(kMissedDeclarationWords, "");
  return words;
}

bool is_fault_words(std::string_view line) {
  if (line == kMissedMateWords || line == kMissedDeclarationWords) return true;
  const std::string_view words = line.starts_with(kBlunderWords) ? kBlunderWords : kMistakeWords;
  if (!line.starts_with(words)) return false;
  line.remove_prefix(words.size());
  if (line.empty()) return true;
  constexpr std::string_view kCost = ": -";
  if (!line.starts_with(kCost) || !line.ends_with('%')) return false;
  const auto number = line.substr(kCost.size(), line.size() - kCost.size() - 1);
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}
bool is_value_line(std::string_view line) {
  return line.starts_with(notation::kScoreWord) || line.starts_with(notation::kMateWord);
}

bool has_value(std::string_view comment) {
  while (!comment.empty()) {
    if (is_value_line(comment)) return true;
    comment.remove_prefix(std::min(comment.find('\n'), comment.size() - 1) + 1);
  }
  return false;
}

// What an earlier analysis noted is above its mark: faults, a value, a line, with what somebody has
// written in between. All of that is behind `from`.
void drop_noted(std::vector<std::string_view>& above, std::size_t from) {
  enum class Next : std::uint8_t { kLine, kValue, kFaults, kNone };  // but more faults
  Next next = Next::kLine;
  for (std::size_t i = above.size(); i > from; --i) {
    const std::string_view line = above[i - 1];
    const bool is_line = line.starts_with(notation::kLineWord);
    const bool is_value = is_value_line(line);
    const bool is_fault = is_fault_words(line);
    const bool is_another = line.starts_with(kOfEngine) || (is_line && next != Next::kLine) ||
                            (is_value && next >= Next::kFaults);
    if (is_another || (next == Next::kNone && !is_fault)) return;
    if (!is_line && !is_value && !is_fault) continue;
    next = is_line ? Next::kValue : is_value ? Next::kFaults : Next::kNone;
    above.erase(above.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
}

// Without what an earlier analysis noted. Without its mark it is somebody else's.
std::string without_notes(std::string_view comment) {
  std::vector<std::string_view> kept;
  std::size_t from = 0;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    const std::string_view line = comment.substr(0, end);
    comment.remove_prefix(std::min(end + 1, comment.size()));
    if (line != kNoted) {
      kept.push_back(line);
      continue;
    }
    drop_noted(kept, from);
    from = kept.size();
  }
  std::string text;
  for (const std::string_view line : kept) text.append(line).append("\n");
  return text;
}

// A variation as an earlier analysis made it, which nobody has written into.
bool is_own_variation(const notation::Record& record, notation::NodeIndex at) {
  const auto mark = std::string(kNoted) + "\n";
  if (record.node(at).comment != mark) return false;
  for (bool is_first = true; at != notation::kNoNode; at = record.node(at).first) {
    const notation::RecordNode& node = record.node(at);
    const bool is_plain = (is_first || (node.comment.empty() && node.next == notation::kNoNode)) &&
                          node.bookmark.empty() && !node.took;
    if (!is_plain) return false;
    is_first = false;
  }
  return true;
}

void cut_own_variations(notation::Record& record, notation::NodeIndex parent) {
  const notation::NodeIndex of_game = record.node(parent).first;
  for (notation::NodeIndex at = record.node(of_game).next; at != notation::kNoNode;) {
    const notation::NodeIndex next = record.node(at).next;
    if (is_own_variation(record, at)) record.cut(at);
    at = next;
  }
}

bool has_follower(const notation::Record& record, notation::NodeIndex of, shogi::Move move) {
  notation::NodeIndex at = record.node(of).first;
  for (; at != notation::kNoNode; at = record.node(at).next) {
    if (record.node(at).move == move) return true;
  }
  return false;
}

void add_variation(notation::Record& record, notation::NodeIndex parent, shogi::Game game,
                   const std::vector<shogi::Move>& line) {
  if (line.empty() || has_follower(record, parent, line.front())) return;
  bool is_first = true;
  for (const shogi::Move move : line) {
    if (!game.play(move)) return;
    parent = record.add(parent, move);
    if (is_first) record.node(parent).comment.append(kNoted).append("\n");
    is_first = false;
  }
}

}  // namespace

Verdict verdict_of(const shogi::Game& game, const consensus::Strategy& strategy,
                   const consensus::Council& council) {
  Verdict verdict;
  verdict.declares = shogi::can_declare(game.position(), shogi::DeclarationRule::k27);
  const consensus::Verdict found = consensus::decide(strategy, council);
  if (const auto* decided = std::get_if<consensus::Decided>(&found)) {
    take_decision(*decided, council, verdict);
  }
  take_scores(game, council, verdict);
  for (const consensus::Voter& voter : council.voters) {
    const bool counts = voter.ballot && voter.ballot->counts() && verdict.move;
    if (counts && voter.ballot->choice == consensus::Choice(*verdict.move)) ++verdict.same_move;
  }
  verdict.same_plies = shared_plies(council.voters);
  return verdict;
}

GameReview review_of(const shogi::Game& game, const std::vector<Verdict>& verdicts,
                     const Thresholds& thresholds) {
  GameReview review;
  shogi::Game at(game.freeze_start());
  std::array<double, 2> lost{};
  std::array<int, 2> made{};
  for (std::size_t i = 0; i < game.moves().size() && i < verdicts.size(); ++i) {
    const auto side = static_cast<std::size_t>(at.position().side_to_move());
    if (!at.play(game.moves()[i])) break;
    const Verdict* next = i + 1 < verdicts.size() ? &verdicts[i + 1] : nullptr;
    const auto worth = worth_behind(at, next);
    review.moves.push_back(review_move(verdicts[i], game.moves()[i], worth, next,
                                       at.position().has_legal_move(), thresholds));
    judge_overlooked(review.moves);
    if (review.moves.back().was_judged) {
      lost.at(side) += review.moves.back().loss;
      ++made.at(side);
    }
    if (review.moves.back().fault != Fault::kNone) review.turning_points.push_back(i);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    if (made.at(side) > 0) review.accuracy.at(side) = 100 * (1 - lost.at(side) / made.at(side));
  }
  std::stable_sort(review.turning_points.begin(), review.turning_points.end(),
                   [&review](std::size_t a, std::size_t b) {
                     return review.moves[a].loss > review.moves[b].loss;
                   });
  return review;
}

int shown_score(double win_rate) {
  const double least = 1 / (1 + std::exp(kMostShown / kShownCoef));
  const double rate = std::clamp(win_rate, least, 1 - least);
  return static_cast<int>(std::lround(kShownCoef * std::log(rate / (1 - rate))));
}

void annotate(notation::Record& record, const std::vector<Verdict>& verdicts,
              const GameReview& review) {
  shogi::Game game(record.start());
  notation::NodeIndex parent = 0;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const notation::NodeIndex at = record.node(parent).first;
    if (at == notation::kNoNode || record.node(at).move.is_none()) return;
    const shogi::Game before = game;
    if (!game.play(record.node(at).move)) return;
    cut_own_variations(record, parent);
    std::string words = fault_words(review.moves[i]);
    if (i + 1 < verdicts.size() && verdicts[i + 1].decided) {
      words += thought_of(verdicts[i + 1], game.position());
    }
    if (!words.empty()) words.append(kNoted).append("\n");
    std::string& comment = record.node(at).comment;
    const std::string others = without_notes(comment);
    // Of two values of a move readers take the first.
    const bool is_first = has_value(words) && has_value(others);
    comment = is_first ? words + others : others + words;
    if (review.moves[i].fault != Fault::kNone) {
      add_variation(record, parent, before,
                    verdicts[i].mate ? verdicts[i].mate_line : verdicts[i].line);
    }
    parent = at;
  }
}

}  // namespace gougi::analysis
