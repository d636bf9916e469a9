// SPDX-License-Identifier: MIT
#include "app/mate_command.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>

#include "base/path.hpp"
#include "base/text.hpp"
#include "mate/help_mate.hpp"
#include "notation/sfen.hpp"

namespace gougi::app {
namespace {

constexpr std::string_view kMateUsage =
    "usage: gougi mate solve FILE… [--seconds S] [--nodes N] [--hash MB]\n"
    "                              [--post none|bound|minimum] [--verify] [--tsume | --help-mate]\n"
    "                              [--csv | --json]\n";
constexpr std::string_view kHelp =
    "Solves mate problems, one SFEN a line, a note behind '#'.\n"
    "  --seconds S  CPU seconds for each problem; without it, as long as it takes\n"
    "  --nodes N    positions for each problem\n"
    "  --hash MB    memory of the table (1024)\n"
    "  --post WORD  shorten the mate found: none, bound (a little; the default), minimum\n"
    "  --verify     walk over each proof: every defence must be answered\n"
    "  --tsume      futile interpositions at the end do not count as plies\n"
    "  --help-mate  the defender helps (協力詰め)\n"
    "  --csv, --json  instead of the table\n";

enum class Format { kTable, kCsv, kJson };

struct MateOrder {
  std::vector<std::string> files;
  std::optional<std::int64_t> seconds;
  std::int64_t megabytes = 1024;
  mate::MateLimits limits;
  Format format = Format::kTable;
  bool verify = false;
  bool helps_to_mate = false;
  bool help = false;
};

struct Row {
  std::string sfen;
  std::string note;
  mate::MateResult result;
  double seconds = 0;
  std::optional<mate::Verification> verification;
};

base::Result<std::int64_t> number_behind(const std::vector<std::string>& words, std::size_t i) {
  const auto number = i + 1 < words.size() ? base::to_int(words[i + 1]) : std::nullopt;
  if (!number || *number < 1) return base::fail(words[i] + " wants a number from 1");
  return *number;
}

base::Result<MateOrder> read_order(const std::vector<std::string>& words) {
  MateOrder order;
  order.help = words.empty() || words[0] == "--help" || words[0] == "-h";
  if (order.help) return order;
  if (words[0] != "solve") return base::fail("unknown command " + base::printable(words[0]));
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--seconds" || word == "--nodes" || word == "--hash") {
      const auto number = number_behind(words, i++);
      if (!number) return tl::unexpected(number.error());
      if (word == "--seconds") order.seconds = *number;
      if (word == "--nodes") order.limits.nodes = static_cast<std::uint64_t>(*number);
      if (word == "--hash") order.megabytes = *number;
    } else if (word == "--post") {
      const std::string value = i + 1 < words.size() ? words[++i] : "";
      if (value == "none") {
        order.limits.post = mate::PostSearch::kNone;
      } else if (value == "minimum") {
        order.limits.post = mate::PostSearch::kMinimum;
      } else if (value != "bound") {
        return base::fail("--post wants none, bound or minimum");
      }
    } else if (word == "--csv") {
      order.format = Format::kCsv;
    } else if (word == "--json") {
      order.format = Format::kJson;
    } else if (word == "--tsume") {
      order.limits.futile_count = false;
    } else if (word == "--help-mate") {
      order.helps_to_mate = true;
      order.limits.depth = mate::kDeepestLine;
    } else if (word == "--verify") {
      order.verify = true;
    } else if (word == "--help" || word == "-h") {
      order.help = true;
    } else if (word.starts_with("--")) {
      return base::fail("unknown option " + base::printable(word));
    } else {
      order.files.push_back(word);
    }
  }
  if (order.files.empty() && !order.help) return base::fail("the file is missing");
  return order;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string_view verdict_word(const mate::MateResult& result) {
  switch (result.verdict) {
    case mate::Verdict::kMate:
      return "mate";
    case mate::Verdict::kNoMate:
      return "nomate";
    case mate::Verdict::kUnknown:
      break;
  }
  return result.reason == mate::Reason::kNodes ? "nodes" : "timeout";
}

std::string line_of(const mate::MateResult& result) {
  std::string line;
  for (const shogi::Move move : result.moves) {
    if (!line.empty()) line += ' ';
    line += notation::to_usi(move);
  }
  return line;
}

std::string decimal(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

/// For CSV and JSON alike: what is between the quotes.
std::string quoted(std::string_view text, Format format) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += format == Format::kCsv ? "\"" : "\\";
    if (c == '\\' && format == Format::kJson) result += '\\';
    result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return result + '"';
}

std::string verified_word(const Row& row) {
  if (!row.verification) return "";
  return row.verification->holds ? "holds" : "FAILS";
}

void print_row(const Row& row, Format format, int number) {
  const std::string_view verdict = verdict_word(row.result);
  const int plies = row.result.plies;
  if (format == Format::kTable) {
    std::cout << number << '\t' << verdict << '\t' << plies << (row.result.is_shortest ? "!" : "")
              << '\t' << decimal(row.seconds) << " s\t" << row.result.nodes << '\t';
    if (row.verification) {
      std::cout << verified_word(row) << ' ' << row.verification->positions << '\t';
    }
    std::cout << row.note << std::endl;
    return;
  }
  const auto text = [format](std::string_view value) { return quoted(value, format); };
  if (format == Format::kCsv) {
    std::cout << number << ',' << verdict << ',' << plies << ',' << (row.result.is_shortest ? 1 : 0)
              << ',' << decimal(row.seconds) << ',' << row.result.nodes << ',' << verified_word(row)
              << ',' << text(row.note) << ',' << text(row.sfen) << ',' << text(line_of(row.result))
              << std::endl;
    return;
  }
  std::cout << (number == 1 ? "[\n" : ",\n") << "{\"number\":" << number
            << ",\"verdict\":" << text(verdict) << ",\"plies\":" << plies
            << ",\"shortest\":" << (row.result.is_shortest ? "true" : "false")
            << ",\"seconds\":" << decimal(row.seconds) << ",\"nodes\":" << row.result.nodes;
  if (row.verification) {
    std::cout << ",\"verified\":" << (row.verification->holds ? "true" : "false");
  }
  std::cout << ",\"note\":" << text(row.note) << ",\"sfen\":" << text(row.sfen)
            << ",\"line\":" << text(line_of(row.result)) << '}' << std::flush;
}

class Solving {
 public:
  Solving(const MateOrder& order, mate::MemoryAdvice advice) : order_(order), solver_(advice) {
    const auto megabytes = static_cast<std::size_t>(order.megabytes);
    solver_.resize(order.helps_to_mate ? 1 : megabytes);
    help_solver_.resize(megabytes);
  }

