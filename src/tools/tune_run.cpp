// SPDX-License-Identifier: MIT
#include "tools/tune_run.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <utility>

#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "io/private_file.hpp"
#include "io/signals.hpp"
#include "report/chart.hpp"
#include "tools/tune_page.hpp"

namespace gougi::tools {
namespace {

constexpr std::chrono::seconds kBetweenTuneLines{2};
constexpr std::chrono::seconds kBetweenPages{60};

}  // namespace

base::Result<void> write_tuning_page(const TunePlaces& places, const match::SpsaSettings& settings,
                                     const match::TuningState& state) {
  if (places.report.empty()) return {};
  std::ofstream page(places.report, std::ios::binary | std::ios::trunc);
  page << tuning_html(places.title, settings, state) << std::flush;
  if (page) return {};
  return base::fail(base::to_utf8(places.report) + ": cannot be written");
}

TuneRun::TuneRun(match::SpsaSettings settings, match::TuningState state, std::uint64_t games,
                 TunePlaces places)
    : spsa_(std::move(settings)),
      state_(std::move(state)),
      games_(games),
      places_(std::move(places)) {
  spsa_.go_on_from(state_.iteration, state_.values);
}

int TuneRun::play(match::MatchPlan plan) {
  for (match::Contestant& contestant : plan.engines) {
    for (const match::SpsaParameter& parameter : spsa_.settings().parameters) {
      contestant.varied.push_back({parameter.name, static_cast<std::int64_t>(parameter.least),
                                   static_cast<std::int64_t>(parameter.most)});
    }
  }
  plan.vary = [this](std::uint64_t, std::size_t engine) {
    return engine == 0 ? trial_.plus : trial_.minus;
  };
  match::Server::Callbacks callbacks;
  callbacks.on_game = [this](const match::GameRecord& game) { finished(game); };
  callbacks.on_notice = [](const std::string& text) {
    std::cerr << "gougi tune: " << text << '\n';
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
  std::set<std::uint64_t> done;
  for (std::uint64_t i = 0; i < state_.iteration * games_; ++i) done.insert(done.end(), i);
  began_ = io::EventLoop::now();
  next_page_ = began_ + kBetweenPages;
  const io::EndSignals signals(loop_, [this](int) {
    was_interrupted_ = true;
    server_->stop();
  });
  trial_ = spsa_.trial();
  server_->hold_at((state_.iteration + 1) * games_);
  server_->start(done);
  loop_.run();
  if (const auto written = write_tuning_page(places_, spsa_.settings(), state_);
      !written && trouble_.empty()) {
    trouble_ = written.error().message;
  }
  if (!trouble_.empty()) {
    std::cerr << "gougi tune: " << base::printable(trouble_, 4000) << '\n';
    return cli::kFailed;
  }
  if (was_interrupted_ && !spsa_.is_finished()) {
    std::cerr << "gougi tune: stopped behind iteration " << state_.iteration
              << "; the same command goes on there\n";
    return cli::kInterrupted;
  }
  return 0;
}

void TuneRun::finished(const match::GameRecord& game) {
  if (was_interrupted_ || !trouble_.empty()) return;
  const match::Points points = game.points_of_engine(0);
  round_.add(points);
  ++played_;
  if (game::is_fault(game.ending.reason)) {
    std::cerr << "gougi tune: game " << game.number + 1 << ": "
              << (points == match::Points::kLoss ? "plus" : "minus") << " lost by "
              << to_text(game.ending.reason) << '\n';
  }
  if (round_.games() < games_) return;
  if (const auto ended = end_iteration(); !ended) {
    trouble_ = ended.error().message;
    server_->stop();
  }
}

base::Result<void> TuneRun::end_iteration() {
  spsa_.learn(static_cast<double>(round_.wins) - static_cast<double>(round_.losses));
  state_.iteration = spsa_.iteration();
  state_.values = spsa_.values();
  state_.games.wins += round_.wins;
  state_.games.draws += round_.draws;
  state_.games.losses += round_.losses;
  match::add_point(state_, spsa_.settings());
  round_ = {};
  if (auto kept = io::write_private_file(places_.state, to_text(state_, spsa_.settings())); !kept) {
    return kept;
  }
  show_progress();
  const auto now = io::EventLoop::now();
  if (now >= next_page_) {
    next_page_ = now + kBetweenPages;
    if (auto written = write_tuning_page(places_, spsa_.settings(), state_); !written) {
      return written;
    }
  }
  if (spsa_.is_finished()) return {};
  trial_ = spsa_.trial();
  server_->hold_at((state_.iteration + 1) * games_);
  return {};
}

void TuneRun::show_progress() {
  const auto now = io::EventLoop::now();
  if (!spsa_.is_finished() && now < next_line_) return;
  next_line_ = now + kBetweenTuneLines;
  const std::uint64_t all = spsa_.settings().iterations;
  const double seconds = std::max(std::chrono::duration<double>(now - began_).count(), 1e-3);
  const double rate = static_cast<double>(played_) / seconds;
  const auto left =
      static_cast<std::uint64_t>(static_cast<double>((all - state_.iteration) * games_) / rate);
  std::cerr << "iteration " << state_.iteration << '/' << all << ", " << state_.iteration * games_
            << '/' << all * games_ << " games, "
            << report::printed("%.2f games/s, %llu h %llu min left\n", rate,
                               static_cast<unsigned long long>(left / 3600),
                               static_cast<unsigned long long>(left / 60 % 60));
}

}  // namespace gougi::tools
