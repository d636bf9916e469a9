// SPDX-License-Identifier: MIT
#include "tools/headroom_command.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/exit_code.hpp"
#include "farm/job.hpp"
#include "farm/row_file.hpp"
#include "study/headroom.hpp"
#include "tools/council_job.hpp"
#include "tools/headroom_file.hpp"
#include "tools/headroom_games.hpp"
#include "tools/headroom_order.hpp"
#include "tools/headroom_page.hpp"
#include "tools/headroom_run.hpp"
#include "tools/match_plan.hpp"
#include "tools/output_place.hpp"

namespace gougi::tools {
namespace {

constexpr const char* kHeadroomPage = "gougi study --headroom";

int refuse_headroom(const std::string& message, int status = cli::kFailed) {
  std::cerr << "gougi study: " << base::printable(message, 4000) << "\n";
  return status;
}

base::Result<AskedProgram> headroom_program(const study::HeadroomEngine& engine) {
  auto launch = launch_of(engine.command);
  if (!launch) return tl::unexpected(launch.error());
  return AskedProgram{std::move(*launch), engine.options};
}

base::Result<HeadroomPlan> headroom_plan(const HeadroomWords& words) {
  HeadroomPlan plan;
  plan.order = words.order;
  plan.patience = words.patience;
  for (const study::HeadroomEngine& engine : words.order.engines) {
    auto program = headroom_program(engine);
    if (!program) return tl::unexpected(program.error());
    plan.members.push_back(std::move(*program));
  }
  auto judge = headroom_program(words.order.judge);
  if (!judge) return tl::unexpected(judge.error());
  plan.judge = std::move(*judge);
  return plan;
}

/// What the engine is, wherever it lies; empty where that cannot be known, as of one that is no
/// file here.
std::string identity_of(const AskedProgram& program) {
  farm::Job facts{"engine", {}};
  if (!add_program(facts, "engine", program.launch, program.options)) return "";
  return farm::identity_of(facts).value_or("");
}

/// What shapes the results, by the bytes of programs and of what they read.
base::Result<farm::Job> headroom_job(const HeadroomPlan& plan, const std::filesystem::path& again) {
  farm::Job job{"study --headroom", {}};
  job.add("gougi", std::string(base::kVersion));
  const study::HeadroomOrder& order = plan.order;
  for (std::size_t i = 0; i <= plan.members.size(); ++i) {
    const bool is_judge = i == plan.members.size();
    const AskedProgram& program = is_judge ? plan.judge : plan.members[i];
    const std::string which = is_judge ? "judge" : "engine " + std::to_string(i + 1);
    job.add(which + " name", is_judge ? order.judge.name : order.engines[i].name);
    if (auto added = add_program(job, which, program.launch, program.options); !added) {
      return tl::unexpected(added.error());
    }
  }
  job.add("games", order.games);
  job.add("--anchor", order.engines[order.anchor].name);
  job.add("--nodes", std::to_string(order.nodes));
  job.add("--judge-nodes", std::to_string(order.judge_nodes));
  job.add("--judge-coef", std::to_string(order.judge_coef));
  job.add("--positions", std::to_string(order.positions));
  job.add("--seed", std::to_string(order.seed));
  if (!again.empty()) {
    if (auto added = job.add_file("--again", again); !added) return tl::unexpected(added.error());
  }
  return job;
}

base::Result<HeadroomFile> open_headroom_file(const HeadroomWords& words,
                                              const std::optional<farm::Part>& part,
                                              const std::vector<study::HeadroomLine>& drawn) {
  if (!part) return HeadroomFile::open(words.file, words.order, drawn);
  return HeadroomFile::open_part(words.file, *part, words.order, drawn.size());
}

int tell_headroom(const HeadroomWords& words, const HeadroomLines& lines,
                  const FirstOpinion* first) {
  HeadroomFacts facts;
  facts.order = words.order;
  if (first != nullptr) facts.first = first->order;
  std::vector<study::HeadroomSample> samples;
  for (const auto& [number, line] : lines) {
    if (line.left_out.empty()) {
      samples.push_back(sample_beside(line, first));
    } else {
      ++facts.left_out;
    }
  }
  facts.result = study::headroom_of(samples, words.order.anchor, words.order.seed);
  std::cout << headroom_text(facts) << std::flush;
  if (words.report.empty()) return 0;
  std::ofstream page(words.report, std::ios::binary | std::ios::trunc);
  page << marked_page(headroom_html(facts), kHeadroomPage) << std::flush;
  if (page) return 0;
  return refuse_headroom(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(words.report)));
}

}  // namespace

