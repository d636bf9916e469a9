// SPDX-License-Identifier: MIT
#include "tools/watch_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "farm/progress_log.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_parts.hpp"
#include "match/games_in_order.hpp"
#include "match/progress.hpp"
#include "match/standing.hpp"
#include "tools/match_live.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr const char* kStopFile = "stop";

struct WatchOrder {
  std::string folder;
  int interval_s = 10;
  bool once = false;
  bool goes_on = false;
  int live_port = 0;
};

/// What is known of all parts at one moment.
struct Seen {
  farm::ProgressHead head;
  std::map<std::uint64_t, farm::ProgressLine> lines;  ///< each unit once
  std::map<std::uint64_t, std::uint64_t> parts;       ///< a part's number, its units
  std::uint64_t positions = 0;
  std::vector<std::string> complaints;
};

base::Result<void> take_log(const fs::path& file, Seen& seen) {
  auto reader = farm::ProgressReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  if (seen.head.kind.empty()) seen.head = reader->head();
  if (reader->head().job != seen.head.job || reader->head().kind != seen.head.kind) {
    return base::fail(base::say({"{0}: is of another job than the files before it",
                                 "{0}: 前のファイルとは別の作業のものです"},
                                base::to_utf8(file)));
  }
  auto& count = seen.parts[reader->head().shard.part];
  while (auto line = reader->next()) {
    if (seen.lines.emplace(line->unit, *line).second) ++count;
  }
  return {};
}

base::Result<void> take_journal(const fs::path& journal, Seen& seen) {
  const fs::path file = fs::path(journal).replace_extension();
  auto reader = learn::TeacherJournal::open(file);
  if (!reader) return tl::unexpected(reader.error());
  std::string settings = reader->settings();
  const auto part = learn::take_part(settings);
  if (!part) return {};
  if (seen.head.kind.empty()) {
    seen.head = {"selfplay", part->job, part->shard, part->games, {}, {}};
  }
  if (part->job != seen.head.job) {
    return base::fail(base::say({"{0}: is of another job than the files before it",
                                 "{0}: 前のファイルとは別の作業のものです"},
                                base::to_utf8(file)));
  }
  auto& count = seen.parts[part->shard.part];
  std::uint64_t game = part->shard.part;
  while (const auto positions = reader->next()) {
    if (seen.lines.emplace(game, farm::ProgressLine{game, {}}).second) {
      ++count;
      seen.positions += *positions;
    }
    game += part->shard.of;
  }
  return {};
}

base::Result<Seen> look_at(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    // What is being fetched has a folder that goes away.
    if (base::to_utf8(entry->path().filename()).starts_with('.')) entry.disable_recursion_pending();
    const std::string ending = base::to_utf8(entry->path().extension());
    if (ending == ".progress" || ending == ".games") files.push_back(entry->path());
  }
  if (error) return base::fail(base::to_utf8(folder) + ": " + error.message());
  std::ranges::sort(files);
  Seen seen;
  for (const fs::path& file : files) {
    const auto taken =
        file.extension() == ".games" ? take_journal(file, seen) : take_log(file, seen);
    // One that is being made anew is looked at next time.
    if (!taken) seen.complaints.push_back(taken.error().message);
  }
  return seen;
}

class Watching {
 public:
  explicit Watching(WatchOrder order)
      : order_(std::move(order)), folder_(base::path_from_utf8(order_.folder)) {}

  int run() {
    std::error_code ignored;
    if (!fs::is_directory(folder_, ignored)) {
      return complain(
          base::say({"{0}: is no folder", "{0}: フォルダではありません"}, order_.folder));
    }
    const io::EndSignals signals(loop_, [this](int) { end(cli::kInterrupted); });
    loop_.post([this] { fetch(); });
    loop_.run();
    if (page_) page_->over();
    if (child_) child_->kill();
    return status_;
  }

 private:
  int complain(const std::string& what) {
    std::cerr << "gougi watch: " << what << '\n';
    return cli::kFailed;
  }
  void end(int status) {
    status_ = status;
    loop_.stop();
  }

