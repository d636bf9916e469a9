// SPDX-License-Identifier: MIT
#include "tools/tune_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/counted.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "farm/killed_engine.hpp"
#include "io/private_file.hpp"
#include "io/unheld_output.hpp"
#include "tools/match_job.hpp"
#include "tools/tune_run.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Facts of the job that the merge reads.
constexpr const char* kGamesFact = "games an iteration";
constexpr const char* kIterationsFact = "iterations";
constexpr const char* kTuneSeedFact = "seed of the walk";
constexpr const char* kNumbersFact = "number of parameters";
constexpr const char* kTuneHashFact = "settings";
constexpr const char* kStateFact = "state";

std::string parameter_fact(std::size_t number) { return "parameter " + std::to_string(number + 1); }

std::string parameter_text(const match::SpsaParameter& p) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {}", p.start, p.least, p.most, p.step,
                     p.rate, p.name);
}

/// Reads facts; what cannot be read is kept in mind.
class TuneFacts {
 public:
  explicit TuneFacts(const farm::Job& job) : job_(job) {}

  std::string_view text(const std::string& name) {
    const auto found = std::ranges::find(
        job_.facts, name, [](const auto& fact) -> auto& { return fact.first; });
    if (found != job_.facts.end()) return found->second;
    is_damaged_ = true;
    return {};
  }
  std::uint64_t count(const std::string& name) {
    std::string_view words = text(name);
    return number<std::uint64_t>(words);
  }
  match::SpsaParameter parameter(const std::string& name) {
    std::string_view words = text(name);
    match::SpsaParameter p;
    for (double* const value : {&p.start, &p.least, &p.most, &p.step, &p.rate}) {
      *value = number<double>(words);
    }
    p.name = base::trim(words);
    if (!is_possible(p)) is_damaged_ = true;
    return p;
  }
  bool is_damaged() const { return is_damaged_; }

 private:
  /// Whether it is what a file of parameters may say ("nan" is a number, too, to a reader of some).
  static bool is_possible(const match::SpsaParameter& p) {
    return std::isfinite(p.least) && std::isfinite(p.most) && p.least <= p.start &&
           p.start <= p.most && p.step >= 0.5 && std::isfinite(p.step) && p.rate > 0 &&
           std::isfinite(p.rate);
  }

  template <class Number>
  Number number(std::string_view& words) {
    const std::string_view word = base::next_word(words);
    Number value{};
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size()) is_damaged_ = true;
    return value;
  }

  const farm::Job& job_;
  bool is_damaged_ = false;
};

base::Result<TuneWalk> walk_from(const farm::Job& job) {
  constexpr std::uint64_t kMostParameters = 10'000;
  const auto damaged =
      base::fail(base::say({"the parts do not say what they tune; do them anew",
                            "何を調整する部分かわかりません。部分を最初から作り直してください"}));
  TuneFacts facts(job);
  TuneWalk walk;
  walk.games = facts.count(kGamesFact);
  walk.spsa.iterations = facts.count(kIterationsFact);
  walk.spsa.seed = facts.count(kTuneSeedFact);
  const std::uint64_t numbers = facts.count(kNumbersFact);
  if (facts.is_damaged() || numbers == 0 || numbers > kMostParameters) return damaged;
  for (std::size_t i = 0; i < numbers && !facts.is_damaged(); ++i) {
    walk.spsa.parameters.push_back(facts.parameter(parameter_fact(i)));
  }
  const std::uint64_t hash = facts.count(kTuneHashFact);
  const std::string_view text = facts.text(kStateFact);
  if (facts.is_damaged()) return damaged;
  auto state = match::parse_tuning_state(text, walk.spsa, hash);
  if (!state || state->iteration >= walk.spsa.iterations) return damaged;
  walk.state = std::move(*state);
  return walk;
}

/// "2 0 0": a pair's wins, draws and losses of plus.
std::string pair_row(const match::Trinomial& pair) {
  return fmt::format("{} {} {}", pair.wins, pair.draws, pair.losses);
}

