// SPDX-License-Identifier: MIT
#include "tools/mate_solve_command.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "base/path.hpp"
#include "base/shard.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "farm/job.hpp"
#include "farm/progress_log.hpp"
#include "farm/row_file.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "mate/freeze_solver.hpp"
#include "mate/help_mate.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "shogi/game.hpp"
#include "tools/in_order.hpp"
#include "tools/word_options.hpp"

namespace gougi::tools {
namespace {

constexpr int kMostSolvers = 256;
/// Of who asked twice, as of one killed by ctrl-C.
constexpr int kExitInterrupted = 130;
constexpr base::Milliseconds kSolvingReportInterval{1000};

enum class Format { kTable, kCsv, kJson };

struct SolveMatesOrder {
  std::vector<std::string> files;
  std::optional<std::int64_t> seconds;
  std::int64_t megabytes = 1024;
  std::int64_t threads = 1;
  mate::MateLimits limits;
  Format format = Format::kTable;
  bool verify = false;
  bool helps_to_mate = false;
  bool help = false;
  std::optional<base::Shard> shard;  ///< of the problems
  std::string file;                  ///< of that part
};

struct Row {
  int number = 0;
  std::string sfen;
  std::string note;
  mate::FreezeMateResult result;
  std::string japanese;  ///< the mate
  double seconds = 0;
  std::optional<mate::Verification> verification;
  bool out_of_memory = false;
};

base::Result<SolveMatesOrder> read_solve_mates_order(const std::vector<std::string>& words) {
  SolveMatesOrder order;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--seconds" || word == "--nodes" || word == "--hash") {
      const auto number = number_behind(words, i++);
      if (!number) return tl::unexpected(number.error());
      if (word == "--seconds") order.seconds = *number;
      if (word == "--nodes") order.limits.nodes = static_cast<std::uint64_t>(*number);
      if (word == "--hash") order.megabytes = *number;
    } else if (word == "--threads") {
      const auto number = number_behind(words, i++, 1, kMostSolvers);
      if (!number) return tl::unexpected(number.error());
      order.threads = *number;
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
      order.limits.depth = mate::kDeepestHelp;
    } else if (word == "--shard") {
      const auto shard = base::parse_shard(i + 1 < words.size() ? words[++i] : "");
      if (!shard) return base::fail("--shard " + shard.error().message);
      order.shard = *shard;
    } else if (word == "--file") {
      order.file = i + 1 < words.size() ? words[++i] : "";
      if (order.file.empty()) return base::fail("--file wants a file");
    } else if (word == "--verify") {
      order.verify = true;
    } else if (word == "--help" || word == "-h") {
      order.help = true;
    } else if (word.starts_with("--")) {
      return base::fail(unknown_option(word, kMateSolveUsage));
    } else {
      order.files.push_back(word);
    }
  }
  if (order.help) return order;
  if (order.shard.has_value() == order.file.empty()) {
    return base::fail("--shard and --file go together: a file of its own for each part");
  }
  if (order.files.empty()) return base::fail("the file is missing");
  if (order.helps_to_mate && order.verify) {
    return base::fail("--verify does not go with --help-mate: where both help there is no defence");
  }
  if (order.megabytes < order.threads) {
    return base::fail("--hash " + std::to_string(order.megabytes) +
                      " is less than a MB for each of " + std::to_string(order.threads) +
                      " threads");
  }
  return order;
}

// Every result of ordinary shogi is one of Freeze shogi.
mate::FreezeMateResult with_freezes(const mate::MateResult& result) {
  return {result.verdict, result.reason, {result.moves.begin(), result.moves.end()},
          result.plies,   result.nodes,  result.is_shortest};
}

double cpu_seconds() { return std::chrono::duration<double>(io::thread_cpu_time()).count(); }

std::string_view verdict_word(const Row& row) {
  if (row.out_of_memory) return "memory";
  const mate::FreezeMateResult& result = row.result;
  switch (result.verdict) {
    case mate::Verdict::kMate:
      return "mate";
    case mate::Verdict::kNoMate:
      return "nomate";
    case mate::Verdict::kUnknown:
      break;
  }
  if (result.reason == mate::Reason::kDepth) return "depth";
  return result.reason == mate::Reason::kNodes ? "nodes" : "timeout";
}

