// SPDX-License-Identifier: MIT
#include "tools/tune_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <utility>

#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "io/private_file.hpp"
#include "io/unheld_output.hpp"
#include "tools/output_place.hpp"
#include "tools/tune_page.hpp"

namespace gougi::tools {
namespace {

constexpr std::chrono::seconds kBetweenPages{60};

}  // namespace

base::Result<void> write_tuning_page(const TunePlaces& places, const match::SpsaSettings& settings,
                                     const match::TuningState& state) {
  if (places.report.empty()) return {};
  std::ofstream page(places.report, std::ios::binary | std::ios::trunc);
  page << marked_page(tuning_html(places.title, settings, state), kTunePage) << std::flush;
  if (page) return {};
  return base::fail(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(places.report)));
}

void vary_by(match::MatchPlan& plan, const match::SpsaSettings& settings,
             const match::SpsaTrial& trial) {
  for (match::Contestant& contestant : plan.engines) {
    for (const match::SpsaParameter& parameter : settings.parameters) {
      contestant.varied.push_back({parameter.name, static_cast<std::int64_t>(parameter.least),
                                   static_cast<std::int64_t>(parameter.most)});
    }
  }
  plan.vary = [&trial](std::uint64_t, std::size_t engine) {
    return engine == 0 ? trial.plus : trial.minus;
  };
}

void tell_fault(const match::GameRecord& game, cli::ProgressLine& line) {
  if (!game::is_fault(game.ending.reason)) return;
  const bool is_plus = game.points_of_engine(0) == match::Points::kLoss;
  line.end();
  std::cerr << "gougi tune: "
            << base::say({"game {0}: {1} lost by {2}\n", "第{0}局: {1} の負け。{2}\n"},
                         game.number + 1, is_plus ? "plus" : "minus",
                         base::said(game::words_of(game.ending.reason)));
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
  vary_by(plan, spsa_.settings(), trial_);
  match::Server::Callbacks callbacks;
  callbacks.on_game = [this](const match::GameRecord& game) { finished(game); };
  callbacks.on_notice = [this](const std::string& text) {
    line_.end();
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
  std::optional<cli::Interruption> interruption(std::in_place, loop_, [this] {
    was_interrupted_ = true;
    if (round_.games() == 0 && !server_->is_playing()) return server_->stop();
    cli::tell_finishing("gougi tune", {"the iteration at hand", "途中の反復"});
  });
  trial_ = spsa_.trial();
  server_->hold_at((state_.iteration + 1) * games_);
  {
    // The clocks of the games do not wait for a terminal that takes nothing.
    const io::UnheldOutput unheld(loop_);
    server_->start(done);
    loop_.run();
    if (const auto written = write_tuning_page(places_, spsa_.settings(), state_);
        !written && trouble_.empty()) {
      trouble_ = written.error().message;
    }
    interruption.reset();  // who waits no longer for the terminal may end it
  }
  line_.leave();
  if (!trouble_.empty()) {
    std::cerr << "gougi tune: " << base::printable(trouble_, 4000) << '\n';
    return cli::kFailed;
  }
  if (was_interrupted_ && !spsa_.is_finished()) {
    std::cerr << "gougi tune: "
              << base::say({"stopped behind iteration {0}; the same command goes on there\n",
                            "反復 {0} の後で中断しました。同じコマンドで続きから始められます\n"},
                           state_.iteration);
    return cli::kInterrupted;
  }
  return 0;
}

void TuneRun::finished(const match::GameRecord& game) {
  if (!trouble_.empty()) return;
  round_.add(game.points_of_engine(0));
  ++played_;
  tell_fault(game, line_);
  if (round_.games() < games_) return;
  if (const auto ended = end_iteration(); !ended) {
    trouble_ = ended.error().message;
    server_->stop();
  }
}

base::Result<void> TuneRun::end_iteration() {
  match::end_iteration(state_, spsa_, round_);
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
  if (was_interrupted_) {
    server_->stop();
    return {};
  }
  trial_ = spsa_.trial();
  server_->hold_at((state_.iteration + 1) * games_);
  return {};
}

void TuneRun::show_progress() {
  const auto now = io::EventLoop::now();
  const auto text = [&] {
    const std::uint64_t all = spsa_.settings().iterations;
    return base::say(
        {"iteration {0}/{1}, {2}/{3} games, {4}", "反復 {0}/{1}、{2}/{3}局、{4}"}, state_.iteration,
        all, state_.iteration * games_, all * games_,
        base::pace_text(static_cast<double>(played_),
                        static_cast<double>((all - state_.iteration) * games_), now - began_));
  };
  if (!spsa_.is_finished()) return line_.show(now, text);
  line_.show_now(now, text());
  line_.leave();
}

}  // namespace gougi::tools