  // What the hosts' parts say is brought here first, where gougi farm wrote how.
  void fetch() {
    if (!run_script("fetch", {"--progress"}, [this](bool) { look(); })) look();
  }

  /// Runs a script of the job's folder, whose complaints are ours; false: there is none.
  bool run_script(const std::string& name, std::vector<std::string> words,
                  std::function<void(bool is_good)> then) {
    std::error_code ignored;
    const fs::path script = folder_ / name;
    if (!fs::is_regular_file(folder_ / "carry.sha256", ignored) ||
        !fs::is_regular_file(script, ignored)) {
      return false;
    }
    words.insert(words.begin(), "./" + name);
    return run_program("bash", std::move(words), std::move(then));
  }

  bool run_program(const std::string& name, std::vector<std::string> words,
                   std::function<void(bool is_good)> then) {
    const auto program = io::find_program(name, {}, folder_);
    if (!program) return false;
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_stderr_line = [this](std::string_view line) { complain_once(std::string(line)); };
    callbacks.on_exit = [this, then = std::move(then)](const io::ExitStatus& status) {
      loop_.post([then, is_good = !status.by_signal && status.code == 0] { then(is_good); });
    };
    auto launched = io::ChildProcess::launch(loop_, {*program, std::move(words), folder_, {}},
                                             std::move(callbacks));
    if (!launched) {
      complain_once(launched.error().message);
      return false;
    }
    child_ = std::move(*launched);
    return true;
  }

  void complain_once(const std::string& what) {
    if (complaints_.insert(what).second) complain(base::printable(what, 1000));
  }

  void look() {
    const auto begun = io::EventLoop::now();
    auto seen = look_at(folder_);
    if (!seen) return end(complain(seen.error().message));
    for (const std::string& what : seen->complaints) {
      complain_once(what);
    }
    if (order_.once && seen->parts.empty()) {
      return end(complain(base::say(
          {"{0}: there is no part of a job yet", "{0}: まだ部分がありません"}, order_.folder)));
    }
    if (seen->parts.empty()) {
      if (!std::exchange(has_told_, true))
        std::cout << base::say({"no part has begun yet", "まだどの部分も始まっていません"})
                  << std::endl;
    } else {
      if (!begun_) {
        begun_ = begun;
        units_before_ = seen->lines.size();
      }
      const bool is_over = seen->head.kind == "match" ? tell_match(*seen) : tell_units(*seen);
      if (is_over && !is_decided_now_) return loop_.stop();
      if (order_.once && !is_decided_now_) return loop_.stop();
      if (std::exchange(is_decided_now_, false)) return end_rest(is_over || order_.once);
    }
    look_later(begun);
  }

  void look_later(base::TimePoint begun) {
    // Looking takes at most a tenth of the time, however long it takes.
    const auto took = io::EventLoop::now() - begun;
    const base::Duration pause =
        std::max<base::Duration>(std::chrono::seconds(order_.interval_s), 10 * took);
    loop_.set_timer(io::EventLoop::now() + pause, [this] { fetch(); });
  }

  std::string parts_text(const Seen& seen) const {
    std::uint64_t done = 0;
    const std::uint64_t units = seen.head.kind == "match" ? seen.head.units / 2 : seen.head.units;
    const std::uint64_t each = seen.head.kind == "match" ? 2 : 1;
    for (const auto& [part, count] : seen.parts) {
      const base::Shard shard{part, seen.head.shard.of};
      done += seen.head.units > 0 && count >= each * shard.count(units) ? 1 : 0;
    }
    return base::say(
        {"parts {0} done, {1} begun, {2} to come", "部分: 済み {0}、途中 {1}、残り {2}"}, done,
        seen.parts.size() - done,
        seen.head.shard.of - std::min<std::uint64_t>(seen.head.shard.of, seen.parts.size()));
  }

