// SPDX-License-Identifier: MIT
#include "tools/match_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iostream>
#include <utility>

#include "base/counted.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "farm/killed_engine.hpp"
#include "io/signals.hpp"
#include "io/terminal.hpp"
#include "io/unheld_output.hpp"
#include "match/database.hpp"
#include "match/strength.hpp"
#include "notation/sfen.hpp"
#include "tools/match_memory.hpp"
#include "tools/match_plan.hpp"
#include "tools/output_place.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
int refuse_match(const std::string& message, int exit_code) {
  std::cerr << "gougi match: " << message << "\n";
  return exit_code;
}

std::vector<match::StoredEngine> stored_engines(const MatchOrder& order) {
  std::vector<match::StoredEngine> engines;
  for (const OrderedEngine& engine : order.engines) {
    std::string options;
    for (const auto& option : engine.options) options += option.first + "=" + option.second + "\n";
    engines.push_back({engine.name, engine.command, options, match::to_text(*engine.control)});
  }
  return engines;
}

std::string unsealed(const std::string& file_name, const base::Error& why) {
  return "gougi match: " +
         base::say({"{0}: is not sealed, so that --resume will want --trust: {1}",
                    "{0}: 封印できないため、--resume には --trust が必要になります: {1}"},
                   file_name, why.message) +
         "\n";
}

MatchRun::MatchRun(MatchOrder order, std::vector<match::StoredEngine> players,
                   const game::Rules& rules)
    : order_(std::move(order)),
      players_(std::move(players)),
      rules_(rules),
      standing_(players_.size()) {
  for (const match::StoredEngine& player : players_) facts_.names.push_back(player.name);
  facts_.sprt = order_.sprt;
  for (const auto& [name, elo] : order_.anchors) {
    const auto found = std::ranges::find(facts_.names, name);
    if (found == facts_.names.end()) continue;
    facts_.anchors.push_back({static_cast<std::size_t>(found - facts_.names.begin()), elo});
  }
  facts_.first_side = rules_.sides()[0].name;
}

base::Result<void> MatchRun::read(match::Store& store) {
  return store.for_each_game(
      [this](const match::GameRecord& game) {
        finished_.insert(game.number);
        standing_.add(game);
        if (part_) done_.push_back(farm::progress_of(game));
      },
      rules_);
}

void MatchRun::go_on_with(match::Store store, MatchOutputs outputs) {
  store_ = std::move(store);
  write_to(std::move(outputs));
}

bool MatchRun::is_finished() const {
  const auto schedule = match::Schedule::make({order_.engines.size(), order_.format, order_.games});
  if (is_decided()) return true;
  return schedule &&
         finished_.size() >= 2 * order_.shard.value_or(base::Shard()).count(schedule->size() / 2);
}

std::uint64_t MatchRun::fewest_games() const {
  const auto round = match::Schedule::make({order_.engines.size(), order_.format, 2});
  std::uint64_t fewest = 0;
  for (const std::uint64_t number : finished_) {
    if (round) fewest = std::max(fewest, number / round->size() * 2 + number % 2 + 1);
  }
  return fewest;
}

int MatchRun::tell() {
  if (const auto fits = check_outputs(outputs_); !fits) {
    return refuse_match(fits.error().message, cli::kFailed);
  }
  write_files();
  return end();
}

