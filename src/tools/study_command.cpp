// SPDX-License-Identifier: MIT
#include "tools/study_command.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/random.hpp"
#include "base/say.hpp"
#include "base/version.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "farm/job.hpp"
#include "farm/row_file.hpp"
#include "io/affinity.hpp"
#include "io/event_loop.hpp"
#include "match/rating.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "study/consensus_study.hpp"
#include "tools/deep_judge.hpp"
#include "tools/in_order.hpp"
#include "tools/judged_disputes.hpp"
#include "tools/match_samples.hpp"
#include "tools/output_place.hpp"
#include "tools/record_file.hpp"
#include "tools/study_page.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

constexpr const char* kStudyPage = "gougi study";

int refuse_study(const std::string& message, int exit_code = cli::kFailed) {
  std::cerr << "gougi study: " << message << "\n";
  return exit_code;
}

/// What decides what the judge says.
base::Result<farm::Job> study_job(const settings::RunStudy& command) {
  farm::Job job{"study", {}};
  job.add("gougi", std::string(base::kVersion));
  for (std::size_t i = 0; i < command.files.size(); ++i) {
    if (auto added = job.add_file("file " + std::to_string(i + 1), command.files[i]); !added) {
      return tl::unexpected(added.error());
    }
  }
  std::string coefs;
  for (const int coef : command.eval_coefs) coefs += std::to_string(coef) + " ";
  job.add("--eval-coef", coefs);
  job.add("--nodes", std::to_string(command.nodes));
  job.add("--judged", std::to_string(command.judged));
  return job;
}

/// What is gathered from the files.
struct Gathered {
  study::ConsensusStudy study;
  StudyFacts facts;
};

// Members are found among the players by the names of their votes.
void compare_with_members(const std::vector<match::StoredEngine>& engines,
                          const std::vector<std::set<std::string>>& members,
                          const match::Standing& standing, StudyFacts& facts) {
  const auto table = match::rate(engines.size(), standing.matchups());
  for (std::size_t council = 0; council < engines.size(); ++council) {
    std::vector<std::size_t> found;
    for (const std::string& member : members[council]) {
      const auto player = std::find_if(engines.begin(), engines.end(),
                                       [&](const auto& engine) { return engine.name == member; });
      if (player != engines.end()) {
        found.push_back(static_cast<std::size_t>(player - engines.begin()));
      } else if (std::find(facts.absent.begin(), facts.absent.end(), member) ==
                 facts.absent.end()) {
        facts.absent.push_back(member);
      }
    }
    if (!table || standing.games() == 0) continue;
    const auto elo = [&](std::size_t player) { return table->players[player].elo.value; };
    const auto best = std::max_element(
        found.begin(), found.end(), [&](std::size_t a, std::size_t b) { return elo(a) < elo(b); });
    for (auto member = found.begin(); member != found.end(); ++member) {
      facts.gains.push_back({engines[council].name, engines[*member].name,
                             table->lead(council, *member), table->superiority(council, *member),
                             member == best});
    }
  }
}

base::Result<void> study_match(const settings::RunStudy& command, const std::filesystem::path& file,
                               Gathered& all) {
  auto store = match::Store::open_to_read(file);
  if (!store) return tl::unexpected(store.error());
  const auto rules = store->rules();
  if (!rules || *rules != &game::shogi_rules()) {
    return base::fail(base::to_utf8(file) + ": " +
                      (rules
                           ? base::say({"holds games of {0}; gougi study judges shogi alone",
                                        "{0} の対局です。gougi study が判定できるのは将棋だけです"},
                                       (*rules)->name())
                           : rules.error().message));
  }
  const auto engines = store->players();
  if (!engines) return tl::unexpected(engines.error());
  match::Standing standing(engines->size());
  std::vector<std::set<std::string>> members(engines->size());
  int number = 0;
  GatheredBounds bounds;
  auto read = store->for_each_game([&](const match::GameRecord& game) {
    standing.add(game);
    for (const std::size_t engine : {game.black, game.white}) {
      ++number;
      if (engine >= engines->size()) continue;
      for (const auto& decision : decisions_of(game, engine, command.eval_coefs, number)) {
        if (!bounds.admit(decision.voters) || !bounds.admit(decision.position.size())) return;
        for (const auto& each : decision.voters) {
          if (!each.voter.absent) members[engine].insert(each.name);
        }
        all.study.take(decision, game.number);
      }
    }
  });
  if (read) read = bounds.result(file);
  if (read) compare_with_members(*engines, members, standing, all.facts);
  return read;
}

