// SPDX-License-Identifier: MIT
// Plays the session of a log again: the events of the log go into a real Session at their times,
// and what it says is laid beside what the log says that it said. Line by line, in memory that does
// not grow with the log but for one entry a decision. No file; used by `gougi replay`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "relay/decision_record.hpp"
#include "relay/position_lines.hpp"
#include "relay/session.hpp"
#include "relay/session_log.hpp"

namespace gougi::study {

using relay::DecisionRecord;
using relay::Effect;
using relay::LoggedEvent;
using relay::Session;
using relay::SessionHead;
using relay::SessionLogReader;

/// An answer to a `go` (bestmove or checkmate); "" where the log or the replay has none.
struct ReplayedAnswer {
  std::uint64_t go = 0;  ///< number of the `go` in the log, from 1
  std::string logged;
  std::string replayed;
  std::optional<DecisionRecord> record;  ///< the replay's, of a bestmove
  bool same() const { return logged == replayed; }
};

class LogReplay {
 public:
  /// A line of the log without its end. After an error no more is to be given.
  base::Result<void> take(std::string_view line);
  /// After the last line; an error if the log holds no session.
  base::Result<void> finish();

  /// One entry an answer, in order.
  const std::vector<ReplayedAnswer>& answers() const { return answers_; }
  /// Lines sent, to the GUI and to children, by the replay.
  std::uint64_t lines() const { return lines_; }
  /// Number of the line of the log, from 1, from where on the replay sent something else; nothing:
  /// every single line was the same.
  std::optional<std::uint64_t> first_difference() const { return first_difference_; }

 private:
  base::Result<void> begin(const SessionHead& head);
  void take(const LoggedEvent& event);
  void expect(const std::string& sent);
  void take_effects(const std::vector<Effect>& effects);
  void take_logged_answer(const std::string& line);
  void note_difference();
  ReplayedAnswer& entry_without(std::string ReplayedAnswer::*side);

  SessionLogReader reader_;
  std::unique_ptr<settings::RelaySettings> settings_;
  std::unique_ptr<Session> session_;
  std::vector<std::string> pending_;  // sent by the replay, not yet seen in the log
  std::size_t seen_ = 0;              // of pending_
  std::vector<ReplayedAnswer> answers_;
  std::uint64_t go_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t line_number_ = 0;
  std::optional<std::uint64_t> first_difference_;
};

}  // namespace gougi::study
