// SPDX-License-Identifier: MIT
// What the log holds of a session, so that it can be played again exactly: the configuration and
// surroundings at its head, then every event with the very time the session was told, and every
// line it sent. Text and values only. Written by the shell, read by `gougi replay`.
//
// A line of the log is a date, a letter for the level, and one of these messages, in which text
// from outside is escaped without loss (base::escaped); all else is prose for people:
//
//   gougi 0.1.0, configuration C:\\shogi\\three.yaml
//   configuration| engines:
//   surroundings japanese=1 seed=4711 member=2.1
//   arbiter| {"format":"gougi arbiter 1",…}        of rules: {arbiter_model: FILE}
//   children E1 E2 M1 reserve
//   E1 scale {"all":{"eval_coef":612,"knots":…}}    where engines have `scale: FILE`
//   E1 remembers option name Style type combo default balanced var balanced
//   E2 remembers no options
//   session begins 1769852400123 5021399000123      wall clock in ms, steady clock in ns
//   0.000412345 E1 runs                              seconds since then: an event
//   0.000512345 E1 < usiok          1.000000000 > go byoyomi 1000
//   1.950001234 timer               2.000000000 E1 ended: exit code 1
//   1.990000000 E1 broke off: bestmove 8h2b          without a line end
//   E1 > go btime 0 wtime 0 byoyomi 950              to a child
//   < bestmove 7g7f                                  to the GUI
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "base/result.hpp"
#include "relay/decision_record.hpp"
#include "relay/environment.hpp"
#include "relay/event.hpp"

namespace gougi::relay {

/// What a session depends on besides its events.
struct SessionHead {
  std::string version;
  std::filesystem::path file;                     ///< of the configuration
  std::string configuration;                      ///< its text
  std::vector<int> member;                        ///< see settings::RelaySettings
  int processors = 1;                             ///< likewise
  std::optional<base::Language> told_language{};  ///< likewise
  Environment environment;                        ///< record_since is the wall clock at `begun`
  std::vector<std::string> children;              ///< labels, in the order of their indices
  base::TimePoint begun{};
};

/// The messages at the head of a session's log, in order.
std::vector<std::string> head_messages(const SessionHead& head);
/// The message of an event.
std::string event_message(const Event& event, const SessionHead& head);
/// Those of lines sent.
std::string to_host_message(std::string_view line);
std::string to_child_message(std::string_view label, std::string_view line);

/// An event read from a log; owns its text.
struct LoggedEvent {
  base::TimePoint now;
  int child = 0;
  enum class Kind {
    kHostLine,
    kHostClosed,
    kRuns,
    kFailed,
    kChildLine,
    kBrokeOff,
    kEnded,
    kTimer
  } kind{};
  std::string text;
  /// Views into this one.
  Event event() const;
};
struct LoggedToHost {
  std::string line;
};
struct LoggedToChild {
  int child = 0;
  std::string line;
};
struct SessionBegins {};
struct Prose {};
using LogMessage = std::variant<Prose, SessionBegins, LoggedEvent, LoggedToHost, LoggedToChild>;

/// Reads a log line by line; what the head says is gathered.
class SessionLogReader {
 public:
  /// `line` as it stands in the file, without its end. An error says what is wrong with it.
  base::Result<LogMessage> read(std::string_view line);
  /// Whole once SessionBegins has been read.
  const SessionHead& head() const { return head_; }
  /// Events came before any head: the part of the log with its beginning is missing.
  bool is_headless() const { return headless_; }

 private:
  base::Result<LogMessage> read_head(std::string_view message);
  base::Result<LogMessage> read_event(std::string_view message) const;
  base::Result<LogMessage> read_scale(int child, std::string_view message);
  base::Result<LogMessage> read_begin(std::string_view numbers);
  int child_of(std::string_view label) const;  ///< -1: none

  SessionHead head_;
  bool begun_ = false;
  bool headless_ = false;
};

}  // namespace gougi::relay
