// SPDX-License-Identifier: MIT
// What a council's judgements say of a game: how good each position was for its mover, what a move
// cost, which moves were mistakes, and the record with all that written into it. Ballots in, values
// out; nothing is searched and no file is touched here. Used by `gougi analyse`; pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "consensus/council.hpp"
#include "consensus/strategy.hpp"
#include "notation/record.hpp"
#include "shogi/game.hpp"

namespace gougi::analysis {

/// One position as the council saw it. Win rates are the mover's, in [0, 1].
struct Verdict {
  std::optional<shogi::Move> move;  ///< the consensus; nothing: it resigns or declares
  bool declares = false;            ///< the rules allow the mover to declare a win
  bool decided = false;             ///< a ballot counted
  int member = 0;                   ///< engine number of whose ballot it is; 0: nobody's
  std::string reason;               ///< of the consensus, in English
  std::string reason_ja;            ///< and in Japanese
  /// Mean of the members that gave a score, by weight; nothing: none did.
  std::optional<double> win_rate;
  /// The same of the position behind the council's move, judged by itself; nothing: it was not.
  std::optional<double> best_worth;
  std::vector<std::optional<double>> members;  ///< by member; nothing: it gave no score
  /// The mover mates in so many plies, by a member's line that the rules play to its end. That the
  /// opponent had no better defence is the member's word.
  std::optional<int> mate;
  bool proven = false;  ///< the mate is the solver's: against every defence
  /// Of a mate: the moves, the mating one last. If proven it may begin with another move than the
  /// council's.
  std::vector<shogi::Move> mate_line;
  /// Whether checks mate the mover whatever it does; nothing: not asked, or not known.
  std::optional<bool> is_mated;
  std::vector<shogi::Move> line;  ///< what the decision expects, its move first
  std::size_t same_move = 0;      ///< members whose choice is the consensus's
  std::size_t same_plies = 0;     ///< plies at the beginning that all members' lines share
};

/// `voters`: all members, with the ballots that they gave. The position's ply is taken for the
/// phase of the game.
Verdict verdict_of(const shogi::Game& game, const consensus::Strategy& strategy,
                   const consensus::Council& council);

enum class Fault : std::uint8_t { kNone, kMistake, kBlunder };

/// Losses of win rate from which a move is called so, each in (0, 1].
struct Thresholds {
  double mistake = 0.1;
  double blunder = 0.2;
};

/// One move of the game.
struct MoveReview {
  /// What it cost is known: the position has a worth, and the one behind it too or it is the
  /// council's.
  bool was_judged = false;
  /// Of the mover's win rate, >= 0: by both what there was and what was behind the council's move,
  /// where that is known; 0 for the move that the council chose.
  double loss = 0;
  Fault fault = Fault::kNone;
  /// There was a mate, and after the move it was gone, though a slower one without checks may be
  /// there. This and the next are mistakes at least, but where the same side missed the same one
  /// turn before.
  bool missed_mate = false;
  bool missed_declaration = false;  ///< a win could be declared, and the game went on
};

struct GameReview {
  std::vector<MoveReview> moves;
  /// By color, 100 times (1 - mean loss) of the moves that were judged; nothing: none was.
  std::array<std::optional<double>, 2> accuracy;
  /// Numbers of the mistakes and blunders (from 0), the greatest loss first.
  std::vector<std::size_t> turning_points;
};

/// `verdicts`: of the position before each move, and of the last one where the game went on there;
/// without that its worth follows from the rules, or is unknown and the last move costs nothing.
GameReview review_of(const shogi::Game& game, const std::vector<Verdict>& verdicts,
                     const Thresholds& thresholds);

/// As a score, as records and GUIs have it.
int shown_score(double win_rate);

/// Writes into the comments of the main line what the council thinks of the position behind each
/// move, as thought.hpp has it, and what was wrong with the move; what should have been played
/// becomes a variation. What an earlier call wrote is replaced, as far as nobody has written into
/// it; nothing else that is there is lost.
void annotate(notation::Record& record, const std::vector<Verdict>& verdicts,
              const GameReview& review);

}  // namespace gougi::analysis
