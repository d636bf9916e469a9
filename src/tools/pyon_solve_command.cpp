// SPDX-License-Identifier: MIT
#include "tools/pyon_solve_command.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
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

void print_census(const pyonpyon::Census& census, const std::string& prefix) {
  std::cout << prefix << base::say({"won {0}", "勝ち {0}"}, census.wins()) << "\n"
            << prefix << base::say({"lost {0}", "負け {0}"}, census.losses()) << "\n"
            << prefix << base::say({"drawn {0}", "引き分け {0}"}, census.draws) << "\n"
            << prefix
            << base::say({"longest {0} plies, {1}", "最長 {0}手、{1}"}, census.longest(),
                         pyonpyon::to_pfen(census.hardest))
            << "\n";
  for (std::size_t plies = 0; plies < census.decided.size(); ++plies) {
    std::cout << prefix
              << base::say({"over in {0} {1}", "あと{0}手で終わる局面 {1}"}, plies,
                           census.decided[plies])
              << "\n";
  }
  std::cout << std::flush;
}

void print_reach(const pyonpyon::Reach& reach) {
  std::cout << base::say({"reachable {0} (board and side to move, x and o apart)\n",
                          "到達可能な局面 {0}(盤面と手番、x と o は別)\n"},
                         reach.census.positions());
  print_census(reach.census, said({"reachable ", "到達可能 "}));
  for (std::size_t ply = 0; ply < reach.by_ply.size(); ++ply) {
    std::cout << base::say({"first reached after {0} {1}", "{0}手目に初めて現れる局面 {1}"}, ply,
                           reach.by_ply[ply])
              << "\n";
  }
}

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
  const auto begin = base::Clock::now();
  const auto seconds = [&] {
    return base::say({"{0} s", "{0} 秒"}, base::to_ms(base::Clock::now() - begin).count() / 1000);
  };
  pyonpyon::Tablebase table(order.pieces);
  const bool done = table.solve(order.threads, [&](int pass, std::uint64_t found) {
    std::cerr << seconds() << ": "
              << (pass == 0 ? base::say({"moves counted of {0}", "指し手を数えた局面 {0}"}, found)
                            : base::say({"over in {0} {1}", "あと{0}手で終わる局面 {1}"}, pass - 1,
                                        found))
              << std::endl;
  });
  if (!done) {
    std::cerr << "gougi-pyon solve: "
              << base::say({"a game is longer than the table can say",
                            "表に書けないほど長い対局があります"})
              << "\n";
    return 1;
  }
  std::cout << base::say({"positions {0} (for the side to move; turned for the other)\n",
                          "局面 {0}(手番側から見たもの。相手番は盤を回したもの)\n"},
                         table.numbering().count());
  print_census(table.census(), "");
  if (order.table) {
    if (const auto written = write_table(table, base::path_from_utf8(*order.table)); !written) {
      std::cerr << "gougi-pyon solve: " << written.error().message << "\n";
      return 1;
    }
  }
  if (order.pieces == pyonpyon::kPiecesEach) {
    const pyonpyon::Position start = pyonpyon::start_position();
    std::cout << base::say({"start {0}", "初期局面 {0}"}, value_text(table.value(start)))
              << std::endl;
    print_reach(table.reach(start, order.threads, [&](int ply, std::uint64_t found) {
      std::cerr << seconds() << ": "
                << base::say({"first reached after {0} {1}", "{0}手目に初めて現れる局面 {1}"}, ply,
                             found)
                << std::endl;
    }));
  }
  std::cout << base::say({"took {0}", "所要時間 {0}"}, seconds()) << std::endl;
  return 0;
}

}  // namespace gougi::tools
