// SPDX-License-Identifier: MIT
#include "app/match_command.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "app/match_order.hpp"
#include "app/output_place.hpp"
#include "app/pyon_match.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "book/library.hpp"
#include "io/affinity.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "match/game_text.hpp"
#include "match/progress.hpp"
#include "match/report.hpp"
#include "match/server.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"
#include "settings/match_file.hpp"

namespace gougi::app {
namespace {

// What the match's file remembers: the words it was begun with, the folder that relative paths
// among them are of, and how many games it was made longer to.
constexpr const char* kArguments = "arguments";
constexpr const char* kFolder = "folder";
constexpr const char* kGames = "games";
constexpr base::Milliseconds kBetweenLines{200};

int refuse_match(const std::string& message) {
  std::cerr << "gougi match: " << message << "\n";
  return 2;
}

// As one text in the match's file: arguments may hold anything but line feeds.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += base::escaped(word) + "\n";
  return text;
}
std::optional<std::vector<std::string>> parted(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto word = base::unescaped(text.substr(0, end));
    if (!word) return std::nullopt;
    words.push_back(std::move(*word));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

base::Result<match::Openings> openings_of(const MatchOrder& order) {
  using match::Openings;
  const match::Rules& rules = match_rules_of(order.protocol);
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
  auto parts = split_command(engine.command);
  if (!parts) return tl::unexpected(parts.error());
  const auto beside = io::own_executable().parent_path();
  const auto program = io::find_program(parts->front(), beside, std::filesystem::current_path());
  if (!program) return tl::unexpected(program.error());
  parts->erase(parts->begin());
  match::Contestant contestant;
  contestant.name = engine.name;
  contestant.launch = {*program, std::move(*parts), {}, {}};
  contestant.options = engine.options;
  contestant.control = *engine.control;
  contestant.ponders = engine.ponders;
  return contestant;
}

base::Result<match::MatchPlan> plan_of(const MatchOrder& order) {
  match::MatchPlan plan;
  plan.rules = &match_rules_of(order.protocol);
  for (const OrderedEngine& engine : order.engines) {
    auto contestant = contestant_of(engine);
    if (!contestant) return tl::unexpected(contestant.error());
    plan.engines.push_back(std::move(*contestant));
  }
  auto openings = openings_of(order);
  if (!openings) return tl::unexpected(openings.error());
  plan.openings = std::move(*openings);
  plan.schedule = {order.engines.size(), order.format, order.games};
  plan.adjudication = order.adjudication;
  plan.concurrency = order.concurrency;
  plan.margin = order.margin;
  plan.hang = order.hang;
  plan.patience = order.patience;
  plan.keeps_notes = order.keeps_notes;
  if (order.pins) {  // as many processors for each table as there are for all
    const int each = std::max(1, io::processor_count() / order.concurrency);
    for (int first = 0; first + each <= io::processor_count(); first += each) {
      auto& processors = plan.processors.emplace_back();
      for (int i = 0; i < each; ++i) processors.push_back(first + i);
    }
  }
  return plan;
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

/// One run of `gougi match`, from the order to the summary.
class MatchRun {
 public:
  explicit MatchRun(MatchOrder order)
      : order_(std::move(order)),
        rules_(match_rules_of(order_.protocol)),
        standing_(order_.engines.size()) {}

  base::Result<void> go_on_with(match::Store store) {
    store_ = std::move(store);
    return store_->for_each_game(
        [this](const match::GameRecord& game) {
          finished_.insert(game.number);
          standing_.add(game);
        },
        rules_);
  }

  /// Nothing is left to play.
  bool is_finished() const {
    const auto schedule =
        match::Schedule::make({order_.engines.size(), order_.format, order_.games});
    return is_decided() || (schedule && finished_.size() >= schedule->size());
  }

  /// `arguments`: what a new file remembers.
  int play(const std::vector<std::string>& arguments) {
    auto plan = plan_of(order_);
    if (!plan) return refuse_match(plan.error().message);
    if (const auto found = check_places(); !found) return refuse_match(found.error().message);
    match::Server::Callbacks callbacks;
    callbacks.on_game = [this](const match::GameRecord& game) { finished(game); };
    callbacks.on_notice = [this](const std::string& text) { notice(text); };
    callbacks.on_end = [this](const base::Result<void>& how) {
      if (!how) trouble_ = how.error().message;
      loop_.stop();
    };
    auto server = match::Server::make(loop_, std::move(*plan), std::move(callbacks));
    if (!server) return refuse_match(server.error().message);
    server_ = std::move(*server);
    // Only now: what was begun with a wrong word would stand in the way of the right one.
    if (!store_) {
      if (const auto opened = open_file(arguments); !opened) {
        return refuse_match(opened.error().message);
      }
    }
    for (const OrderedEngine& engine : order_.engines) facts_.names.push_back(engine.name);
    facts_.games = server_->games();
    facts_.sprt = order_.sprt;
    facts_.first_side = rules_.sides()[0].name;
    if (order_.games % 2 != 0) {
      notice("--games " + std::to_string(order_.games) + " is rounded up to " +
             std::to_string(order_.games + 1) + ": each opening is played with both colours");
    }
    began_ = io::EventLoop::now();
    const io::EndSignals signals(loop_, [this](int) {
      notice("stopping; games that run are dropped");
      server_->stop();
    });
    if (is_decided()) {
      notice("the test is decided already");
    } else {
      server_->start(finished_);
      loop_.run();
    }
    end_line();
    if (order_.legacy == LegacyOutput::kSigns) std::cout << "\n";
    const std::string summary = match::summary(standing_, facts_);
    (order_.legacy == LegacyOutput::kPositions ? std::cerr : std::cout) << summary << std::flush;
    if (!std::cout && trouble_.empty()) trouble_ = "the result could not be written to stdout";
    write_files(summary);
    if (trouble_.empty()) return 0;
    if (is_new_ && standing_.games() == 0) drop_file();
    std::cerr << "gougi match: " << trouble_ << "\n";
    return 1;
  }

 private:
  base::Result<void> open_file(const std::vector<std::string>& arguments) {
    if (order_.file.empty()) return {};
    std::error_code ignored;
    const bool exists = std::filesystem::exists(order_.file, ignored);
    auto store = match::Store::create(order_.file);
    if (!store) {
      return base::fail(
          store.error().message +
          (exists ? "; --resume goes on with a match, another --file begins one" : ""));
    }
    store_ = std::move(*store);
    is_new_ = true;
    auto kept = store_->set_settings({{kArguments, joined(arguments)},
                                      {kFolder, base::to_utf8(std::filesystem::current_path())},
                                      {kGameSetting, std::string(rules_.name())}});
    return kept ? store_->set_engines(stored_engines(order_)) : kept;
  }

  // A match that could not begin is begun anew once its engines are mended.
  void drop_file() {
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove(order_.file, ignored);
  }

  // What cannot be written at the end is better said before the games. Folders of records are made.
  base::Result<void> check_places() const {
    if (!order_.report.empty()) {
      if (auto fits = check_output_file(order_.report); !fits) return fits;
    }
    for (const Export& wanted : order_.exports) {
      auto fits = is_line_format(wanted.format) ? check_output_file(wanted.to)
                                                : check_output_folder(wanted.to);
      if (!fits) return fits;
    }
    return {};
  }

  void finished(const match::GameRecord& game) {
    if (!trouble_.empty() || is_stopping_) return;
    if (store_) {
      if (const auto kept = store_->add(game); !kept) {
        trouble_ = kept.error().message;
        return server_->stop();
      }
    }
    if (!store_ && (!order_.report.empty() || !order_.exports.empty())) {
      games_.push_back(game);
    }
    standing_.add(game);
    ++facts_.played_now;
    print_legacy(game);
    if (match::is_fault(game.ending.reason)) {
      const std::size_t loser =
          game.points_of_engine(game.black) == match::Points::kLoss ? game.black : game.white;
      notice("game " + std::to_string(game.number + 1) + ": " + facts_.names[loser] + " lost by " +
             std::string(to_text(game.ending.reason)) +
             (game.ending.detail.empty() ? "" : " (" + base::printable(game.ending.detail) + ")"));
    }
    show_progress();
    if (is_decided()) {
      is_stopping_ = true;
      server_->stop();
    }
  }

  void print_legacy(const match::GameRecord& game) const {
    if (order_.legacy == LegacyOutput::kNone) return;
    const auto points = static_cast<std::size_t>(game.points_of_engine(0));
    if (order_.legacy == LegacyOutput::kSigns) {
      std::cout << "X.O"[points] << std::flush;
      return;
    }
    constexpr std::array kWords{"lose", "draw", "win"};
    const auto replayed = match::replay(game);
    if (!replayed) return;
    std::cout << kWords[points] << ',' << notation::to_sfen(replayed->position()) << std::endl;
  }

  // Of everything that was ever played, not of this run alone.
  void write_files(const std::string& summary) {
    if (order_.report.empty() && order_.exports.empty()) return;
    if (!trouble_.empty() && standing_.games() == 0) return;
    std::vector<match::GameRecord> games = std::move(games_);
    if (store_) {
      const auto read = store_->for_each_game(
          [&](const match::GameRecord& game) { games.push_back(game); }, rules_);
      if (!read) trouble_ = read.error().message;
    }
    std::sort(games.begin(), games.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
    if (!order_.report.empty()) {
      const match::ReportFacts facts{stored_engines(order_), order_.sprt, &rules_, summary};
      write_file(order_.report, match::report_html(facts, games));
    }
    for (const Export& wanted : order_.exports) export_games(wanted, games);
  }

  void export_games(const Export& wanted, const std::vector<match::GameRecord>& games) {
    const std::string& format = wanted.format;
    const bool has_lines = is_line_format(format);
    std::string lines;
    for (const match::GameRecord& game : games) {
      const match::GameNames names{facts_.names[game.black], facts_.names[game.white]};
      if (has_lines) {
        lines += match::to_line(game, names) + "\n";
        continue;
      }
      std::error_code ignored;
      std::filesystem::create_directories(wanted.to, ignored);
      const std::string number = std::to_string(game.number + 1);
      const std::string zeros(number.size() < 6 ? 6 - number.size() : 0, '0');
      write_file(wanted.to / (zeros + number + "." + format),
                 format == "kif"   ? match::to_kif(game, names)
                 : format == "csa" ? match::to_csa(game, names)
                                   : match::to_ki2(game, names));
    }
    if (has_lines) write_file(wanted.to, lines);
  }

  void write_file(const std::filesystem::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text << std::flush;
    if (!stream && trouble_.empty()) trouble_ = base::to_utf8(file) + ": cannot be written";
  }

  bool is_decided() const {
    if (!order_.sprt) return false;
    const auto pairs = match::observations(standing_.pairs_of(0, 1));
    return match::sprt(*order_.sprt, pairs).verdict != match::SprtVerdict::kGoOn;
  }

  void show_progress() {
    const auto now = io::EventLoop::now();
    facts_.running = base::to_ms(now - began_);
    const bool is_last = standing_.games() == facts_.games;
    if (order_.is_quiet || (!is_last && now < next_line_)) return;
    next_line_ = now + kBetweenLines;
    const std::string line = match::progress_line(standing_, facts_);
    const std::size_t blanks = line.size() < line_size_ ? line_size_ - line.size() : 0;
    std::cerr << '\r' << line << std::string(blanks, ' ') << std::flush;
    line_size_ = line.size();
  }
  void end_line() {
    if (line_size_ > 0) std::cerr << "\n";
    line_size_ = 0;
  }
  void notice(const std::string& text) {
    end_line();
    std::cerr << "gougi match: " << text << "\n";
  }

  MatchOrder order_;
  const match::Rules& rules_;
  io::EventLoop loop_;
  std::optional<match::Store> store_;
  match::Standing standing_;
  match::ProgressFacts facts_;
  std::set<std::uint64_t> finished_;
  std::vector<match::GameRecord> games_;  ///< for the report, where no file keeps them
  std::unique_ptr<match::Server> server_;
  std::string trouble_;
  bool is_stopping_ = false;
  bool is_new_ = false;  ///< this run made the file
  base::TimePoint began_;
  base::TimePoint next_line_;
  std::size_t line_size_ = 0;
};

// Relative paths that the match was begun with, those in its engines' arguments too, are of the
// folder in which it was begun: that is ours, too, from now on.
base::Result<void> go_to(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path there = base::path_from_utf8(folder);
  if (folder.empty() || std::filesystem::equivalent(there, ".", error)) return {};
  std::filesystem::current_path(there, error);
  if (!error) return {};
  return base::fail(
      "was begun in " + folder +
      ", of which its relative paths are, and that folder cannot be entered: " + error.message());
}

// What can be changed on the way is taken from `now`.
base::Result<void> change(MatchOrder& begun, const MatchOrder& now) {
  const auto is_given = [&](const char* name) { return now.given.contains(name); };
  if (is_given("--games")) {
    if (now.games < begun.games) {
      return base::fail("has " + std::to_string(begun.games) +
                        " games of each two engines already; --games cannot make it shorter");
    }
    begun.games = now.games;
  }
  if (is_given("--report")) begun.report = now.report;
  if (is_given("--export")) {
    for (const Export& wanted : now.exports) {
      if (auto fits = check_export(begun.protocol, wanted.format); !fits) return fits;
    }
    begun.exports = now.exports;
  }
  if (is_given("--quiet")) begun.is_quiet = now.is_quiet;
  if (is_given("--concurrency")) begun.concurrency = now.concurrency;
  return {};
}

// The order that the file was begun with, as `now` changes it. Afterwards the current folder is the
// one of the beginning.
base::Result<MatchOrder> remembered(match::Store& store, const MatchOrder& now) {
  const std::string name = base::to_utf8(now.resume) + ": ";
  auto settings = store.settings();
  if (!settings) return tl::unexpected(settings.error());
  MatchOrder absolute = now;
  if (!absolute.report.empty()) absolute.report = std::filesystem::absolute(absolute.report);
  for (Export& wanted : absolute.exports) wanted.to = std::filesystem::absolute(wanted.to);
  if (const auto gone = go_to((*settings)[kFolder]); !gone) {
    return base::fail(name + gone.error().message);
  }
  const auto words = parted((*settings)[kArguments]);
  auto order = words ? read_match_order(*words) : base::fail("its arguments cannot be read");
  if (!order) return base::fail(name + order.error().message);
  if (const auto games = base::to_int((*settings)[kGames])) {
    order->games = static_cast<std::uint64_t>(std::max<std::int64_t>(1, *games));
  }
  if (const auto changed = change(*order, absolute); !changed) {
    return base::fail(name + changed.error().message);
  }
  if (now.given.contains("--games")) {
    (*settings)[kGames] = std::to_string(order->games);
    if (const auto kept = store.set_settings(*settings); !kept) {
      return tl::unexpected(kept.error());
    }
  }
  return order;
}

// With the arguments that a file stands for in the place of "--config FILE".
base::Result<std::vector<std::string>> with_file(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "--config") return words;
  auto all = settings::load_match_file(base::path_from_utf8(words[1]));
  if (all) all->insert(all->end(), words.begin() + 2, words.end());
  return all;
}

}  // namespace

int match_command(const std::vector<std::string>& given) {
  const auto expanded = with_file(given);
  if (!expanded) return refuse_match(expanded.error().message);
  const std::vector<std::string>& arguments = *expanded;
  auto order = read_match_order(arguments);
  if (!order) return refuse_match(order.error().message);
  if (order->help || arguments.empty()) {
    std::cout << match_help();
    return 0;
  }
  if (order->resume.empty()) {
    return MatchRun(*order).play(arguments);
  }
  // Of a finished match that may only be read reports can be written.
  std::error_code ignored;
  const bool is_for_reading =
      std::filesystem::exists(order->resume, ignored) && !match::Store::is_writable(order->resume);
  auto store = is_for_reading ? match::Store::open_to_read(order->resume)
                              : match::Store::open(order->resume);
  if (!store) return refuse_match(store.error().message);
  const std::string file_name = base::to_utf8(order->resume);
  if (is_for_reading && order->given.contains("--games")) {
    return refuse_match(file_name + ": cannot be written, so that --games cannot make it longer");
  }
  const auto begun = remembered(*store, *order);
  if (!begun) return refuse_match(begun.error().message);
  MatchRun run(*begun);
  if (const auto read = run.go_on_with(std::move(*store)); !read) {
    return refuse_match(read.error().message);
  }
  if (is_for_reading && !run.is_finished()) {
    return refuse_match(file_name +
                        ": cannot be written, and games are left to play; go on with it"
                        " where it can be written");
  }
  return run.play(arguments);
}

}  // namespace gougi::app
