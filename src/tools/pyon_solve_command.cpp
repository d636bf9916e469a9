// SPDX-License-Identifier: MIT
#include "tools/pyon_solve_command.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/long_work.hpp"
#include "pyonpyon/table_file.hpp"

namespace gougi::tools {
namespace {

using base::said;
using pyonpyon::Value;

constexpr int kMostSolveThreads = 64;

struct SolveOrder {
  std::optional<std::string> table;
  int threads = 1;
  int pieces = pyonpyon::kPiecesEach;
};

std::string value_text(const Value& value) {
  if (value.kind == Value::Kind::kDraw) return said({"draw", "引き分け"});
  return base::say(value.kind == Value::Kind::kWin ? base::Text{"win in {0} plies", "{0}手で勝ち"}
                                                   : base::Text{"loss in {0} plies", "{0}手で負け"},
                   value.plies);
}

// By plies to the end.
void print_decided(const std::vector<std::uint64_t>& decided, const std::string& prefix) {
  for (std::size_t plies = 0; plies < decided.size(); ++plies) {
    std::cout << prefix
              << base::say({"over in {0} {1}", "あと{0}手で終わる局面 {1}"}, plies, decided[plies])
              << "\n";
  }
}

void print_census(const pyonpyon::Census& census, const std::string& prefix) {
  std::cout << prefix << base::say({"won {0}", "勝ち {0}"}, census.wins()) << "\n"
            << prefix << base::say({"lost {0}", "負け {0}"}, census.losses()) << "\n"
            << prefix << base::say({"drawn {0}", "引き分け {0}"}, census.draws) << "\n"
            << prefix
            << base::say({"longest {0} plies, {1}", "最長 {0}手、{1}"}, census.longest(),
                         pyonpyon::to_pfen(census.hardest))
            << "\n";
  print_decided(census.decided, prefix);
  std::cout << std::flush;
}

void print_plies(const pyonpyon::Reach& reach) {
  for (std::size_t ply = 0; ply < reach.by_ply.size(); ++ply) {
    std::cout << base::say({"first reached after {0} {1}", "{0}手目に初めて現れる局面 {1}"}, ply,
                           reach.by_ply[ply])
              << "\n";
  }
}

void print_reach(const pyonpyon::Reach& reach) {
  std::cout << base::say({"reachable {0} (board and side to move, x and o apart)\n",
                          "到達可能な局面 {0}(盤面と手番、x と o は別)\n"},
                         reach.census.positions());
  print_census(reach.census, said({"reachable ", "到達可能 "}));
  print_plies(reach);
}

// The work, on a thread of its own; after Ctrl-C it ends behind the pass or the ply at hand.
class PyonSolving {
 public:
  PyonSolving(const SolveOrder& order, cli::LongWork& work) : order_(order), work_(work) {}

  int run() {
    pyonpyon::Tablebase table(order_.pieces);
    if (!solve(table)) return work_.was_interrupted() ? give_up() : refuse_length();
    std::cout << base::say({"positions {0} (for the side to move; turned for the other)\n",
                            "局面 {0}(手番側から見たもの。相手番は盤を回したもの)\n"},
                           table.numbering().count());
    print_census(table.census(), "");
    if (order_.table) {
      if (const auto written = write_table(table, base::path_from_utf8(*order_.table)); !written) {
        std::cerr << "gougi-pyon solve: " << written.error().message << "\n";
        return cli::kFailed;
      }
    }
    if (order_.pieces == pyonpyon::kPiecesEach) tell_start(table);
    std::cout << base::say({"took {0}", "所要時間 {0}"}, seconds());
    if (work_.was_interrupted()) std::cout << said(kNotAll);
    std::cout << std::endl;
    return work_.was_interrupted() ? cli::kInterrupted : 0;
  }

 private:
  static constexpr base::Text kNotAll{" (interrupted: not all)", "(中断: 一部のみ)"};

