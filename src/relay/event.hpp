// SPDX-License-Identifier: MIT
// What happens to the relay's session and what it wants done: the whole border between the session,
// which does no I/O and has no clock, and the shell, which does nothing else.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/log.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

// Events. Views live as long as the call. Children are counted from 0, in the order of roster.hpp.
struct HostLine {
  std::string_view text;  ///< without line end
};
struct HostClosed {};
struct ChildStarted {
  int child;
};
/// The program could not be started at all.
struct ChildFailed {
  int child;
  std::string error;
};
struct ChildLine {
  int child;
  std::string_view text;
};
/// What a child left without a line end when it ended: not a line that it has said.
struct ChildBrokeOff {
  int child;
  std::string_view text;
};
/// After its last line.
struct ChildExited {
  int child;
  std::string how;  ///< "exit code 1", "signal 11"
};
struct TimePassed {};

struct Event {
  base::TimePoint now;
  std::variant<HostLine, HostClosed, ChildStarted, ChildFailed, ChildLine, ChildBrokeOff,
               ChildExited, TimePassed>
      what;
};

// Effects, to be carried out in order.
struct ToHost {
  std::string line;
  /// A line of thought, which the next one makes up for: a GUI that reads slowly may miss it. All
  /// else arrives, however slowly it reads.
  bool may_be_lost = false;
};
struct ToChild {
  int child;
  std::string line;
};
struct StartChild {
  int child;
};
/// At once: it hangs. Its ChildExited follows.
struct KillChild {
  int child;
};
/// What the child declared, for its next start.
struct Remember {
  int child;
  std::vector<std::string> lines;
};
struct SetEncoding {
  settings::TextEncoding encoding;
};
/// Where browsers are shown the session, or (0) that they are not.
struct ShowLive {
  int port;
  bool japanese = false;  ///< in which language to say so
};
/// A line for the file of decisions (decision_record.hpp), without its end.
struct Record {
  std::string line;
};
/// For the log.
struct Note {
  base::log::Level level;
  std::string text;
};
/// The relay is to end: children have been told `quit`.
struct Finish {};

using Effect = std::variant<ToHost, ToChild, StartChild, KillChild, Remember, SetEncoding, ShowLive,
                            Record, Note, Finish>;

}  // namespace gougi::relay
