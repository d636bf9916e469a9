// SPDX-License-Identifier: MIT
// What a search is told and what it says: settings, the reports to its Observer, the decision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/stage.hpp"
#include "search/thread_council.hpp"
#include "search/thread_vote.hpp"
#include "search/time_keeper.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/value.hpp"
#include "shogi/declaration.hpp"
#include "shogi/types.hpp"

namespace gougi::search {

/// One line of thought.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  base::Duration time{};  ///< since the search began
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int rank = 1;   ///< among the best lines asked for, from 1
  int value = 0;  ///< for the side to move; see value.hpp
  Bound bound = Bound::kExact;
  std::vector<shogi::Move> line;
};

/// Whoever started the search.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Asked every millisecond or so; true ends the search at once.
  virtual bool stop_requested() const = 0;
  /// While true no clock runs.
  virtual bool pondering() const { return false; }
  /// Asked when pondering() has turned false: the limits from then on.
  virtual Limits limits_after_ponder() const { return {}; }
  /// When this move's clock began to run.
  virtual base::TimePoint clock_start() const = 0;
  virtual base::TimePoint now() const = 0;
  virtual void report(const Report& report) = 0;
};

/// Where moves of Freeze shogi are searched with freezes. At the root all are, and everywhere
/// captures and checks.
struct FreezeBreadth {
  int width = 8;  ///< of a node's other moves so many
  int depth = 6;  ///< these only in so many plies below the root
};

inline constexpr int kFullSkill = 20;

struct Settings {
  int lines = 1;  ///< how many best lines to search (MultiPV)
  TimeRules time;
  Stage stage = Stage::kFull;
  ThreadVote thread_vote = ThreadVote::kVote;
  ThreadCouncil thread_council = ThreadCouncil::kNone;
  /// From 0 to kFullSkill: below, it looks less deep and takes the best but one now and then.
  int skill = kFullSkill;
  std::uint64_t skill_seed = 1;
  bool all_moves = false;      ///< non-promotions that hardly ever matter are searched, too
  bool report_bounds = false;  ///< also iterations that have to be searched again, of long searches
  bool long_lines = false;     ///< what is reported goes on with what the table knows
  base::Milliseconds report_interval{0};  ///< at least, between iterations that are reported
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  FreezeBreadth freezes;
  Tuning tuning;
  int max_moves = 0;  ///< a game is a draw after this many moves; 0: never
  /// What a draw is worth to us, in hundredths of a pawn, when we play Black, and White.
  std::array<int, 2> draw_values{0, 0};
};

enum class Choice : std::uint8_t { kMove, kDeclareWin, kNoMove };

struct Decision {
  Choice choice = Choice::kNoMove;
  shogi::Move move;    ///< legal, if choice is kMove
  shogi::Move ponder;  ///< the expected answer, legal behind `move`; may be none
  int value = 0;
  int depth = 0;  ///< the last depth completed
  std::uint64_t nodes = 0;
  int missing_threads = 0;  ///< that were wished for and not to be had
};

}  // namespace gougi::search
