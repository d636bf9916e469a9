// SPDX-License-Identifier: MIT
// gougi-simulate: many simulations of the relay's session, or the trace of one.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "base/language.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "io/program.hpp"
#include "simulation/mixed_scenario.hpp"
#include "simulation/simulation.hpp"
#include "usi/command.hpp"

namespace gougi::simulation {
namespace {

struct Wishes {
  std::uint64_t first = 1;
  std::uint64_t last = 1000;
  unsigned jobs = 1;
  bool verbose = false;
  bool twice = false;
  bool hashes = false;
  std::uint64_t trace = 0;  ///< 0: none
  bool mixed = false;       ///< each seed has a scenario of its own
  Scenario scenario;

  bool needs_hashes() const { return verbose || twice || hashes; }
  Scenario scenario_of(std::uint64_t seed) const { return mixed ? mixed_scenario(seed) : scenario; }
};

bool read_number(std::string_view text, std::uint64_t& value) {
  const auto number = base::to_int(text);
  if (!number || *number < 0) return false;
  value = static_cast<std::uint64_t>(*number);
  return true;
}

// As far from those of other runs as dice can put them, short enough to be typed again, and with
// all that mixed_scenario.cpp has.
constexpr std::uint64_t kMostFresh = 1'000'000'000;
std::uint64_t fresh_seed() {
  std::random_device dice;
  return 600'000'000'000'000 + (std::uint64_t{dice()} << 16U) + dice() % 65'536U;
}

// "A..B", or one.
std::string read_seeds(std::string_view range, Wishes& wishes) {
  const auto dots = range.find("..");
  bool is_right = read_number(range.substr(0, dots), wishes.first);
  wishes.last = wishes.first;
  if (dots != std::string_view::npos) {
    is_right = is_right && read_number(range.substr(dots + 2), wishes.last);
  }
  return is_right && wishes.first <= wishes.last
             ? ""
             : base::said({"wants numbers, A..B, the smaller first",
                           "A..B の形の数が必要です(小さい数が先)"});
}

/// What is wrong with a clock; nothing: it is one.
std::string check_clock(const std::string& words) {
  std::string left_out;
  const auto command = usi::parse_command("go " + words, &left_out);
  const auto* const go = command ? std::get_if<usi::GoCommand>(&*command) : nullptr;
  if (go != nullptr && left_out.empty() && std::holds_alternative<usi::SearchLimits>(go->limits)) {
    return "";
  }
  return base::said({"wants what stands behind `go`, such as \"byoyomi 1000\"",
                     "go の後に書く言葉が必要です(\"byoyomi 1000\" など)"});
}

std::optional<int> read(const cli::Words& words, Wishes& wishes) {
  using base::said;
  cli::App app({"Plays the relay's session in virtual time against model engines and a model GUI "
                "with faults.",
                "gougi の対話部分を、誤りを犯すエンジンと将棋GUIを相手に仮想時間で動かします。"},
               "gougi-simulate");
  std::string range;
  CLI::Option* const seeds =
      app.add_option("--seeds", range, said({"these seeds (1..1000)", "乱数の種(1..1000)"}))
          ->type_name("A..B");
  seeds->check([&wishes](const std::string& text) { return read_seeds(text, wishes); });
  std::uint64_t fresh = 0;
  app.add_option("--fresh", fresh,
                 said({"so many that nobody has played yet; which, it says",
                       "まだ動かしていない種をこの数だけ。番号を表示する"}))
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMostFresh))
      ->excludes(seeds);
  app.add_option("--jobs", wishes.jobs, said({"in N threads", "スレッド数"}))
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  app.add_flag("--twice", wishes.twice,
               said({"each seed twice: the same seed must give the same events",
                     "各種を2回動かし、同じになることを確かめる"}));
  app.add_flag("--verbose", wishes.verbose, said({"one line a seed", "種ごとに1行を表示する"}));
  app.add_flag("--hashes", wishes.hashes,
               said({"nothing but a hash a seed, of the session's output: to compare two builds",
                     "出力のハッシュだけを種ごとに表示する(ビルドの比較用)"}));
  CLI::Option* const mixed =
      app.add_flag("--mixed", wishes.mixed,
                   said({"by the seed: some, all or none of what follows",
                         "以下の条件のいくつか、すべて、またはなしを種ごとに選ぶ"}));
  Scenario& scenario = wishes.scenario;
  CLI::Option* const clock =
      app.add_option("--clock", scenario.clock,
                     said({"every game at this clock, such as \"btime 0 wtime 0 byoyomi 100\"",
                           "全対局の時計(\"btime 0 wtime 0 byoyomi 100\" など)"}))
          ->type_name("WORDS")
          ->check(check_clock);
  CLI::Option* const voters =
      app.add_option("--voters", scenario.voters,
                     said({"so many, on many machines: lines with delays of a heavy tail",
                           "多数のマシンにあるエンジンの数。行の遅れは裾の重い分布"}))
          ->type_name("N")
          ->check(CLI::Range(1, 1024));
  CLI::Option* const freeze =
      app.add_flag("--freeze", scenario.freezes,
                   said({"games of Freeze shogi, with engines of every ability",
                         "Freeze将棋。対応の度合いの異なるエンジンで"}));
  CLI::Option* const budget = app.add_flag(
      "--budget", scenario.budget, said({"with a budget of nodes", "局面数の予算を設ける"}));
  CLI::Option* const agreement =
      app.add_flag("--agreement", scenario.agreement,
                   said({"with the agreement clock", "一致度で時間を変える"}));
  CLI::Option* const rude =
      app.add_flag("--rude", scenario.rude,
                   said({"a GUI that says what USI does not allow", "USI に反する将棋GUI"}));
  CLI::Option* const mirrors =
      app.add_flag("--mirrors", scenario.mirrors,
                   said({"engines have mirrors, most of them", "大半のエンジンにミラーを付ける"}));
  CLI::Option* const bursts =
      app.add_flag("--bursts", scenario.bursts,
                   said({"a GUI that often writes position and go behind isready at once",
                         "isready の直後に position と go を送る将棋GUI"}));
  CLI::Option* const bytes =
      app.add_flag("--bytes", scenario.bytes,
                   said({"lines come in pieces, and are read in blocks, as the shell reads them",
                         "行を分割して送り、まとめて読む"}));
  CLI::Option* const full = app.add_flag(
      "--full", scenario.full,
      said({"as --bytes; engines write thousands of lines in one go, and the GUI reads "
            "nothing now and then",
            "--bytes と同様。エンジンが一度に数千行を出力し、将棋GUIはときどき何も読まない"}));
  CLI::Option* const nested = app.add_flag(
      "--nested", scenario.nested,
      said({"engines are relays themselves, with engines of their own; not with --freeze",
            "エンジン自体も合議(それぞれ配下のエンジンを持つ)。--freeze とは併用不可"}));
  CLI::Option* const hangups =
      app.add_flag("--hangups", scenario.hangups,
                   said({"a GUI that often is gone in the middle of a line, and of a search",
                         "行や探索の途中で消えることの多い将棋GUI"}));
  CLI::Option* const options = app.add_flag(
      "--options", scenario.options,
      said({"a GUI that sets the budget, the agreement clock and what is shown in "
            "mid-game, also while a search runs",
            "対局中や探索中に、局面数の予算、一致度で変える時間、表示を変える将棋GUI"}));
  CLI::Option* const keeper =
      app.add_flag("--keeper", scenario.keeper,
                   said({"gougi keep above a relay that dies again and again; not with --ticks, "
                         "--voters",
                         "何度も落ちる gougi と gougi keep。--ticks、--voters とは併用不可"}));
  CLI::Option* const ticks =
      app.add_flag("--ticks", scenario.ticks,
                   said({"everything happens at whole ticks, so that much of it is at once",
                         "すべてを一定の刻みに揃え、多くを同時に起こす"}));
  CLI::Option* const upi =
      app.add_flag("--upi", scenario.upi,
                   said({"ぴょんぴょん, by engines and a GUI that speak UPI; with no other world",
                         "UPI を話すエンジンと GUI によるぴょんぴょん。他の条件とは併用不可"}));
  const std::vector<CLI::Option*> worlds{clock,  voters,  freeze, budget, agreement,
                                         rude,   mirrors, bursts, bytes,  full,
                                         nested, hangups, keeper, ticks,  options};
  for (CLI::Option* const world : worlds) {
    upi->excludes(world);
    mixed->excludes(world);
  }
  mixed->excludes(upi);
  nested->excludes(freeze);
  keeper->excludes(ticks);
  keeper->excludes(voters);
  app.add_option("--trace", wishes.trace,
                 said({"prints the whole dialogue of one seed", "1つの種の対話をすべて表示する"}))
      ->type_name("SEED");
  const auto exit_code = cli::parse_words(app, words);
  if (!exit_code && fresh > 0) {
    wishes.first = fresh_seed();
    wishes.last = wishes.first + fresh - 1;
  }
  return exit_code;
}