  /// False: the file cannot be read.
  bool solve_file(const std::string& file) {
    std::ifstream in(base::path_from_utf8(file));
    if (!in) {
      std::cerr << "gougi mate: cannot read " << base::printable(file) << '\n';
      return false;
    }
    for (std::string line; std::getline(in, line);) {
      const std::size_t mark = line.find('#');
      const std::string sfen(base::trim(std::string_view(line).substr(0, mark)));
      if (sfen.empty()) continue;
      std::string note;
      if (mark != std::string::npos) note = base::trim(std::string_view(line).substr(mark + 1));
      solve_line(sfen, note);
    }
    return true;
  }

  /// True: every proof that was looked at holds.
  bool finish() const {
    if (order_.format == Format::kJson) std::cout << (problems_ == 0 ? "[]\n" : "\n]\n");
    std::cerr << problems_ << " problems, " << mates_ << " mates, " << no_mates_ << " without, "
              << decimal(seconds_) << " s, " << nodes_ << " nodes" << std::endl;
    return all_hold_;
  }

 private:
  void solve_line(const std::string& sfen, const std::string& note) {
    const auto position = notation::parse_sfen(sfen);
    if (!position) {
      std::cerr << "gougi mate: " << position.error().message << '\n';
      return;
    }
    Row row{sfen, note, {}, 0, {}};
    const double start = cpu_seconds();
    double last_report = start;
    const auto stop = [&](const mate::MateProgress& progress) {
      const double now = cpu_seconds();
      if (now - last_report > 1) {
        last_report = now;
        std::cerr << "\r" << problems_ + 1 << ": " << decimal(now - start) << " s, "
                  << progress.nodes << " nodes, depth " << progress.depth << "   \r";
      }
      return order_.seconds && now - start > static_cast<double>(*order_.seconds);
    };
    row.result = order_.helps_to_mate ? help_solver_.solve(*position, order_.limits, stop)
                                      : solver_.solve(*position, order_.limits, stop);
    row.seconds = cpu_seconds() - start;
    if (order_.verify && !order_.helps_to_mate && row.result.verdict == mate::Verdict::kMate) {
      row.verification = solver_.verify(*position);
      all_hold_ = all_hold_ && row.verification->holds;
    }
    ++problems_;
    mates_ += row.result.verdict == mate::Verdict::kMate ? 1 : 0;
    no_mates_ += row.result.verdict == mate::Verdict::kNoMate ? 1 : 0;
    seconds_ += row.seconds;
    nodes_ += row.result.nodes;
    print_row(row, order_.format, problems_);
  }

  const MateOrder& order_;
  mate::Solver solver_;
  mate::HelpMateSolver help_solver_;
  int problems_ = 0;
  int mates_ = 0;
  int no_mates_ = 0;
  double seconds_ = 0;
  std::uint64_t nodes_ = 0;
  bool all_hold_ = true;
};

}  // namespace

int mate_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto order = read_order(words);
  if (!order) {
    std::cerr << "gougi mate: " << order.error().message << '\n' << kMateUsage;
    return 2;
  }
  if (order->help) {
    std::cout << kMateUsage << kHelp;
    return 0;
  }
  if (order->format == Format::kCsv) {
    std::cout << "number,verdict,plies,shortest,seconds,nodes,verified,note,sfen,line\n";
  }
  Solving solving(*order, advice);
  bool is_read = true;
  for (const std::string& file : order->files) is_read = solving.solve_file(file) && is_read;
  const bool holds = solving.finish();
  return is_read && holds ? 0 : 1;
}

}  // namespace gougi::app