base::Result<void> study_file(const settings::RunStudy& command, const std::filesystem::path& file,
                              Gathered& all) {
  if (is_match_file(file)) return study_match(command, file, all);
  return for_each_line(file, [&](std::string_view line) -> base::Result<void> {
    const auto record = relay::parse_record(line);
    if (!record) return tl::unexpected(record.error());
    if (const auto* decision = std::get_if<relay::DecisionRecord>(&*record)) {
      all.study.take(*decision);
    }
    return {};
  });
}

base::Result<shogi::Game> game_at(const std::string& position) {
  const auto command = usi::parse_command(position);
  if (!command) return tl::unexpected(command.error());
  const auto* line = std::get_if<usi::PositionCommand>(&*command);
  if (line == nullptr) return base::fail(base::say({"no position", "局面がありません"}));
  return usi::replay(*line);
}

// As many as wished, by lot.
std::vector<std::size_t> drawn(std::size_t count, std::size_t most) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = i;
  base::Random random(1);
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    std::swap(places[i], places[i + random.below(count - i)]);
  }
  places.resize(std::min(count, most));
  std::sort(places.begin(), places.end());
  return places;
}

/// Nothing where the judge, who knows ordinary shogi, cannot say.
std::vector<double> judged(DeepJudge& judge, const study::Dispute& dispute) {
  const auto game = game_at(dispute.position);
  if (!game || game->is_freeze_game()) return {};
  const bool all_legal = std::all_of(dispute.moves.begin(), dispute.moves.end(), [&](auto move) {
    return game->freeze_position().is_legal(move.of_shogi());
  });
  if (!all_legal) return {};
  std::vector<shogi::BareMove> moves;
  for (const usi::Move move : dispute.moves) moves.push_back(move.of_shogi().bare);
  return judge.win_rates(*game, moves);
}

/// Judges disputes drawn by lot, each by one of several judges, who agree.
class Judging {
 public:
  /// `places`: of those that are judged, by unit.
  Judging(const settings::RunStudy& command, std::vector<study::Dispute>& disputes,
          std::vector<std::size_t> places, JudgedDisputes& kept)
      : disputes_(disputes),
        places_(std::move(places)),
        kept_(kept),
        wanted_(kept.wanted()),
        stop_file_(command.stop_file) {
    for (const auto& [unit, win_rates] : kept.known()) {
      study::Dispute& dispute = disputes_[places_[unit]];
      if (win_rates.size() == dispute.moves.size()) dispute.win_rates = win_rates;
    }
    const int threads = command.threads > 0 ? command.threads : io::processor_count();
    for (int i = 0; i < threads; ++i) {
      judges_.push_back(std::make_unique<DeepJudge>(static_cast<std::uint64_t>(command.nodes)));
    }
    jobs_.next = [this]() -> std::optional<std::size_t> {
      while (begun_ < places_.size() && !kept_.wants(begun_)) ++begun_;
      if (begun_ == places_.size()) return std::nullopt;
      return begun_++;
    };
    jobs_.work = [this](std::size_t worker, std::size_t unit) {
      return std::pair(unit, judged(*judges_[worker], disputes_[places_[unit]]));
    };
    jobs_.take = [this](std::pair<std::size_t, std::vector<double>>&& result) {
      if (auto added = kept_.add(result.first, result.second); !added) {
        failure_ = added.error().message;
        return false;
      }
      disputes_[places_[result.first]].win_rates = std::move(result.second);
      ++done_;
      show();
      return true;
    };
  }

  /// False: it was interrupted; what was judged until then is kept.
  bool run() {
    // The signals' loop has this thread, the judges have others.
    io::EventLoop loop;
    const cli::Interruption interruption(
        loop,
        [&] {
          cli::tell_finishing("gougi study", {"the decisions at hand", "判定中の決定"});
          jobs_.finish();
        },
        stop_file_);
    std::thread judging([&] {
      jobs_.run(judges_.size());
      loop.post([&loop] { loop.stop(); });
    });
    loop.run();
    judging.join();
    line_.leave();
    return !interruption.has_come();
  }
  std::size_t done() const { return done_; }
  /// Why nothing more could be kept; empty: it could.
  const std::string& failure() const { return failure_; }

