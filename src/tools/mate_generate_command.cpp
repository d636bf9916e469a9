// SPDX-License-Identifier: MIT
#include "tools/mate_generate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <unordered_set>

#include "base/clock.hpp"
#include "base/counted.hpp"
#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "tools/in_order.hpp"
#include "tools/mate_generator.hpp"
#include "tools/output_place.hpp"

namespace gougi::tools {
namespace {

using base::said;

/// The shortest mates of longer problems take too long to prove.
constexpr int kLongestProblem = 31;
constexpr int kMostGenerators = 256;

struct GenerateOrder {
  GeneratorSettings settings;
  std::int64_t count = 100;
  std::int64_t threads = 1;
  std::string output;
};

/// An order, or help or a complaint was printed.
struct ParsedGenerating {
  std::optional<GenerateOrder> order;
  int exit_code = 0;
};

ParsedGenerating read_generate_order(const std::vector<std::string>& words) {
  GenerateOrder order;
  GeneratorSettings& settings = order.settings;
  cli::App app(kMateGenerateAbout, "gougi mate generate");
  const CLI::Validator odd(
      [](const std::string& text) {
        const auto number = base::to_int(text);
        return number && *number % 2 == 1 ? std::string()
                                          : said({"wants an odd number: the attacker mates",
                                                  "攻め方が詰ますので奇数を指定してください"});
      },
      "");
  const auto length = [&](const char* name, int& to, base::Text text) -> CLI::Option& {
    return *app.add_option(name, to, said(text))
                ->type_name("N")
                ->check(CLI::Range(1, kLongestProblem))
                ->check(odd)
                ->capture_default_str();
  };
  const CLI::Option& min =
      length("--min", settings.min, {"shortest, in plies, odd", "最短の手数(奇数)"});
  const CLI::Option& max =
      length("--max", settings.max, {"longest, in plies, odd", "最長の手数(奇数)"});
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  app.add_option("--count", order.count,
                 said({"so many problems; ctrl-C ends it sooner", "題数。Ctrl-C で途中でも終わる"}))
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, kMost))
      ->capture_default_str();
  app.add_option("--seed", settings.seed, said({"of the games' openings", "序盤の乱数の種"}))
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, kMost))
      ->capture_default_str();
  app.add_option("--nodes-per-move", settings.nodes_per_move,
                 said({"of the search that plays", "対局の1手で読む局面数"}))
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, kMost))
      ->capture_default_str();
  app.add_option("--output", order.output,
                 said({"a new file instead of the standard output",
                       "標準出力の代わりに書く新しいファイル"}))
      ->type_name("FILE")
      ->check([](const std::string& text) {
        return text.empty() ? said({"wants a file", "ファイル名を指定してください"})
                            : std::string();
      });
  app.add_option("--threads", order.threads, said({"games at once", "同時対局数"}))
      ->type_name("N")
      ->check(CLI::Range(1, kMostGenerators))
      ->capture_default_str();
  if (const auto exit_code = cli::parse_words(app, words)) return {std::nullopt, *exit_code};
  // One bound alone moves the other's default along.
  if (max.count() == 0) settings.max = std::max(settings.max, settings.min);
  if (min.count() == 0) settings.min = std::min(settings.min, settings.max);
  if (settings.min <= settings.max) return {order, 0};
  std::cerr << "gougi mate generate: "
            << cli::with_way_to_help(
                   said({"--min is greater than --max", "--min が --max より大きくなっています"}),
                   "gougi mate generate")
            << "\n";
  return {std::nullopt, 2};
}

class Generating {
 public:
  Generating(const GenerateOrder& order, mate::MemoryAdvice advice, std::ostream& out)
      : order_(order), out_(out) {
    progress_.wait(start_);
    for (std::int64_t i = 0; i < order.threads; ++i) {
      generators_.push_back(std::make_unique<MateGenerator>(order.settings, advice));
    }
    games_.next = [this] { return std::optional<std::uint64_t>(next_game_++); };
    games_.work = [this](std::size_t worker, const std::uint64_t& number) {
      return generators_[worker]->play(number, [this] { return games_.is_over(); });
    };
    games_.take = [this](GameYield&& yield) { return take(yield); };
  }