int headroom_command(const std::vector<std::string>& given) {
  auto words = read_headroom_words(given);
  if (!words) return refuse_headroom(words.error().message, cli::kWrongUsage);
  if (!words->answer.empty()) {
    std::cout << words->answer;
    return 0;
  }
  std::vector<std::filesystem::path> taken = words->games;
  if (!words->again.empty()) taken.push_back(words->again);
  for (const auto& place : {words->report, words->file}) {
    if (place.empty()) continue;
    const auto fits = place == words->report ? check_output_page(place, taken, kHeadroomPage)
                                             : check_output_file(place, taken);
    if (!fits) {
      return refuse_headroom(fits.error().message);
    }
    taken.push_back(place);
  }
  const auto games = read_headroom_games(words->games);
  if (!games) return refuse_headroom(games.error().message);
  words->order.games = study::fingerprint(games->games);
  auto plan = headroom_plan(*words);
  if (!plan) return refuse_headroom(plan.error().message);
  for (std::size_t i = 0; i < plan->members.size(); ++i) {
    words->order.engines[i].identity = identity_of(plan->members[i]);
  }
  words->order.judge.identity = identity_of(plan->judge);
  plan->order = words->order;
  const auto places =
      study::draw_positions(games->games, words->order.positions, words->order.seed);
  if (places.empty())
    return refuse_headroom(base::say(
        {"the games hold no position with a choice to make", "手を選べる局面がありません"}));
  if (games->freeze_games > 0) {
    std::cerr << "gougi study: "
              << base::counted(
                     games->freeze_games,
                     {"{0} game of Freeze shogi left out", "Freeze将棋の対局 {0} 局を除きます"},
                     {"{0} games of Freeze shogi left out", "Freeze将棋の対局 {0} 局を除きます"})
              << "\n";
  }
  if (places.size() < words->order.positions) {
    std::cerr << "gougi study: "
              << base::say({"the games hold {0} different positions with a choice to make",
                            "手を選べる異なる局面は {0} です"},
                           places.size())
              << "\n";
  }
  auto drawn = study::drawn_lines(games->games, places);
  std::optional<FirstOpinion> first;
  if (!words->again.empty()) {
    auto opinion = read_first_opinion(words->again, words->order, drawn);
    if (!opinion) return refuse_headroom(opinion.error().message);
    first = std::move(*opinion);
  }
  std::optional<farm::Part> part;
  if (words->shard) {
    auto job = headroom_job(*plan, words->again);
    if (!job) return refuse_headroom(job.error().message);
    part = farm::Part{std::move(*job), *words->shard};
  }
  auto file = open_headroom_file(*words, part, drawn);
  if (!file) return refuse_headroom(file.error().message);
  if (first) {
    const auto same = check_same_moves(file->found(), *first);
    if (!same) {
      return refuse_headroom(base::to_utf8(words->file) + ": " + same.error().message);
    }
  }
  HeadroomRun run(std::move(*plan), std::move(*file), std::move(drawn), games->games, places,
                  first ? &*first : nullptr);
  const int status = run.run(words->threads, words->stop_file);
  if (words->shard || (status != 0 && status != cli::kInterrupted)) return status;
  const bool has_any = std::ranges::any_of(
      run.lines(), [](const auto& each) { return each.second.left_out.empty(); });
  if (status != 0 && !has_any) return status;
  const int told = tell_headroom(*words, run.lines(), first ? &*first : nullptr);
  return told != 0 ? told : status;
}

}  // namespace gougi::tools