 private:
  void show() {
    const base::TimePoint now = base::Clock::now();
    if (done_ < wanted_) return line_.show(now, [&] { return text(now); });
    line_.show_now(now, text(now));
  }

  std::string text(base::TimePoint now) const {
    return base::say({"judged {0}/{1}, {2}", "判定 {0}/{1}、{2}"}, done_, wanted_,
                     base::pace_text(static_cast<double>(done_),
                                     static_cast<double>(wanted_ - done_), now - began_));
  }

  std::vector<study::Dispute>& disputes_;
  std::vector<std::size_t> places_;
  JudgedDisputes& kept_;
  std::size_t wanted_;
  std::filesystem::path stop_file_;
  std::string failure_;
  std::vector<std::unique_ptr<DeepJudge>> judges_;
  InOrder<std::size_t, std::pair<std::size_t, std::vector<double>>> jobs_;
  std::size_t begun_ = 0;
  std::size_t done_ = 0;
  base::TimePoint began_ = base::Clock::now();
  cli::ProgressLine line_;
};

}  // namespace

int study_command(const settings::RunStudy& command) {
  std::vector<std::filesystem::path> taken = command.files;
  for (const auto& place : {command.report.value_or(""), command.file}) {
    if (place.empty()) continue;
    const auto fits = place == command.report ? check_output_page(place, taken, kStudyPage)
                                              : check_output_file(place, taken);
    if (!fits) {
      return refuse_study(fits.error().message);
    }
    taken.push_back(place);
  }
  if (const auto hold = check_not_empty(command.files); !hold) {
    return refuse_study(hold.error().message);
  }
  Gathered all;
  for (const auto& file : command.files) {
    if (const auto read = study_file(command, file, all); !read) {
      return refuse_study(read.error().message);
    }
    all.facts.files.push_back(base::to_utf8(file.filename()));
    all.study.end_file();
  }
  if (all.study.result().decisions == 0) {
    return refuse_study(base::say(
        {"there is no decision with two votes in the files; gougi match --notes on keeps the votes "
         "of its relays, and a relay's log: or record: writes files of decisions",
         "2票以上の決定がありません。gougi match --notes on で合議の票を保存するか、設定の log: か "
         "record: で決定の記録を書いてください"}));
  }
  const bool judges = command.nodes > 0 && command.judged > 0;
  if (command.shard && !judges) {
    return refuse_study(base::say({"--shard: nothing is judged in parts or at all",
                                   "--shard: 判定するものがありません"}),
                        cli::kWrongUsage);
  }
  bool is_whole = true;
  if (all.study.disputes().empty() && !command.shard) {
    all.facts.not_judged = {"in no decision did two voters differ",
                            "意見の分かれた決定がありません"};
  } else if (!judges) {
    all.facts.not_judged = command.nodes == 0 ? base::Text{"--nodes 0", "--nodes 0"}
                                              : base::Text{"--judged 0", "--judged 0"};
  } else {
    auto places = drawn(all.study.disputes().size(), static_cast<std::size_t>(command.judged));
    auto job = study_job(command);
    if (!job) return refuse_study(job.error().message);
    auto kept = JudgedDisputes::open(command.file, command.shard, std::move(*job), places.size());
    if (!kept) {
      return refuse_study(kept.error().message, command.shard ? cli::kFailed : cli::kWrongUsage);
    }
    Judging judging(command, all.study.disputes(), std::move(places), *kept);
    is_whole = judging.run();
    if (!judging.failure().empty()) return refuse_study(judging.failure());
    if (is_whole) {
      if (auto done = kept->finish(); !done) return refuse_study(done.error().message);
    }
    if (command.shard) return is_whole ? 0 : cli::kInterrupted;
    all.facts.not_judged =
        judging.done() == 0
            ? base::Text{"it was interrupted before the first", "最初の判定の前に中断されました"}
            : base::Text{"the moves of none could be played", "どの決定の手も指せませんでした"};
  }
  all.facts.nodes = static_cast<std::uint64_t>(command.nodes);
  all.facts.result = all.study.result();
  std::cout << study_text(all.facts) << std::flush;
  if (command.report) {
    std::ofstream page(*command.report, std::ios::binary | std::ios::trunc);
    page << marked_page(study_html(all.facts), kStudyPage) << std::flush;
    if (!page)
      return refuse_study(
          base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(*command.report)));
  }
  return is_whole ? 0 : cli::kInterrupted;
}

}  // namespace gougi::tools