int MatchRun::play(const std::vector<std::string>& arguments) {
  auto plan = plan_of(order_);
  if (!plan) return refuse_match(plan.error().message, cli::kFailed);
  if (const auto free = check_file(); !free)
    return refuse_match(free.error().message, cli::kFailed);
  if (const auto fits = check_outputs(outputs_); !fits) {
    return refuse_match(fits.error().message, cli::kFailed);
  }
  match::Server::Callbacks callbacks;
  callbacks.on_game = [this](const match::GameRecord& game) { finished(game); };
  callbacks.on_notice = [this](const std::string& text) { notice(text); };
  if (!order_.log.empty()) {
    callbacks.on_line = [this](std::uint64_t game, std::size_t engine, bool is_from_engine,
                               std::string_view line) {
      log_line(game, engine, is_from_engine, line);
    };
  }
  callbacks.on_no_start = [this](const std::string& how) {
    was_killed_at_start_ = part_ && farm::was_killed_from_outside(std::string_view(how));
  };
  callbacks.on_end = [this](const base::Result<void>& how) {
    if (!how) trouble_ = how.error().message;
    loop_.stop();
  };
  if (order_.live_port != 0) {
    callbacks.on_table = [this](std::size_t table, const match::ScheduledGame& game,
                                const match::Referee& referee) {
      page_->at_table(table, game, referee);
    };
  }
  auto server = match::Server::make(loop_, std::move(*plan), std::move(callbacks));
  if (!server) return refuse_match(server.error().message, cli::kFailed);
  server_ = std::move(*server);
  facts_.games = server_->games();
  if (const auto opened = open_page(); !opened)
    return refuse_match(opened.error().message, cli::kFailed);
  if (const auto opened = open_log(); !opened)
    return refuse_match(opened.error().message, cli::kFailed);
  // Only now: what was begun with a wrong word would stand in the way of the right one.
  if (!store_) {
    if (const auto opened = open_file(arguments); !opened) {
      return refuse_match(opened.error().message, cli::kFailed);
    }
  }
  if (order_.games % 2 != 0) {
    notice(base::say({"--games {0} is rounded up to {1}: each opening is played with both colours",
                      "--games {0} は {1} に切り上げます(開始局面ごとに先後1局ずつ指すため)"},
                     order_.games, order_.games + 1));
  }
  if (!finished_.empty() && !order_.is_quiet) {
    const std::uint64_t left = facts_.games - finished_.size();
    notice(base::say(
        {"{0} of {1} games played, {2} left", "{1}局のうち {0}局は終わっています。残り {2}局"},
        finished_.size(), facts_.games, left));
  }
  began_ = io::EventLoop::now();
  std::optional<io::EndSignals> signals(std::in_place, loop_,
                                        [this](int signal) { interrupted(signal); });
  {
    // The clocks of the games do not wait for a terminal that takes nothing.
    const io::UnheldOutput unheld(loop_);
    server_->start(finished_);
    const cli::StopFile stop_file(loop_, order_.stop_file, [this] { stop_file_came(); });
    log_progress();
    loop_.run();
    write_files();
    signals.reset();  // who waits no longer for the terminal may end it
  }
  return end();
}

// Ctrl-C asks for an end, and once more for one at once; others do not ask twice.
void MatchRun::interrupted(int signal) {
  const bool at_once = was_interrupted_ || signal != SIGINT;
  was_interrupted_ = true;
  if (at_once) {
    notice(base::say({"stopping; games that run are dropped", "中断します。途中の対局は捨てます"}));
    return server_->stop();
  }
  if (server_->finish()) {
    notice(base::say({"stopping once the games that run are over; Ctrl-C again drops them",
                      "途中の対局が終わったら中断します。もう一度 Ctrl-C を押すと捨てます"}));
  } else {
    notice(base::say({"stopping; no game is running", "中断します。進行中の対局はありません"}));
  }
}

void MatchRun::log_progress() {
  if (!part_) return;
  const auto schedule = match::Schedule::make({order_.engines.size(), order_.format, order_.games});
  const auto job = farm::identity_of(part_->job);
  const farm::ProgressHead head{"match",      job ? *job : "",
                                part_->shard, schedule ? schedule->size() : 0,
                                facts_.names, order_.sprt};
  progress_ = std::make_unique<farm::ProgressLog>(part_file_, head, done_);
}

void MatchRun::stop_file_came() {
  if (was_interrupted_) return;
  was_interrupted_ = true;
  notice(base::say({"stopping, as there is {0}", "{0} があるため中断します"},
                   base::to_utf8(order_.stop_file)));
  server_->stop();
}

base::Result<void> MatchRun::open_log() {
  if (order_.log.empty()) return {};
  // What another run's says can be had from nowhere else.
  if (auto place = check_new_file(order_.log); !place)
    return base::fail("--log: " + place.error().message);
  auto log = io::PrivateFile::open(order_.log, io::PrivateFile::Start::kAppend);
  if (!log) return base::fail("--log: " + log.error().message);
  log_ = std::move(*log);
  return {};
}

base::Result<void> MatchRun::open_page() {
  if (order_.live_port == 0) return {};
  auto page = MatchLive::serve(order_.live_port, facts_, &rules_ == &game::shogi_rules());
  if (!page) return base::fail("--live: " + page.error().message);
  page_ = std::move(*page);
  notice(base::say({"the match is shown at {0}", "対局の様子: {0}"}, page_->link()));
  if (!store_) return {};
  return store_->for_each_game([this](const match::GameRecord& game) { page_->finished(game); },
                               rules_);
}