std::optional<match::Trinomial> pair_from(std::string_view row) {
  if (row.size() != 5 || row[1] != ' ' || row[3] != ' ') return std::nullopt;
  const auto digit = [&](std::size_t at) { return static_cast<std::uint64_t>(row[at] - '0'); };
  const match::Trinomial pair{.losses = digit(4), .draws = digit(2), .wins = digit(0)};
  const bool is_whole = std::max({pair.wins, pair.draws, pair.losses}) <= 2 && pair.games() == 2;
  return is_whole ? std::optional(pair) : std::nullopt;
}

/// Whether nothing is lost where `text` takes the place of what is there.
base::Result<void> check_state_place(const fs::path& to, std::string_view before,
                                     std::string_view after) {
  if (auto place = base::check_replaceable(to, {}); !place) return place;
  std::error_code ignored;
  if (!fs::exists(to, ignored)) return {};
  const auto bytes = base::read_bytes(to, match::kMostStateBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view there(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (there == before || there == after) return {};
  return base::would_lose(to);
}

}  // namespace

base::Result<farm::Job> tune_job(const MatchOrder& games, const TuneWalk& walk) {
  auto job = match_job(games);
  if (!job) return job;
  job->kind = kTuneJob;
  job->add("iterations done", std::to_string(walk.state.iteration));
  job->add(kGamesFact, std::to_string(walk.games));
  job->add(kIterationsFact, std::to_string(walk.spsa.iterations));
  job->add(kTuneSeedFact, std::to_string(walk.spsa.seed));
  job->add(kNumbersFact, std::to_string(walk.spsa.parameters.size()));
  for (std::size_t i = 0; i < walk.spsa.parameters.size(); ++i) {
    job->add(parameter_fact(i), parameter_text(walk.spsa.parameters[i]));
  }
  job->add(kTuneHashFact, std::to_string(walk.state.settings));
  job->add(kStateFact, match::to_text(walk.state, walk.spsa));
  return job;
}

TunePart::TunePart(const TuneWalk& walk, farm::RowWork work)
    : games_(walk.games),
      first_(walk.state.iteration * walk.games),
      spsa_(walk.spsa),
      work_(std::move(work)) {
  match::Spsa spsa(walk.spsa);
  spsa.go_on_from(walk.state.iteration, walk.state.values);
  trial_ = spsa.trial();
}

int TunePart::play(match::MatchPlan plan, const fs::path& stop_file) {
  std::set<std::uint64_t> not_ours;
  for (std::uint64_t i = 0; i < first_ + games_; ++i) {
    if (i >= first_ && work_.wants((i - first_) / 2)) {
      ++left_;
    } else {
      not_ours.insert(not_ours.end(), i);
    }
  }
  if (left_ == 0) {
    complete();
    return end();
  }
  vary_by(plan, spsa_, trial_);
  match::Server::Callbacks callbacks;
  callbacks.on_game = [this](const match::GameRecord& game) { finished(game); };
  callbacks.on_notice = [this](const std::string& text) {
    line_.end();
    std::cerr << "gougi tune: " << text << '\n';
  };
  callbacks.on_no_start = [this](const std::string& how) {
    was_killed_at_start_ = farm::was_killed_from_outside(std::string_view(how));
  };
  callbacks.on_end = [this](const base::Result<void>& how) {
    if (!how && trouble_.empty()) trouble_ = how.error().message;
    loop_.stop();
  };
  auto server = match::Server::make(loop_, std::move(plan), std::move(callbacks));
  if (!server) {
    std::cerr << "gougi tune: " << server.error().message << '\n';
    return cli::kFailed;
  }
  server_ = std::move(*server);
  std::optional<cli::Interruption> interruption;
  interruption.emplace(
      loop_,
      [&] {
        was_interrupted_ = true;
        if (interruption->has_come_by_file()) return server_->stop();
        if (server_->finish()) {
          cli::tell_finishing("gougi tune", {"the games at hand", "途中の対局"});
        }
      },
      stop_file);
  began_ = io::EventLoop::now();
  server_->hold_at(first_ + games_);
  {
    // The clocks of the games do not wait for a terminal that takes nothing.
    const io::UnheldOutput unheld(loop_);
    server_->start(not_ours);
    loop_.run();
    complete();
    interruption.reset();  // who waits no longer for the terminal may end it
  }
  line_.leave();
  return end();
}

// If all of it is done.
void TunePart::complete() {
  if (!trouble_.empty() || left_ > 0 || to_be_repeated_ > 0) return;
  if (const auto done = work_.complete(games_ / 2); !done) trouble_ = done.error().message;
}

void TunePart::finished(const match::GameRecord& game) {
  if (!trouble_.empty()) return;
  const std::uint64_t pair = (game.number - first_) / 2;
  --left_;
  if (farm::was_killed_from_outside(game.ending)) {
    ++to_be_repeated_;
  } else {
    tell_fault(game, line_);
    match::Trinomial& its = pairs_[pair];
    its.add(game.points_of_engine(0));
    if (its.games() == 2) {
      if (const auto kept = work_.add(pair, pair_row(its)); !kept) trouble_ = kept.error().message;
      pairs_.erase(pair);
    }
  }
  ++played_;
  const auto now = io::EventLoop::now();
  line_.show(now, [&] {
    return base::say({"{0}/{1} pairs, {2}", "{0}/{1}組、{2}"}, work_.finished(),
                     work_.finished() + (left_ + 1) / 2,
                     base::pace_text(static_cast<double>(played_) / 2,
                                     static_cast<double>(left_) / 2, now - began_));
  });
  if (left_ == 0 || !trouble_.empty()) server_->stop();
}

int TunePart::end() {
  if (!trouble_.empty()) {
    std::cerr << "gougi tune: " << base::printable(trouble_, 4000) << '\n';
    return was_killed_at_start_ ? cli::kTryAgain : cli::kFailed;
  }
  if (was_interrupted_ && left_ > 0) return cli::kInterrupted;
  if (to_be_repeated_ == 0) return 0;
  std::cerr
      << "gougi tune: "
      << base::counted(
             to_be_repeated_,
             {"{0} game is left, as an engine was killed in it; the same words play it",
              "エンジンが外から終了させられた対局が {0} 局残っています。同じコマンドで指せます"},
             {"{0} games are left, as an engine was killed in them; the same words play them",
              "エンジンが外から終了させられた対局が {0} 局残っています。同じコマンドで指せます"})
      << '\n';
  return cli::kTryAgain;
}

base::Result<farm::Merged> merge_tuning(const fs::path& to, std::vector<farm::RowPart>& parts,
                                        bool partial) {
  if (partial) {
    return base::fail(
        base::say({"--partial: an iteration of gougi tune learns from all its games",
                   "--partial: gougi tune の反復は、全部の対局がそろわないと進められません"}));
  }
  auto walk = walk_from(parts.front().rows.part().job);
  if (!walk) return tl::unexpected(walk.error());
  match::Trinomial round;
  auto merged =
      farm::for_each_row(parts, false, [&](farm::RowFile::Row&& row) -> base::Result<void> {
        const auto pair = pair_from(row.text);
        if (!pair) {
          return base::fail(base::say(
              {"pair {0} of the parts cannot be read", "部分の第{0}組が読めません"}, row.unit + 1));
        }
        round.wins += pair->wins;
        round.draws += pair->draws;
        round.losses += pair->losses;
        return {};
      });
  if (!merged) return merged;
  if (round.games() != walk->games) {
    return base::fail(base::say({"the parts have {0} games, not {1}; do them anew",
                                 "部分の対局は {1} 局のはずが {0} 局です。作り直してください"},
                                round.games(), walk->games));
  }
  const std::string before = match::to_text(walk->state, walk->spsa);
  match::Spsa spsa(walk->spsa);
  spsa.go_on_from(walk->state.iteration, walk->state.values);
  match::end_iteration(walk->state, spsa, round);
  const std::string after = match::to_text(walk->state, walk->spsa);
  if (auto place = check_state_place(to, before, after); !place) {
    return tl::unexpected(place.error());
  }
  if (auto written = io::write_private_file(to, after); !written) {
    return tl::unexpected(written.error());
  }
  return merged;
}

}  // namespace gougi::tools