/// What all simulations come to.
class Summary {
 public:
  explicit Summary(const Wishes& wishes)
      : first_(wishes.first),
        last_(wishes.last),
        verbose_(wishes.verbose),
        mixed_(wishes.mixed),
        hashes_(wishes.hashes) {
    if (hashes_) return;
    // Before anything can end the program, or nobody could play them again.
    std::printf("%-22s %llu..%llu\n", "from, to", static_cast<unsigned long long>(first_),
                static_cast<unsigned long long>(last_));
    std::fflush(stdout);
  }

  void add(const Report& report, const Scenario& scenario) {
    const std::scoped_lock lock(mutex_);
    ++seeds_;
    for (const std::string& part : parts_of(scenario)) ++parts_[part];
    searches_ += static_cast<std::uint64_t>(report.searches);
    answers_ += static_cast<std::uint64_t>(report.answers);
    events_ += static_cast<std::uint64_t>(report.events);
    calm_ += report.calm ? 1 : 0;
    mirrors_spoke_ += static_cast<std::uint64_t>(report.mirrors_spoke);
    most_votes_ = std::max(most_votes_, report.most_votes);
    slowest_ms_ = std::max(slowest_ms_, report.slowest_ms);
    hours_ += std::chrono::duration<double, std::ratio<3600>>(report.span).count();
    for (std::size_t i = 0; i < kFaultCount; ++i) faults_[i] += report.faults[i];
    if (hashes_) outputs_.emplace(report.seed, report.output);
    if (verbose_) {
      std::printf("seed %llu: %d searches, %d answers, %d events, hash %016llx\n",
                  static_cast<unsigned long long>(report.seed), report.searches, report.answers,
                  report.events, static_cast<unsigned long long>(report.hash));
    }
    if (report.violation.empty()) return;
    ++violations_;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(report.seed),
                report.violation.c_str());
    std::fflush(stdout);
  }
  std::uint64_t violations() const { return violations_; }
  void print() const {
    for (const auto& [seed, output] : outputs_) {
      std::printf("%llu %016llx\n", static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(output));
    }
    if (hashes_) return;
    const auto show = [](std::string_view what, std::uint64_t number) {
      std::printf("%-22.*s %llu\n", static_cast<int>(what.size()), what.data(),
                  static_cast<unsigned long long>(number));
    };
    show("seeds", seeds_);
    show("without faults", calm_);
    show("searches", searches_);
    show("answers", answers_);
    show("events", events_);
    std::printf("%-22s %.1f\n", "virtual hours", hours_);
    show("votes of mirrors", mirrors_spoke_);
    show("most votes", static_cast<std::uint64_t>(most_votes_));
    if (slowest_ms_ > 0) std::printf("%-22s %.2f\n", "slowest answer (ms)", slowest_ms_);
    if (mixed_) std::printf("seeds with\n");
    for (const auto& [part, number] : mixed_ ? parts_ : Parts()) show("  " + part, number);
    std::printf("faults\n");
    for (std::size_t i = 0; i < kFaultCount; ++i) {
      show("  " + std::string(name(static_cast<Fault>(i))), faults_[i]);
    }
    show("violations", violations_);
  }

 private:
  std::mutex mutex_;
  std::uint64_t first_;
  std::uint64_t last_;
  bool verbose_;
  bool mixed_;
  bool hashes_;
  using Parts = std::map<std::string, std::uint64_t>;
  Parts parts_;                                     ///< of scenarios: seeds that had them
  std::map<std::uint64_t, std::uint64_t> outputs_;  ///< by seed
  std::uint64_t seeds_ = 0;
  std::uint64_t calm_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t answers_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t violations_ = 0;
  int most_votes_ = 0;
  std::uint64_t mirrors_spoke_ = 0;
  double slowest_ms_ = 0;  ///< of real time
  double hours_ = 0;
  FaultTally faults_{};
};