std::string line_of(const mate::FreezeMateResult& result) {
  std::string line;
  for (const shogi::Move move : result.moves) {
    if (!line.empty()) line += ' ';
    notation::append_usi(line, move);
  }
  return line;
}

/// "☗２三金 ☖同玉 …", as newspapers print it.
std::string japanese_line(const shogi::FreezePosition& start,
                          const std::vector<shogi::Move>& moves) {
  shogi::Game game(start);
  std::string line;
  shogi::BareMove before;
  for (const shogi::Move move : moves) {
    if (!line.empty()) line += ' ';
    line += notation::to_ki2(game.position(), move.bare, before);
    if (move.freezes()) line += "(フリーズ " + notation::to_text(move.freeze) + ")";
    if (!game.play(move)) break;
    before = move.bare;
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

/// A line, for JSON without its end.
std::string text_of(const Row& row, Format format) {
  const std::string_view verdict = verdict_word(row);
  const int plies = row.result.plies;
  std::ostringstream out;
  out << (format == Format::kJson ? "{\"number\":" : "") << row.number;
  if (format == Format::kTable) {
    out << '\t' << verdict << '\t' << plies << (row.result.is_shortest ? "!" : "") << '\t'
        << decimal(row.seconds) << " s\t" << row.result.nodes << '\t';
    if (row.verification) {
      out << verified_word(row) << ' ' << row.verification->positions << '\t';
    }
    out << row.note << (row.japanese.empty() ? "" : "\t") << row.japanese << '\n';
    return out.str();
  }
  const auto text = [format](std::string_view value) { return quoted(value, format); };
  if (format == Format::kCsv) {
    out << ',' << verdict << ',' << plies << ',' << (row.result.is_shortest ? 1 : 0) << ','
        << decimal(row.seconds) << ',' << row.result.nodes << ',' << verified_word(row) << ','
        << text(row.note) << ',' << text(row.sfen) << ',' << text(line_of(row.result)) << ','
        << text(row.japanese) << '\n';
    return out.str();
  }
  out << ",\"verdict\":" << text(verdict) << ",\"plies\":" << plies
      << ",\"shortest\":" << (row.result.is_shortest ? "true" : "false")
      << ",\"seconds\":" << decimal(row.seconds) << ",\"nodes\":" << row.result.nodes;
  if (row.verification) {
    out << ",\"verified\":" << (row.verification->holds ? "true" : "false");
  }
  out << ",\"note\":" << text(row.note) << ",\"sfen\":" << text(row.sfen)
      << ",\"line\":" << text(line_of(row.result)) << ",\"japanese\":" << text(row.japanese) << '}';
  return out.str();
}

/// What stands around and between the rows.
farm::Frame frame_of(Format format) {
  const std::string head =
      "number,verdict,plies,shortest,seconds,nodes,verified,note,sfen,line,japanese\n";
  if (format == Format::kCsv) return {head, "", "", head};
  return format == Format::kJson ? farm::Frame{"[\n", ",\n", "\n]\n", "[]\n"} : farm::Frame();
}

/// What decides the rows, but for the seconds in them.
base::Result<farm::Job> job_of(const SolveMatesOrder& order) {
  farm::Job job{"mate solve", {{"gougi", std::string(base::kVersion)}}};
  for (std::size_t i = 0; i < order.files.size(); ++i) {
    const auto added =
        job.add_file("file " + std::to_string(i + 1), base::path_from_utf8(order.files[i]));
    if (!added) return tl::unexpected(added.error());
  }
  const auto add = [&job](const char* name, auto number) { job.add(name, std::to_string(number)); };
  add("--seconds", order.seconds.value_or(0));
  add("--nodes", order.limits.nodes.value_or(0));
  add("--hash for each thread", order.megabytes / order.threads);
  add("--post", static_cast<int>(order.limits.post));
  add("--tsume", order.limits.futile_count ? 0 : 1);
  add("--help-mate", order.helps_to_mate ? 1 : 0);
  add("--verify", order.verify ? 1 : 0);
  add("format", static_cast<int>(order.format));
  return job;
}

struct Problem {
  int number = 0;
  std::string sfen;
  std::string note;
  shogi::FreezePosition position;
};

/// Without the words that stand before a position in lines of USI.
std::string_view sfen_of(std::string_view line) {
  line = base::trim(line);
  for (const std::string_view word : {"position ", "sfen "}) {
    if (line.starts_with(word)) line = base::trim(line.substr(word.size()));
  }
  return line;
}

/// The problems of the files, one after the other. What cannot be read is complained of.
class ProblemReader {
 public:
  /// `with_freezes`: what has freezes is a problem, too, and not complained of.
  ProblemReader(const std::vector<std::string>& files, bool with_freezes)
      : files_(files), with_freezes_(with_freezes) {}

  std::optional<Problem> next() {
    for (;;) {
      if (!is_open_ && !open_next()) return std::nullopt;
      std::string line;
      if (!std::getline(in_, line)) {
        is_open_ = false;
        continue;
      }
      ++line_number_;
      const std::size_t mark = line.find('#');
      const std::string sfen(sfen_of(std::string_view(line).substr(0, mark)));
      if (sfen.empty()) continue;
      const auto position = notation::parse_freeze_sfen(sfen);
      if (!position) {
        complain(position.error().message);
        continue;
      }
      if (!with_freezes_ && !position->plain()) {
        complain("help-mates with freezes are not looked for");
        continue;
      }
      std::string note;
      if (mark != std::string::npos) note = base::trim(std::string_view(line).substr(mark + 1));
      return Problem{++count_, sfen, note, *position};
    }
  }

  /// Every file so far could be read, and every line of them.
  bool all_read() const { return all_read_ && refused_ == 0; }
  /// Every file could be read so far, whatever its lines are.
  bool files_read() const { return all_read_; }
  int refused() const { return refused_; }
  /// Problems so far.
  std::uint64_t count() const { return static_cast<std::uint64_t>(count_); }

 private:
  /// Says what is wrong with the line read last.
  void complain(const std::string& what) {
    ++refused_;
    std::cerr << "gougi mate: " + base::printable(files_[file_ - 1]) + ":" +
                     std::to_string(line_number_) + ": " + what + '\n';
  }

  bool open_next() {
    for (; file_ < files_.size(); ++file_) {
      in_ = std::ifstream(base::path_from_utf8(files_[file_]));
      // A folder can be opened, but not read.
      is_open_ = in_ && (in_.peek() != std::ifstream::traits_type::eof() || !in_.bad());
      line_number_ = 0;
      if (is_open_) {
        ++file_;
        return true;
      }
      std::cerr << "gougi mate: cannot read " + base::printable(files_[file_]) + '\n';
      all_read_ = false;
    }
    return false;
  }

  const std::vector<std::string>& files_;
  bool with_freezes_;
  std::size_t file_ = 0;
  std::ifstream in_;
  std::int64_t line_number_ = 0;
  bool is_open_ = false;
  bool all_read_ = true;
  int count_ = 0;
  int refused_ = 0;
};

/// What solves one problem at a time: one of its solvers has the memory.
class Solvers {
 public:
  Solvers(const SolveMatesOrder& order, mate::MemoryAdvice advice)
      : order_(order),
        megabytes_(static_cast<std::size_t>(order.megabytes / order.threads)),
        solver_(advice) {
    if (order.helps_to_mate) help_solver_.resize(megabytes_);
    freeze_solver_.resize(megabytes_);
  }

  /// `stop` is told the progress of any of the solvers.
  template <class Stop>
  mate::FreezeMateResult solve(const shogi::FreezePosition& position, const Stop& stop) {
    if (order_.helps_to_mate) {
      return with_freezes(help_solver_.solve(position.position(), order_.limits, stop));
    }
    if (position.plain()) {
      freeze_solver_.release();
      solver_.resize(megabytes_);
      return with_freezes(solver_.solve(position.position(), order_.limits, stop));
    }
    solver_.resize(1);
    return freeze_solver_.solve(position, order_.limits, stop);
  }

  mate::Verification verify(const shogi::FreezePosition& position) {
    return position.plain() ? solver_.verify(position.position()) : freeze_solver_.verify(position);
  }

 private:
  const SolveMatesOrder& order_;
  std::size_t megabytes_;
  mate::Solver solver_;
  mate::FreezeSolver freeze_solver_;
  mate::HelpMateSolver help_solver_;
};

class Solving {
 public:
  /// `file`: of a part, in which `done` are finished; nullptr: rows are printed.
  Solving(const SolveMatesOrder& order, mate::MemoryAdvice advice, farm::RowFile* file,
          const std::vector<std::uint64_t>& done)
      : order_(order),
        file_(file),
        done_(done.begin(), done.end()),
        reader_(order.files, !order.helps_to_mate) {
    if (file != nullptr) log_progress();
    for (std::int64_t i = 0; i < order.threads; ++i) {
      solvers_.push_back(std::make_unique<Solvers>(order, advice));
    }
    rows_.next = [this] {
      auto problem = reader_.next();
      while (problem && !is_wanted(*problem)) problem = reader_.next();
      return problem;
    };
    rows_.work = [this](std::size_t worker, const Problem& problem) {
      return solve(*solvers_[worker], problem);
    };
    rows_.take = [this](Row&& row) { return take(row); };
  }

  /// Blocks until all is solved, or stop().
  void run() { rows_.run(solvers_.size()); }
  /// What is being solved is given up. Safe from any thread.
  void stop() { rows_.stop(); }

  void print_end(bool was_interrupted) {
    if (file_ != nullptr) {
      const bool is_whole = reader_.files_read() && enough_memory_ && failure_.empty();
      if (!was_interrupted && is_whole) keep(file_->complete(reader_.count()));
    } else {
      const farm::Frame frame = frame_of(order_.format);
      std::cout << (problems_ == 0 ? frame.alone : frame.foot) << std::flush;
    }
    const int refused = reader_.refused();
    std::cerr << problems_ << " problems, " << mates_ << " mates, " << no_mates_ << " without, "
              << decimal(seconds_) << " s, " << nodes_ << " nodes"
              << (refused > 0 ? ", " + std::to_string(refused) + " lines refused" : "")
              << (was_interrupted ? " (interrupted)" : "") << std::endl;
  }
  /// All files could be read, every proof that was looked at holds, and there was enough memory.
  bool is_well() const {
    return reader_.all_read() && all_hold_ && enough_memory_ && failure_.empty();
  }

 private:
  Row solve(Solvers& solvers, const Problem& problem) {
    Row row{problem.number, problem.sfen, problem.note, {}, {}, 0, {}};
    const double start = cpu_seconds();
    const auto stop = [&](const auto& progress) {
      const double passed = cpu_seconds() - start;
      report(problem.number, passed, progress.nodes, progress.depth);
      return rows_.is_over() || (order_.seconds && passed > static_cast<double>(*order_.seconds));
    };
    try {
      row.result = solvers.solve(problem.position, stop);
      row.seconds = cpu_seconds() - start;
      if (row.result.verdict == mate::Verdict::kMate) {
        row.japanese = japanese_line(problem.position, row.result.moves);
      }
      if (order_.verify && row.result.verdict == mate::Verdict::kMate && !rows_.is_over()) {
        row.verification = solvers.verify(problem.position);
      }
    } catch (const std::bad_alloc&) {
      row.result = {};
      row.out_of_memory = true;
    }
    return row;
  }

  // Once a second, whichever thread comes first.
  void report(int number, double passed, std::uint64_t nodes, int depth) {
    const std::lock_guard lock(report_);
    const base::TimePoint now = base::Clock::now();
    if (now - last_report_ < kSolvingReportInterval) return;
    last_report_ = now;
    std::cerr << "\r" + std::to_string(number) + ": " + decimal(passed) + " s, " +
                     std::to_string(nodes) + " nodes, depth " + std::to_string(depth) + "   \r";
  }

  void log_progress() {
    const auto job = farm::identity_of(file_->part().job);
    std::vector<farm::ProgressLine> lines;
    for (const std::uint64_t unit : done_) lines.push_back({unit, {}});
    progress_ = std::make_unique<farm::ProgressLog>(
        base::path_from_utf8(order_.file),
        farm::ProgressHead{"mate solve", job ? *job : "", file_->part().shard, 0, {}, {}}, lines);
  }

  bool is_wanted(const Problem& problem) const {
    const auto unit = static_cast<std::uint64_t>(problem.number - 1);
    return !order_.shard || (order_.shard->has(unit) && !done_.contains(unit));
  }

  void keep(const base::Result<void>& kept) {
    if (kept || !failure_.empty()) return;
    failure_ = kept.error().message;
    std::cerr << "gougi mate: " + failure_ + '\n';
  }

  /// False: the part's file takes no more.
  bool take(const Row& row) {
    ++problems_;
    mates_ += row.result.verdict == mate::Verdict::kMate ? 1 : 0;
    no_mates_ += row.result.verdict == mate::Verdict::kNoMate ? 1 : 0;
    if (row.out_of_memory && enough_memory_) {
      enough_memory_ = false;
      std::cerr << "gougi mate: --hash " + std::to_string(order_.megabytes) +
                       " is more memory than there is; ask for less\n";
    }
    all_hold_ = all_hold_ && (!row.verification || row.verification->holds);
    seconds_ += row.seconds;
    nodes_ += row.result.nodes;
    const std::string text = text_of(row, order_.format);
    if (file_ != nullptr) {
      if (!row.out_of_memory) keep(file_->add(static_cast<std::uint64_t>(row.number - 1), text));
      if (progress_) progress_->add({static_cast<std::uint64_t>(row.number - 1), {}});
      return failure_.empty();
    }
    const farm::Frame frame = frame_of(order_.format);
    std::cout << (problems_ == 1 ? frame.head : frame.between) << text << std::flush;
    return true;
  }

  const SolveMatesOrder& order_;
  farm::RowFile* file_;
  std::set<std::uint64_t> done_;
  std::string failure_;                          ///< of the file
  std::unique_ptr<farm::ProgressLog> progress_;  ///< likewise
  ProblemReader reader_;
  std::vector<std::unique_ptr<Solvers>> solvers_;
  InOrder<Problem, Row> rows_;
  std::mutex report_;
  base::TimePoint last_report_ = base::Clock::now();
  int problems_ = 0;
  int mates_ = 0;
  int no_mates_ = 0;
  double seconds_ = 0;
  std::uint64_t nodes_ = 0;
  bool all_hold_ = true;
  bool enough_memory_ = true;
};

base::Result<farm::RowFile> part_file(const SolveMatesOrder& order) {
  auto job = job_of(order);
  if (!job) return tl::unexpected(job.error());
  return farm::RowFile::open(base::path_from_utf8(order.file), {std::move(*job), *order.shard},
                             frame_of(order.format));
}

}  // namespace

int mate_solve_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto order = read_solve_mates_order(words);
  if (!order) {
    std::cerr << "gougi mate: " << with_way_to_help(order.error().message, "gougi mate solve")
              << '\n';
    return 2;
  }
  if (order->help) {
    std::cout << kMateSolveUsage << kMateSolveHelp;
    return 0;
  }
  std::optional<farm::RowFile> file;
  std::vector<std::uint64_t> done;
  if (order->shard) {
    auto begun = part_file(*order);
    auto finished = begun ? begun->finished()
                          : base::Result<std::vector<std::uint64_t>>(tl::unexpected(begun.error()));
    if (!finished) {
      std::cerr << "gougi mate: " << finished.error().message << '\n';
      return 2;
    }
    file = std::move(*begun);
    done = std::move(*finished);
  }
  Solving solving(*order, advice, file ? &*file : nullptr, done);
  // The signals' loop has this thread, the problems have others.
  io::EventLoop loop;
  bool was_interrupted = false;
  const io::EndSignals signals(loop, [&](int) {
    if (was_interrupted) std::_Exit(kExitInterrupted);
    was_interrupted = true;
    solving.stop();
  });
  std::thread problems([&] {
    solving.run();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  problems.join();
  solving.print_end(was_interrupted);
  if (!solving.is_well()) return 1;
  return was_interrupted ? kExitInterrupted : 0;
}

}  // namespace gougi::tools