  /// Blocks until there are as many problems as were asked for, or after finish().
  void run() { games_.run(generators_.size()); }
  /// The games at hand are the last. Safe from any thread.
  void finish() { games_.finish(); }

  bool is_written() const { return is_written_; }
  void print_summary(bool was_interrupted) {
    progress_.end();
    std::cerr << base::say(
                     {"{0}, {1}, {2}, {3} s{4}", "{0}、{1}、{2}、{3}秒{4}"},
                     base::counted(problems_, {"{0} problem", "{0}問"}, {"{0} problems", "{0}問"}),
                     base::counted(game_count_, {"{0} game", "{0}局"}, {"{0} games", "{0}局"}),
                     base::counted(positions_, {"{0} position", "{0}局面"},
                                   {"{0} positions", "{0}局面"}),
                     seconds(), was_interrupted ? base::say({" (interrupted)", "(中断)"}) : "")
              << std::endl;
  }

 private:
  bool take(const GameYield& yield) {
    ++game_count_;
    positions_ += yield.positions;
    for (const GeneratedProblem& problem : yield.problems) {
      if (!known_.insert(problem.position.key()).second) continue;
      progress_.end();
      // One write a line: an end in between leaves whole lines.
      out_ << problem_line(problem) + "\n" << std::flush;
      is_written_ = static_cast<bool>(out_);
      if (!is_written_ || ++problems_ == order_.count) return false;
    }
    const auto now = base::Clock::now();
    progress_.show(now, [&] {
      std::string line = base::say({"{0} games, {1}/{2} problems", "{0}局、{1}/{2}問"}, game_count_,
                                   problems_, order_.count);
      if (problems_ == 0) return line;
      return base::say(
          {"{0}, {1}", "{0}、{1}"}, line,
          base::pace_text(static_cast<double>(problems_),
                          static_cast<double>(order_.count - problems_), now - start_));
    });
    return true;
  }

  std::string seconds() const {
    const std::chrono::duration<double> passed = base::Clock::now() - start_;
    return fmt::format("{:.3f}", passed.count());
  }

  const GenerateOrder& order_;
  std::ostream& out_;
  std::vector<std::unique_ptr<MateGenerator>> generators_;
  InOrder<std::uint64_t, GameYield> games_;
  std::uint64_t next_game_ = 0;
  std::unordered_set<shogi::Key> known_;
  std::int64_t problems_ = 0;
  std::int64_t game_count_ = 0;
  std::int64_t positions_ = 0;
  bool is_written_ = true;
  const base::TimePoint start_ = base::Clock::now();
  cli::ProgressLine progress_;
};

}  // namespace

int mate_generate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto parsed = read_generate_order(words);
  if (!parsed.order) return parsed.exit_code;
  const GenerateOrder& order = *parsed.order;
  std::ofstream file;
  if (!order.output.empty()) {
    if (const auto place = check_new_file(base::path_from_utf8(order.output)); !place) {
      std::cerr << "gougi mate generate: " << place.error().message << '\n';
      return 1;
    }
    file.open(base::path_from_utf8(order.output), std::ios::binary);
    if (!file) {
      std::cerr << "gougi mate generate: "
                << base::say({"cannot write {0}", "{0} に書けません"},
                             base::printable(order.output))
                << '\n';
      return 1;
    }
  }
  Generating generating(order, advice, order.output.empty() ? std::cout : file);
  // The signals' loop has this thread, the games have others.
  io::EventLoop loop;
  const cli::Interruption interruption(loop, [&] {
    cli::tell_finishing("gougi mate generate", {"the games at hand", "途中の対局"});
    generating.finish();
  });
  std::thread games([&] {
    generating.run();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  games.join();
  generating.print_summary(interruption.has_come());
  if (generating.is_written()) return interruption.has_come() ? cli::kInterrupted : 0;
  std::cerr << "gougi mate generate: "
            << (order.output.empty() ? base::say({"cannot write the output", "出力を書けません"})
                                     : base::say({"cannot write {0}", "{0} に書けません"},
                                                 base::printable(order.output)))
            << '\n';
  return 1;
}

}  // namespace gougi::tools
