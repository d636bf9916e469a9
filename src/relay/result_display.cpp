// SPDX-License-Identifier: MIT
#include "relay/result_display.hpp"

#include "relay/analysis.hpp"
#include "relay/explanation.hpp"
#include "relay/vote_lines.hpp"
#include "relay/vote_table.hpp"

namespace gougi::relay {
namespace {

void explain(Port& port, const Poll& poll, const Outcome& outcome) {
  Outbox& out = port.out;
  if (port.own().explain) {
    for (const auto& line : explanation(poll, outcome, port.now, out.japanese())) out.say(line);
  }
  if (!out.wants_infos()) return;
  for (const auto& line : explanation(poll, outcome, port.now, false)) {
    out.info("decided: " + line);
  }
}

}  // namespace

void show_result(Port& port, const Poll& poll, const Outcome& outcome) {
  Outbox& out = port.out;
  const bool in_japanese = out.japanese();
  for (const std::string& line : vote_table(poll, outcome, in_japanese)) out.say(line);
  explain(port, poll, outcome);
  // The last message: ShogiHome shows no more than that.
  out.say(vote_summary(poll, outcome, in_japanese));
  const auto time = base::to_ms(port.now - poll.clock_start);
  const bool is_analysis = poll.limits.infinite && poll.book.voters.size() > 1;
  for (usi::InfoAnswer& info : vote_lines(poll, outcome, port.own().vote_lines)) {
    info.time_ms = time.count();
    if (is_analysis) add_effort(poll, time, info);
    out.to_host(usi::format(info));
  }
}

}  // namespace gougi::relay