  // True: it is over.
  bool tell_units(const Seen& seen) {
    std::string line = std::to_string(seen.lines.size());
    if (seen.head.units > 0) line += "/" + std::to_string(seen.head.units);
    const bool are_games = seen.head.kind == "selfplay" || seen.head.kind == "analyse";
    line += base::said(are_games ? base::Text{" games", "局"} : base::Text{" units", "件"});
    if (seen.positions > 0) line += base::say({"  {0} positions", "  {0}局面"}, seen.positions);
    const std::size_t done =
        seen.lines.size() - std::min<std::size_t>(units_before_, seen.lines.size());
    const bool has_end = seen.head.units > seen.lines.size();
    const std::string pace = base::pace_text(
        static_cast<double>(done),
        has_end ? std::optional(static_cast<double>(seen.head.units - seen.lines.size()))
                : std::nullopt,
        io::EventLoop::now() - *begun_);
    if (!pace.empty()) line += "  " + pace;
    std::cout << line << "  " << parts_text(seen) << std::endl;
    return seen.head.units > 0 && seen.lines.size() >= seen.head.units;
  }

  bool tell_match(const Seen& seen) {
    const std::size_t engines = seen.head.names.size();
    match::Standing standing(engines);
    std::optional<match::TestInOrder> test;
    if (seen.head.sprt && engines == 2) test.emplace(*seen.head.sprt);
    match::ProgressFacts facts;
    facts.names = seen.head.names;
    facts.games = seen.head.units;
    facts.running = base::to_ms(io::EventLoop::now() - *begun_);
    facts.played_now = seen.lines.size() - std::min<std::size_t>(units_before_, seen.lines.size());
    facts.sprt = seen.head.sprt;
    if (!open_page(facts)) return true;
    match::GameRecord record;
    for (const auto& [number, line] : seen.lines) {
      if (!line.game) continue;
      record.number = number;
      record.black = line.game->black;
      record.white = line.game->white;
      record.ending.result = line.game->result;
      record.ending.reason = line.game->reason;
      standing.add(record);
      if (test) test->add(number, record.points_of_engine(0));
      if (page_ && shown_.insert(number).second) {
        record.moves.resize(line.game->plies);
        page_->finished(record);
        record.moves.clear();
      }
    }
    if (test) facts.in_order = test->state();
    if (page_) page_->is_running(facts.running, facts.played_now);
    if (page_ && test) page_->test_stands(test->state());
    std::string text = match::progress_line(standing, facts);
    std::uint64_t faults = 0;
    for (const auto& [fault, count] : standing.faults()) faults += count;
    if (faults > 0) text += base::say({"  {0} lost by faults", "  反則などの負け {0}"}, faults);
    std::cout << text << "  " << parts_text(seen) << std::endl;
    if (test && test->deciding_pair()) {
      decided(*test, seen);
      return !order_.goes_on || seen.lines.size() >= seen.head.units;
    }
    return seen.lines.size() >= seen.head.units;
  }

  bool open_page(const match::ProgressFacts& facts) {
    if (order_.live_port == 0 || page_) return true;
    auto page = MatchLive::serve(order_.live_port, facts, false);
    if (!page) {
      end(complain("--live: " + page.error().message));
      return false;
    }
    page_ = std::move(*page);
    std::cout << base::say({"shown at {0}", "対局の様子: {0}"}, page_->link()) << std::endl;
    return true;
  }

  void decided(const match::TestInOrder& test, const Seen& seen) {
    const bool is_better = test.verdict() == match::SprtVerdict::kH1;
    status_ = is_better ? 0 : cli::kRefuted;
    if (std::exchange(is_decided_, true)) return;
    const std::uint64_t pair = *test.deciding_pair() + 1;
    const std::string name = base::printable(seen.head.names[0], 60);
    std::cout << (is_better ? base::say({"decided by pair {0}: H1, {1} is better",
                                         "第{0}組で決定: H1、{1} のほうが強い"},
                                        pair, name)
                            : base::say({"decided by pair {0}: H0, {1} is not better",
                                         "第{0}組で決定: H0、{1} のほうが強いとは言えない"},
                                        pair, name))
              << std::endl;
    if (order_.goes_on) return;
    is_decided_now_ = true;
  }

