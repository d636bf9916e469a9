// SPDX-License-Identifier: MIT
#include "tools/match_job.hpp"

#include <string>

#include "base/version.hpp"
#include "tools/council_job.hpp"
#include "tools/match_plan.hpp"

namespace gougi::tools {
namespace {

std::string on_off(bool is_on) { return is_on ? "on" : "off"; }

base::Result<void> add_engine(farm::Job& job, const OrderedEngine& engine,
                              const std::string& which) {
  const auto launch = launch_of(engine.command);
  if (!launch) return tl::unexpected(launch.error());
  job.add(which + " name", engine.name);
  if (auto added = add_program(job, which, *launch, engine.options); !added) return added;
  // A relay's configuration says what plays.
  const auto council = council_of(*launch);
  if (!council) return tl::unexpected(council.error());
  if (*council) {
    if (auto added = add_council(job, which, **council); !added) return added;
  }
  job.add(which + " time", match::to_text(*engine.control));
  job.add(which + " ponder", on_off(engine.ponders));
  job.add(which + " restart", on_off(engine.restarts));
  return {};
}

void add_judgement(farm::Job& job, const match::AdjudicationSettings& rules) {
  const auto text = [](auto number) { return std::to_string(number); };
  job.add("--max-plies", text(rules.max_plies));
  job.add("--resign",
          rules.resign ? text(rules.resign->centipawns) + "," + text(rules.resign->moves) : "");
  job.add("--draw", rules.draw ? text(rules.draw->centipawns) + "," + text(rules.draw->moves) +
                                     "," + text(rules.draw->from_ply)
                               : "");
  job.add("--mate-nodes", text(rules.mate_nodes));
  job.add("--declaration", text(static_cast<int>(rules.declaration)));
}

}  // namespace

base::Result<farm::Job> match_job(const MatchOrder& order) {
  farm::Job job{"match", {}};
  job.add("gougi", std::string(base::kVersion));
  for (std::size_t i = 0; i < order.engines.size(); ++i) {
    if (auto added = add_engine(job, order.engines[i], "engine " + std::to_string(i + 1)); !added) {
      return tl::unexpected(added.error());
    }
  }
  job.add("--protocol", order.protocol == settings::GameProtocol::kUpi ? "upi" : "usi");
  job.add("--format", order.format == match::Format::kGauntlet ? "gauntlet" : "round-robin");
  job.add("--games", std::to_string(order.games));
  auto added = job.add_file("--openings", order.openings);
  if (added) added = job.add_file("--book", order.book);
  if (!added) return tl::unexpected(added.error());
  job.add("--plies", std::to_string(order.plies));
  job.add("--random-plies", std::to_string(order.random_plies));
  job.add("--seed", std::to_string(order.seed));
  add_judgement(job, order.adjudication);
  job.add("--margin", std::to_string(order.margin.count()));
  job.add("--hang", std::to_string(order.hang.count()));
  job.add("--patience", std::to_string(order.patience.count()));
  job.add("--notes", on_off(order.keeps_notes));
  if (order.sprt) {
    const auto number = [](double value) { return std::to_string(value); };
    job.add("--sprt", number(order.sprt->elo0) + "," + number(order.sprt->elo1) + "," +
                          number(order.sprt->alpha) + "," + number(order.sprt->beta));
    job.add("--elo", order.sprt->model == match::EloModel::kLogistic ? "logistic" : "normalized");
  } else {
    job.add("--sprt", "");
    job.add("--elo", "");
  }
  return job;
}

}  // namespace gougi::tools
