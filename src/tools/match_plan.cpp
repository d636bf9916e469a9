// SPDX-License-Identifier: MIT
#include "tools/match_plan.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "book/library.hpp"
#include "io/affinity.hpp"
#include "io/process_info.hpp"
#include "relay/position_lines.hpp"

namespace gougi::tools {
namespace {

base::Result<match::Openings> openings_of(const MatchOrder& order) {
  using match::Openings;
  const game::Rules& rules = relay::rules_of(order.protocol);
  if (!order.openings.empty()) {
    return Openings::from_file(order.openings, order.plies, order.seed, rules,
                               order.adjudication.max_plies);
  }
  if (order.book.empty()) return Openings::random(order.seed, order.random_plies, rules);
  auto book = book::MemoryLibrary::load(order.book, [](const auto&...) {});
  if (!book) return tl::unexpected(book.error());
  return Openings::from_book(std::make_shared<book::MemoryLibrary>(std::move(*book)), order.plies,
                             order.seed);
}

base::Result<match::Contestant> contestant_of(const OrderedEngine& engine) {
  auto launch = launch_of(engine.command);
  if (!launch) return tl::unexpected(launch.error());
  match::Contestant contestant;
  contestant.name = engine.name;
  contestant.launch = std::move(*launch);
  contestant.options = engine.options;
  contestant.common_options = engine.common_options;
  contestant.control = *engine.control;
  contestant.ponders = engine.ponders;
  contestant.restarts = engine.restarts;
  return contestant;
}

}  // namespace

base::Result<io::LaunchSpec> launch_of(const std::string& command) {
  auto parts = split_command(command);
  if (!parts) return tl::unexpected(parts.error());
  const auto beside = io::own_executable().parent_path();
  const auto program = io::find_program(parts->front(), beside, std::filesystem::current_path());
  if (!program) return tl::unexpected(program.error());
  parts->erase(parts->begin());
  return io::LaunchSpec{*program, std::move(*parts), {}, {}};
}

base::Result<match::MatchPlan> plan_of(const MatchOrder& order) {
  match::MatchPlan plan;
  plan.rules = &relay::rules_of(order.protocol);
  for (const OrderedEngine& engine : order.engines) {
    auto contestant = contestant_of(engine);
    if (!contestant) return tl::unexpected(contestant.error());
    plan.engines.push_back(std::move(*contestant));
  }
  auto openings = openings_of(order);
  if (!openings) return tl::unexpected(openings.error());
  plan.openings = std::move(*openings);
  plan.schedule = {order.engines.size(), order.format, order.games};
  plan.shard = order.shard.value_or(base::Shard());
  plan.adjudication = order.adjudication;
  plan.concurrency = order.concurrency;
  plan.margin = order.margin;
  plan.hang = order.hang;
  plan.patience = order.patience;
  plan.keeps_notes = order.keeps_notes;
  plan.forgives_lacks = order.legacy != LegacyOutput::kNone;
  if (order.pins) {  // as many processors for each table as there are for all
    const int each = std::max(1, io::processor_count() / order.concurrency);
    for (int first = 0; first + each <= io::processor_count(); first += each) {
      auto& processors = plan.processors.emplace_back();
      for (int i = 0; i < each; ++i) processors.push_back(first + i);
    }
  }
  return plan;
}

}  // namespace gougi::tools