// "12.345 game 3 network < go byoyomi 1000": seconds since the match began to run.
void MatchRun::log_line(std::uint64_t game, std::size_t engine, bool is_from_engine,
                        std::string_view line) {
  constexpr std::size_t kMostOfALine = 100'000;
  const auto ms = base::to_ms(io::EventLoop::now() - began_).count();
  // At once: it tells what was said before a crash.
  log_->write(fmt::format("{}.{:03} game {} {} {} {}\n", ms / 1000, ms % 1000, game + 1,
                          facts_.names[engine], is_from_engine ? '>' : '<',
                          base::printable(line, kMostOfALine)));
}

int MatchRun::end() {
  if (page_) page_->over();
  line_.end();
  if (order_.legacy == LegacyOutput::kSigns) std::cout << std::endl;
  const std::string summary = match::summary(standing_, facts_);
  // Who reads the older server's signs wants nothing else there.
  (order_.legacy == LegacyOutput::kNone ? std::cout : std::cerr) << summary << std::flush;
  if (!std::cout && trouble_.empty())
    trouble_ = base::say(
        {"the result could not be written to stdout", "結果を標準出力に書けませんでした"});
  const bool is_to_go_on = to_be_repeated_ > 0 && trouble_.empty() && !was_interrupted_;
  if (is_to_go_on) {
    trouble_ = base::counted(
        to_be_repeated_,
        {"{0} game is left, as an engine was killed in it; the same words play it",
         "エンジンが外から終了させられた対局が {0} 局残っています。同じコマンドで指せます"},
        {"{0} games are left, as an engine was killed in them; the same words play them",
         "エンジンが外から終了させられた対局が {0} 局残っています。同じコマンドで指せます"});
  }
  if (trouble_.empty()) {
    if (was_interrupted_) return cli::kInterrupted;
    return is_refuted() ? cli::kRefuted : 0;
  }
  if (is_new_ && standing_.games() == 0) drop_file();
  std::cerr << "gougi match: " << trouble_ << "\n";
  return is_to_go_on || was_killed_at_start_ ? cli::kTryAgain : cli::kFailed;
}

// Before its outputs are looked at: they are there because it is.
base::Result<void> MatchRun::check_file() const {
  std::error_code ignored;
  if (store_ || part_ || order_.file.empty() || !std::filesystem::exists(order_.file, ignored) ||
      std::filesystem::is_empty(order_.file, ignored)) {
    return {};
  }
  return base::fail(
      base::say({"{0}: is there already; --resume goes on with a match, another --file begins one",
                 "{0}: すでにあります。--resume で続きから、別の --file で新しく始められます"},
                base::to_utf8(order_.file)));
}

base::Result<void> MatchRun::open_file(const std::vector<std::string>& arguments) {
  if (order_.file.empty()) return {};
  std::error_code ignored;
  const bool exists = std::filesystem::exists(order_.file, ignored);
  // A part that is killed here is begun anew by the same words: its file appears whole.
  const std::filesystem::path file = part_ ? base::draft_of(order_.file) : order_.file;
  if (part_) {
    if (auto cleared = match::Database::clear_draft(order_.file); !cleared) return cleared;
  }
  auto store = match::Store::create(file);
  if (!store) {
    return base::fail(
        store.error().message +
        (exists ? base::say({"; --resume goes on with a match, another --file begins one",
                             "。--resume で続きから、別の --file で新しく始められます"})
                : ""));
  }
  store_ = std::move(*store);
  is_new_ = true;
  MatchMemory memory = MatchMemory::of_new(arguments, rules_);
  outputs_.identity = memory.identity();
  outputs_.is_new = false;
  if (part_) memory.set_part(*part_);
  if (const auto sealed = memory.seal(players_); !sealed) {
    line_.end();
    std::cerr << unsealed(base::to_utf8(order_.file), sealed.error());
  }
  auto kept = memory.write(*store_);
  if (kept) kept = store_->set_engines(players_);
  if (!part_) return kept;
  store_.reset();
  if (!kept) {
    match::Database::remove(file);
    return kept;
  }
  if (auto placed = match::Database::place_draft(order_.file); !placed) return placed;
  auto opened = match::Store::open(order_.file);
  if (!opened) return tl::unexpected(opened.error());
  store_ = std::move(*opened);
  return {};
}

// A match that could not begin is begun anew once its engines are mended.
void MatchRun::drop_file() {
  store_.reset();
  progress_.reset();
  std::error_code ignored;
  std::filesystem::remove(order_.file, ignored);
  if (part_) std::filesystem::remove(farm::ProgressLog::of(part_file_), ignored);
}