  // All parts look for the file, and those that wait for their turn end as soon as it comes; what
  // is elsewhere is told by what gougi farm wrote.
  void end_rest(bool is_over) {
    std::ofstream stop(folder_ / kStopFile, std::ios::app);
    if (stop) {
      std::cout << base::say({"the rest ends by {0}", "残りは {0} で終わらせます"},
                             base::to_utf8(folder_ / kStopFile))
                << std::endl;
    } else {
      complain(base::say(
          {"{0}: cannot be made; the parts go on", "{0}: 作れません。ほかの部分は続きます"},
          base::to_utf8(folder_ / kStopFile)));
    }
    const auto then = [this, is_over](bool) {
      if (is_over) return loop_.stop();
      look_later(io::EventLoop::now());
    };
    if (run_script("stop-hosts", {}, then)) return;
    if (const auto job = slurm_job()) {
      // Those that run end by the file, whole; the merge waits for all to end, however they do.
      if (run_program("scancel", {"--state=PENDING", *job}, then)) {
        std::cout << base::say({"scancel {0} takes back the parts that wait",
                                "scancel {0} で待っている部分を取り消します"},
                               *job)
                  << std::endl;
        return;
      }
      complain_once(
          base::say({"there is no scancel here; parts that wait end when their turn comes",
                     "ここに scancel がないため、待っている部分は順番が来たときに終わります"}));
    }
    then(true);
  }

  /// Of the array that slurm.sh began.
  std::optional<std::string> slurm_job() const {
    std::ifstream stream(folder_ / "slurm.job");
    std::string job;
    if (!(stream >> job)) return std::nullopt;
    const bool is_number = job.find_first_not_of("0123456789") == std::string::npos;
    return is_number ? std::optional(job) : std::nullopt;
  }

  WatchOrder order_;
  fs::path folder_;
  io::EventLoop loop_;
  int status_ = 0;
  std::optional<base::TimePoint> begun_;
  std::uint64_t units_before_ = 0;
  std::set<std::string> complaints_;
  bool has_told_ = false;
  bool is_decided_ = false;
  bool is_decided_now_ = false;  ///< and nobody was told yet
  std::shared_ptr<io::ChildProcess> child_;
  std::unique_ptr<MatchLive> page_;
  std::set<std::uint64_t> shown_;
};

}  // namespace

int watch_command(const std::vector<std::string>& words) {
  WatchOrder order;
  cli::App app(
      {"What all parts of a job (gougi farm, or --shard) say together while they run. Once a "
       "sequential test is decided, by the pair that decides it in an undivided run, the rest is "
       "ended by a file \"stop\" in the folder.",
       "分けて行っている作業(gougi farm か "
       "--shard)"
       "の途中経過をまとめて示します。逐次検定が、分けずに行ったときと同じ対で決まれば、フォルダの"
       "ファイル stop で残りを終わらせます。"},
      "gougi watch");
  app.add_option(
         "DIR", order.folder,
         said({"the job's folder, or that of the parts", "作業のフォルダか、部分のフォルダ"}))
      ->required()
      ->type_name("DIR");
  app.add_option("--interval", order.interval_s,
                 said({"seconds between two looks", "見る間隔(秒)"}))
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  app.add_flag("--once", order.once, said({"look once and end", "1回だけ見て終わる"}));
  app.add_flag(
      "--go-on", order.goes_on,
      said({"do not end the rest when the test is decided", "検定が決まっても残りを終わらせない"}));
  app.add_option("--live", order.live_port,
                 said({"show a match in a browser, on this machine alone",
                       "対局をこのマシンのブラウザで見る"}))
      ->type_name("PORT")
      ->check(CLI::Range(1, 65'535));
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  return Watching(order).run();
}

}  // namespace gougi::tools
