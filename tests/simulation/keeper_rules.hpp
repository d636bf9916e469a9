// SPDX-License-Identifier: MIT
// What a GUI is owed by `gougi keep`, whatever becomes of the relay below: hears both directions of
// their conversation, and complains of every answer that is missing, late, early, doubled or not
// legal. Which move it is nobody can ask of who has lost a council. And what a relay is owed that
// is told to search, be it the first or the third: the options, the game, the position, no more
// time than there is.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/host_search.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::simulation {

class KeeperRules {
 public:
  KeeperRules();

  /// A line that the GUI says; `position` is what it means if it is a position line.
  void said(std::string_view line, base::TimePoint now, KnownPositionPtr position);
  void hung_up();
  void relay_started() { told_ = {}; }
  /// Or could not be started.
  void relay_ended() { ++ends_; }
  /// The relay is told a line.
  std::string passed_on(std::string_view line, base::TimePoint now);
  /// The relay may have died so often that nothing is waited for.
  bool has_often_died() const { return ends_ >= 3; }
  /// `planned`: when the keeper wanted to wake up at last before this event.
  std::string told(std::string_view line, base::TimePoint now,
                   std::optional<base::TimePoint> planned);
  /// After an event; `plans` is when the keeper wants to wake up next.
  std::string overdue(base::TimePoint now, std::optional<base::TimePoint> plans) const;

  /// The number of the search that the last answer was for.
  int answered() const { return answered_; }
  int answers() const { return answers_; }
  bool knows_who_it_is() const { return usi_answered_; }
  bool has_hung_up() const { return hung_up_; }
  std::string owed() const;

 private:
  /// What whoever searches has to know.
  struct Known {
    std::map<std::string, std::string> options;
    std::string position;  ///< the line
    bool in_game = false;
  };

  std::string judge_told(const usi::GoCommand& go, base::TimePoint now) const;
  void begin(const usi::GoCommand& go, base::TimePoint now);
  void begin_waiting(base::TimePoint now);
  void start_clock(HostSearch& search, base::TimePoint now);
  void release(base::TimePoint now);

  transcript::StrictGui wording_;
  KnownPositionPtr position_;
  Known known_;                      ///< by what the GUI has said
  Known told_;                       ///< by what the relay that runs was told
  std::string position_line_;        ///< of the newest search
  std::deque<HostSearch> searches_;  ///< not answered yet
  int last_number_ = 0;
  int answered_ = 0;
  int answers_ = 0;
  int ends_ = 0;
  bool usi_answered_ = false;
  bool hung_up_ = false;
  // Asked twice, who has not answered yet answers once or twice.
  int usis_ = 0;
  int readys_ = 0;
  bool usi_is_owed_ = false;
  bool ready_is_owed_ = false;
};

}  // namespace gougi::simulation
