// SPDX-License-Identifier: MIT
#include "tools/pyon_solve_command.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.hpp"
#include "base/path.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "pyonpyon/table_file.hpp"
#include "tools/word_options.hpp"

namespace gougi::tools {
namespace {

using pyonpyon::Value;

constexpr std::string_view kSolveUsage =
    "usage: gougi-pyon solve [--table FILE] [--threads N] [--pieces N]";
constexpr int kMostSolveThreads = 64;

struct SolveOrder {
  std::optional<std::string> table;
  int threads = 1;
  int pieces = pyonpyon::kPiecesEach;
  bool help = false;
};

base::Result<SolveOrder> read_solve_order(int argc, const char* const* argv) {
  SolveOrder order;
  order.threads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostSolveThreads);
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-h" || (i == 0 && word == "help")) {
      order.help = true;
      return order;
    }
    if (word != "--table" && word != "--threads" && word != "--pieces") {
      return base::fail(with_way_to_help(unknown_option(word, kSolveUsage), "gougi-pyon solve"));
    }
    if (++i == argc) return base::fail(std::string(word) + " wants a value");
    const std::string_view value = argv[i];
    if (word == "--table") {
      order.table = value;
      continue;
    }
    const int most = word == "--threads" ? kMostSolveThreads : pyonpyon::kPiecesEach;
    const auto number = base::to_int(value);
    if (!number || *number < 1 || *number > most) {
      return base::fail(std::string(word) + " is 1 to " + std::to_string(most) + ", not " +
                        base::printable(value, 80));
    }
    (word == "--threads" ? order.threads : order.pieces) = static_cast<int>(*number);
  }
  return order;
}

std::string value_text(const Value& value) {
  if (value.kind == Value::Kind::kDraw) return "draw";
  return (value.kind == Value::Kind::kWin ? "win in " : "loss in ") + std::to_string(value.plies) +
         " plies";
}

void print_census(const pyonpyon::Census& census, const std::string& prefix) {
  std::cout << prefix << "won " << census.wins() << "\n"
            << prefix << "lost " << census.losses() << "\n"
            << prefix << "drawn " << census.draws << "\n"
            << prefix << "longest " << census.longest() << " plies, "
            << pyonpyon::to_pfen(census.hardest) << "\n";
  for (std::size_t plies = 0; plies < census.decided.size(); ++plies) {
    std::cout << prefix << "over in " << plies << ' ' << census.decided[plies] << "\n";
  }
  std::cout << std::flush;
}

void print_reach(const pyonpyon::Reach& reach) {
  std::cout << "reachable " << reach.census.positions()
            << " (board and side to move, x and o apart)\n";
  print_census(reach.census, "reachable ");
  for (std::size_t ply = 0; ply < reach.by_ply.size(); ++ply) {
    std::cout << "first reached after " << ply << ' ' << reach.by_ply[ply] << "\n";
  }
}

}  // namespace

int pyon_solve_command(int argc, const char* const* argv) {
  const auto order = read_solve_order(argc, argv);
  if (!order) {
    std::cerr << "gougi-pyon solve: " << order.error().message << "\n";
    return 2;
  }
  if (order->help) {
    std::cout << kSolveUsage << "\n"
              << "  --table FILE  write the table there (28 MB), for the option Table\n"
              << "  --threads N   default: as many as the processor has\n"
              << "  --pieces N    solve the smaller game with so many pieces each\n"
              << "Takes 1.8 GB of memory.\n";
    return 0;
  }
  if (order->table) {
    const auto possible = pyonpyon::try_table(base::path_from_utf8(*order->table));
    if (!possible) {
      std::cerr << "gougi-pyon solve: " << possible.error().message << "\n";
      return 1;
    }
  }
  const auto begin = base::Clock::now();
  const auto seconds = [&] {
    return std::to_string(base::to_ms(base::Clock::now() - begin).count() / 1000) + " s";
  };
  pyonpyon::Tablebase table(order->pieces);
  const bool done = table.solve(order->threads, [&](int pass, std::uint64_t found) {
    std::cerr << seconds() << ": "
              << (pass == 0 ? "moves counted of " : "over in " + std::to_string(pass - 1) + " ")
              << found << std::endl;
  });
  if (!done) {
    std::cerr << "gougi-pyon solve: a game is longer than the table can say\n";
    return 1;
  }
  std::cout << "positions " << table.numbering().count()
            << " (for the side to move; turned for the other)\n";
  print_census(table.census(), "");
  if (order->table) {
    if (const auto written = write_table(table, base::path_from_utf8(*order->table)); !written) {
      std::cerr << "gougi-pyon solve: " << written.error().message << "\n";
      return 1;
    }
  }
  if (order->pieces == pyonpyon::kPiecesEach) {
    const pyonpyon::Position start = pyonpyon::start_position();
    std::cout << "start " << value_text(table.value(start)) << std::endl;
    print_reach(table.reach(start, order->threads, [&](int ply, std::uint64_t found) {
      std::cerr << seconds() << ": first reached after " << ply << ' ' << found << std::endl;
    }));
  }
  std::cout << "took " << seconds() << std::endl;
  return 0;
}

}  // namespace gougi::tools