  std::string seconds() const {
    return base::say({"{0} s", "{0} 秒"}, base::to_ms(work_.running()).count() / 1000);
  }

  bool solve(pyonpyon::Tablebase& table) {
    return table.solve(
        order_.threads,
        [this](int pass, std::uint64_t found) {
          if (pass > 0) decided_.push_back(found);
          std::cerr << seconds() << ": "
                    << (pass == 0
                            ? base::say({"moves counted of {0}", "指し手を数えた局面 {0}"}, found)
                            : base::say({"over in {0} {1}", "あと{0}手で終わる局面 {1}"}, pass - 1,
                                        found))
                    << std::endl;
        },
        [this] { return work_.was_interrupted(); });
  }

  // Of the positions that are over soon, everything is known; of the others nothing.
  int give_up() const {
    print_decided(decided_, "");
    std::cout << base::say({"took {0}", "所要時間 {0}"}, seconds()) << said(kNotAll) << std::endl;
    if (order_.table) {
      std::cerr << "gougi-pyon solve: "
                << base::say({"{0} is not written: the table is not whole",
                              "{0} は書きません: 表が最後までできていません"},
                             *order_.table)
                << "\n";
    }
    return cli::kInterrupted;
  }

  static int refuse_length() {
    std::cerr << "gougi-pyon solve: "
              << base::say({"a game is longer than the table can say",
                            "表に書けないほど長い対局があります"})
              << "\n";
    return cli::kFailed;
  }

  void tell_start(const pyonpyon::Tablebase& table) const {
    const pyonpyon::Position start = pyonpyon::start_position();
    std::cout << base::say({"start {0}", "初期局面 {0}"}, value_text(table.value(start)))
              << std::endl;
    const auto reach = table.reach(
        start, order_.threads,
        [this](int ply, std::uint64_t found) {
          std::cerr << seconds() << ": "
                    << base::say({"first reached after {0} {1}", "{0}手目に初めて現れる局面 {1}"},
                                 ply, found)
                    << std::endl;
        },
        [this] { return work_.was_interrupted(); });
    // The sums of some plies would be taken for those of all.
    if (work_.was_interrupted()) return print_plies(reach);
    print_reach(reach);
  }

  const SolveOrder& order_;
  cli::LongWork& work_;
  std::vector<std::uint64_t> decided_;  // by plies to the end
};

}  // namespace

int pyon_solve_command(const std::vector<std::string>& words) {
  SolveOrder order;
  order.threads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostSolveThreads);
  cli::App app({"Works out the whole game of pyonpyon. Takes 1.8 GB of memory.",
                "ぴょんぴょんを最後まで解析します。メモリを 1.8 GB 使います。"},
               "gougi-pyon solve");
  app.add_option("--table", order.table,
                 said({"write the table there (28 MB), for the option Table",
                       "解析した表(28 MB)を書く。オプション Table に使う"}))
      ->type_name("FILE");
  app.add_option("--threads", order.threads,
                 said({"(as many as the processor has)", "スレッド数(CPU の数)"}))
      ->check(CLI::Range(1, kMostSolveThreads))
      ->type_name("N");
  app.add_option("--pieces", order.pieces,
                 said({"solve the smaller game with so many pieces each",
                       "それぞれの駒を減らした小さなゲームを解析"}))
      ->check(CLI::Range(1, pyonpyon::kPiecesEach))
      ->type_name("N")
      ->capture_default_str();
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  if (order.table) {
    const auto possible = pyonpyon::try_table(base::path_from_utf8(*order.table));
    if (!possible) {
      std::cerr << "gougi-pyon solve: " << possible.error().message << "\n";
      return 1;
    }
  }
  cli::LongWork work;
  work.on_first([] {
    cli::tell_finishing("gougi-pyon solve", {"the pass at hand", "計算中の1周"});
  });
  return work.run([&] { return PyonSolving(order, work).run(); });
}

}  // namespace gougi::tools