int run(const Wishes& wishes) {
  if (wishes.trace != 0) {
    const Report report = simulate(wishes.trace, {.trace = true}, wishes.scenario_of(wishes.trace));
    std::fputs(report.trace.c_str(), stdout);
    return report.violation.empty() ? 0 : 1;
  }
  Summary summary(wishes);
  std::atomic<std::uint64_t> next = wishes.first;
  const auto work = [&] {
    for (std::uint64_t seed = next++; seed <= wishes.last; seed = next++) {
      const Scenario scenario = wishes.scenario_of(seed);
      const auto play = [&] { return simulate(seed, {.hashes = wishes.needs_hashes()}, scenario); };
      Report report = play();
      if (wishes.twice && report.violation.empty() && play().hash != report.hash) {
        report.violation = "the same seed gives other events";
      }
      summary.add(report, scenario);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < wishes.jobs; ++i) threads.emplace_back(work);
  work();
  for (auto& thread : threads) thread.join();
  summary.print();
  return summary.violations() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gougi::simulation

int main(int argc, char** argv) {
  using namespace gougi;
  return io::run_program("gougi-simulate", [&] {
    return cli::with_words("gougi-simulate", argc, argv, [](const cli::Words& words) -> int {
      simulation::Wishes wishes;
      if (const auto exit_code = simulation::read(words, wishes)) return *exit_code;
      return simulation::run(wishes);
    });
  });
}