void MatchRun::finished(const match::GameRecord& game) {
  if (!trouble_.empty() || is_stopping_) return;
  if (part_ && farm::was_killed_from_outside(game.ending)) {
    ++to_be_repeated_;
    notice(base::say({"game {0}: an engine was {1} by somebody else; it does not count and is to "
                      "be played again",
                      "第{0}局: エンジンが外から終了させられました({1})。数えずに指し直します"},
                     game.number + 1, usi::failure_words(game.ending.detail)));
    return;
  }
  if (store_) {
    if (const auto kept = store_->add(game); !kept) {
      trouble_ = kept.error().message;
      return server_->stop();
    }
  }
  if (!store_ && !outputs_.empty()) games_.push_back(game);
  standing_.add(game);
  if (progress_) progress_->add(farm::progress_of(game));
  ++facts_.played_now;
  if (page_) {
    page_->finished(game);
    page_->is_running(base::to_ms(io::EventLoop::now() - began_), facts_.played_now);
  }
  print_legacy(game);
  if (!order_.is_quiet && order_.legacy == LegacyOutput::kNone) {
    line_.end();
    std::cerr << match::game_line(game, facts_) << "\n";
  }
  if (game::is_fault(game.ending.reason)) {
    const std::size_t loser =
        game.points_of_engine(game.black) == match::Points::kLoss ? game.black : game.white;
    notice(base::say(
        {"game {0}: {1} lost by {2}{3}", "第{0}局: {1} の負け。{2}{3}"}, game.number + 1,
        facts_.names[loser], base::said(game::words_of(game.ending.reason)),
        game.ending.detail.empty() ? "" : " (" + usi::failure_words(game.ending.detail) + ")"));
  }
  show_progress();
  if (is_decided()) {
    is_stopping_ = true;
    server_->stop();
  }
}

void MatchRun::print_legacy(const match::GameRecord& game) const {
  if (order_.legacy == LegacyOutput::kNone) return;
  const auto points = static_cast<std::size_t>(game.points_of_engine(0));
  if (order_.legacy == LegacyOutput::kSigns) {
    std::cout << "X.O"[points] << std::flush;
    return;
  }
  constexpr std::array kWords{"lose", "draw", "win"};
  const auto replayed = match::replay(game);
  if (!replayed) return;
  std::cout << kWords[points] << ',' << replayed->position().text() << std::endl;
}

// Of everything that was ever played, not of this run alone.
void MatchRun::write_files() {
  if (outputs_.empty()) return;
  if (!trouble_.empty() && standing_.games() == 0) return;
  std::vector<match::GameRecord> games = std::move(games_);
  if (store_) {
    const auto read = store_->for_each_game(
        [&](const match::GameRecord& game) { games.push_back(game); }, rules_);
    if (!read) trouble_ = read.error().message;
  }
  std::sort(games.begin(), games.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  const report::InBoth summary{match::summary(standing_, facts_, base::Language::kEnglish),
                               match::summary(standing_, facts_, base::Language::kJapanese)};
  match::ReportFacts facts{players_, order_.sprt, &rules_, summary, facts_.anchors};
  if (order_.engines.size() == players_.size()) {
    for (const OrderedEngine& engine : order_.engines) {
      facts.manners.push_back({engine.ponders, engine.restarts});
    }
  }
  const auto written = write_outputs(outputs_, facts, games);
  if (!written && trouble_.empty()) trouble_ = base::printable(written.error().message, 4000);
}

match::SprtVerdict MatchRun::verdict() const {
  // A part knows too little; see gougi watch.
  if (!order_.sprt || order_.shard) return match::SprtVerdict::kGoOn;
  const auto pairs = match::observations(standing_.pairs_of(0, 1));
  return match::sprt(*order_.sprt, pairs).verdict;
}

bool MatchRun::is_decided() const { return verdict() != match::SprtVerdict::kGoOn; }

bool MatchRun::is_refuted() const { return verdict() == match::SprtVerdict::kH0; }

void MatchRun::show_progress() {
  const auto now = io::EventLoop::now();
  facts_.running = base::to_ms(now - began_);
  const bool is_last = standing_.games() == facts_.games;
  if (order_.is_quiet) return;
  const auto line = [this] { return match::progress_line(standing_, facts_); };
  if (is_last) {
    line_.show_now(now, line());
  } else {
    line_.show(now, line);
  }
}
void MatchRun::notice(const std::string& text) {
  line_.end();
  std::cerr << "gougi match: " << text << "\n";
}

}  // namespace gougi::tools
