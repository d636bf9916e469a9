// SPDX-License-Identifier: MIT
// Whether a child's `bestmove` can be the answer to the search that runs, or is one too many of an
// older one: judged by what this child has done so far. A child that once prints a line too many,
// and that reads the next `go` only when its search is over, would answer every later position
// with the move of the one before. Nothing here is proof; what follows from a doubt is
// HostSide's. Values and times only; one process of one child, used by its HostSide.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "usi/answer.hpp"

namespace gougi::usi {

class AnswerDoubts {
 public:
  enum class Doubt : std::uint8_t {
    kNone,
    kSilent,  ///< it always prints lines of thought first, and has printed none
    /// Without any, the very line that answered the search of another position, where that is odd:
    /// the move has been played or is impossible now, or the line came sooner than any before.
    kRepeated,
    kHurried,  ///< without any, by itself, far sooner than ever before
    kTooFast,  ///< no process could have read the `go` by then, and it never was so fast
  };

  void search_begins(std::shared_ptr<const std::string> position, base::TimePoint now);
  base::TimePoint began_at() const { return began_at_; }
  /// Since the search began.
  base::Duration elapsed(base::TimePoint now) const { return now - began_at_; }
  /// It has answered a search for a move.
  bool has_searched() const { return last_position_ != nullptr; }
  /// It is the answer that was taken last.
  bool was_taken(const BestMoveAnswer& answer) const { return last_answer_ == answer; }
  /// A line of thought; `fits`: it can be this search's.
  void heard_thought(bool fits) {
    prints_ = talks_ = true;
    thinks_ = thinks_ || fits;
  }
  bool has_thought() const { return thinks_; }
  /// It has printed a line of thought at least once.
  bool talks() const { return talks_; }

  /// Of an answer that comes now. `possible`: by the rules, in the position of this search;
  /// `stopped`: it was told to stop, and may have had no time to print anything.
  Doubt about(const BestMoveAnswer& answer, bool possible, bool stopped, base::TimePoint now) const;
  /// The answer is taken for this search's.
  void taken(const BestMoveAnswer& answer, bool stopped, base::TimePoint now);
  /// What came of a doubt: the child was in step, and is so at times.
  void was_in_step(Doubt doubt);
  /// It was not, whatever it seemed to be before: what was learnt of its exceptions is void.
  void was_out_of_step();

 private:
  bool was_played(Move move) const;
  /// It answers so many times as fast as it ever did in `known` searches or more.
  bool is_faster(int times, base::TimePoint now, int known) const;

  // So many searches in a row with lines of thought make a habit. Fewer doubt engines that play
  // from a book now and then, more find the first fault of a game later.
  static constexpr int kHabit = 3;
  static constexpr int kLongestHabit = 1000;
  // Who answers so many times as fast as ever before may have said it of another search. Less asks
  // those needlessly that know a forced move when they see one: once a game, for from then on that
  // is their quickest answer.
  static constexpr int kHurry = 4;
  // Two pipes and two processes to be woken take ten times as long.
  static constexpr base::Duration kFastest = std::chrono::microseconds(4);

  std::shared_ptr<const std::string> position_;
  base::TimePoint began_at_{};
  bool prints_ = false;  ///< a line of thought, of whatever position
  bool thinks_ = false;  ///< one that fits
  bool talks_ = false;

  int with_thoughts_ = 0;  ///< searches in a row
  int habit_ = kHabit;     ///< grows with every doubt that was none
  int repeats_ = 1;        ///< so many times as fast a repeated answer must be: likewise
  int timed_ = 0;          ///< answers that it gave by itself
  std::optional<base::Duration> fastest_;
  std::optional<BestMoveAnswer> last_answer_;
  std::shared_ptr<const std::string> last_position_;
};

}  // namespace gougi::usi
