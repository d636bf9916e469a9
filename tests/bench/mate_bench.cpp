// SPDX-License-Identifier: MIT
// How fast the mate solver is: solves the problems of files (one SFEN a line, a note behind '#'),
// one thread, and prints a table of plies, CPU seconds and nodes.
//   mate-bench [--seconds S] [--hash MB] [--only WORD] [--post none|bound|minimum]
//              [--tsume] [--quiet] FILE…
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "io/large_pages.hpp"
#include "mate/solver.hpp"
#include "notation/sfen.hpp"

namespace gougi {
namespace {

struct Orders {
  double seconds = 10;
  std::size_t megabytes = 1024;
  std::string only;
  std::string post = "bound";
  bool quiet = false;
  bool futile_count = true;
  std::vector<std::string> files;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Totals {
  int problems = 0;
  int solved = 0;
  int wrong = 0;
  std::vector<double> times;
  std::uint64_t nodes = 0;
};

void solve_line(mate::Solver& solver, const Orders& orders, std::string_view line, Totals& totals) {
  const std::size_t mark = line.find('#');
  const std::string sfen(base::trim(line.substr(0, mark)));
  const std::string note(mark == line.npos ? "" : base::trim(line.substr(mark + 1)));
  if (sfen.empty() || note.find(orders.only) == note.npos) return;
  const auto position = notation::parse_sfen(sfen);
  if (!position) {
    std::cout << "not a position: " << sfen << '\n';
    return;
  }
  mate::MateLimits limits;
  limits.futile_count = orders.futile_count;
  if (orders.post == "none") limits.post = mate::PostSearch::kNone;
  if (orders.post == "minimum") limits.post = mate::PostSearch::kMinimum;
  const double start = cpu_seconds();
  double last_report = start;
  const mate::MateResult result =
      solver.solve(*position, limits, [&](const mate::MateProgress& progress) {
        const double now = cpu_seconds();
        if (!orders.quiet && now - last_report > 5) {
          last_report = now;
          std::fprintf(stderr, "  %6.1f s %10llu nodes, full %d, depth %d\n", now - start,
                       static_cast<unsigned long long>(progress.nodes), progress.per_mille_full,
                       progress.depth);
        }
        return now - start > orders.seconds;
      });
  const double used = cpu_seconds() - start;
  ++totals.problems;
  totals.nodes += result.nodes;
  totals.times.push_back(used);
  const char* verdict = "unknown";
  if (result.verdict == mate::Verdict::kMate) verdict = "mate";
  if (result.verdict == mate::Verdict::kNoMate) verdict = "nomate";
  if (result.verdict == mate::Verdict::kMate) {
    ++totals.solved;
    if (!mate::is_mate_line(*position, result.moves)) ++totals.wrong;
  }
  if (!orders.quiet) {
    std::printf("%-8s %5zu%s %9.3f s %11llu  %s\n", verdict, static_cast<std::size_t>(result.plies),
                result.is_shortest ? "!" : " ", used, static_cast<unsigned long long>(result.nodes),
                note.c_str());
    std::fflush(stdout);
  } else {
    const auto length = base::to_int(std::string(note.substr(0, note.find(' '))));
    if (length && *length != result.plies) {
      std::printf("%-8s %5zu %9.3f s  %s # %s\n", verdict, static_cast<std::size_t>(result.plies),
                  used, sfen.c_str(), note.c_str());
    }
  }
}

int run(const Orders& orders) {
  mate::Solver solver(&io::prefer_large_pages);
  solver.resize(orders.megabytes);
  for (const std::string& file : orders.files) {
    Totals totals;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) solve_line(solver, orders, line, totals);
    if (totals.problems == 0) continue;
    std::sort(totals.times.begin(), totals.times.end());
    double sum = 0;
    for (const double time : totals.times) sum += time;
    std::printf(
        "%s: %d of %d mates, %d lines wrong, median %.3f ms, worst %.3f s, all %.3f s, "
        "%llu nodes\n",
        file.c_str(), totals.solved, totals.problems, totals.wrong,
        totals.times[totals.times.size() / 2] * 1000, totals.times.back(), sum,
        static_cast<unsigned long long>(totals.nodes));
  }
  return 0;
}

}  // namespace
}  // namespace gougi

int main(int argc, char** argv) {
  gougi::Orders orders;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--seconds" && has_value) {
      orders.seconds = std::stod(argv[++i]);
    } else if (word == "--hash" && has_value) {
      orders.megabytes = std::stoul(argv[++i]);
    } else if (word == "--only" && has_value) {
      orders.only = argv[++i];
    } else if (word == "--post" && has_value) {
      orders.post = argv[++i];
    } else if (word == "--tsume") {
      orders.futile_count = false;
    } else if (word == "--quiet") {
      orders.quiet = true;
    } else {
      orders.files.push_back(word);
    }
  }
  return gougi::run(orders);
}
