// SPDX-License-Identifier: MIT
#include "tools/mate_solve_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/shard.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "farm/job.hpp"
#include "farm/row_work.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "mate/freeze_solver.hpp"
#include "mate/help_mate.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "shogi/game.hpp"
#include "tools/in_order.hpp"
#include "tools/part_words.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr int kMostSolvers = 256;
/// Of who asked twice, as of one killed by ctrl-C.

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

/// An order, or help or a complaint was printed.
struct ParsedSolving {
  std::optional<SolveMatesOrder> order;
  int exit_code = 0;
};

ParsedSolving read_solve_mates_order(const std::vector<std::string>& words) {
  SolveMatesOrder order;
  bool is_csv = false;
  bool is_json = false;
  bool is_tsume = false;
  std::string post = "bound";
  cli::App app(kMateSolveAbout, "gougi mate solve");
  app.add_option("FILE", order.files, said({"of problems", "問題のファイル"}))
      ->required()
      ->type_name("");
  const auto positive = CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max());
  const auto number = [&](const char* name, auto& to, base::Text text) {
    return app.add_option(name, to, said(text))->check(positive)->type_name("N");
  };
  number("--seconds", order.seconds,
         {"CPU seconds for each problem; without it, as long as it takes",
          "1題あたりの CPU 秒。なければ解けるまで"});
  number("--nodes", order.limits.nodes, {"positions for each problem", "1題あたりの局面数"});
  number("--hash", order.megabytes, {"MB for the tables", "表のメモリ(MB)"})->capture_default_str();
  app.add_option("--threads", order.threads,
                 said({"problems at once, each with its share of the memory",
                       "同時に解く題数。メモリは分け合う"}))
      ->check(CLI::Range(1, kMostSolvers))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--post", post,
                 said({"shorten the mate found: none, bound (a little), minimum",
                       "見つけた詰みを短くする: none(しない)、bound(少し)、minimum(最短まで)"}))
      ->check(CLI::IsMember({"none", "bound", "minimum"}))
      ->type_name("WORD")
      ->capture_default_str();
  CLI::Option& verify = *app.add_flag("--verify", order.verify,
                                      said({"walk over each proof: every defence must be answered",
                                            "すべての応手に答えがあるか証明を確かめる"}));
  app.add_flag("--help-mate", order.helps_to_mate,
               said({"the defender helps (協力詰め)", "協力詰め"}))
      ->excludes(&verify);
  app.add_flag("--tsume", is_tsume,
               said({"futile interpositions at the end do not count as plies",
                     "最後の無駄合いを手数に数えない"}));
  CLI::Option& csv =
      *app.add_flag("--csv", is_csv, said({"instead of the table", "表の代わりに CSV で出力"}));
  app.add_flag("--json", is_json, said({"instead of the table", "表の代わりに JSON で出力"}))
      ->excludes(&csv);
  declare_part(
      app, order.shard, order.file,
      {"solve part I of N (0/8 to 7/8) into --file; typed again it goes on, and gougi merge "
       "puts the parts together",
       "N 分割の I 番目(0/8 から 7/8)を解いて --file に書く。同じコマンドで続きから。gougi "
       "merge で1つにまとめる"});
  if (const auto exit_code = cli::parse_words(app, words)) return {std::nullopt, *exit_code};
  order.format = is_csv ? Format::kCsv : is_json ? Format::kJson : Format::kTable;
  order.limits.futile_count = !is_tsume && order.limits.futile_count;
  if (post == "none") order.limits.post = mate::PostSearch::kNone;
  if (post == "minimum") order.limits.post = mate::PostSearch::kMinimum;
  if (order.helps_to_mate) order.limits.depth = mate::kDeepestHelp;
  if (order.megabytes >= order.threads) return {order, 0};
  std::cerr << "gougi mate solve: "
            << cli::with_way_to_help(
                   base::say({"--hash {0} is less than a MB for each of {1} threads",
                              "--hash {0} では {1} スレッドに 1 MB ずつ渡せません"},
                             order.megabytes, order.threads),
                   "gougi mate solve")
            << "\n";
  return {std::nullopt, 2};
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

std::string decimal(double value) { return fmt::format("{:.3f}", value); }

/// Of CSV.
std::string csv_field(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return result + '"';
}

std::string verified_word(const Row& row) {
  if (!row.verification) return "";
  return row.verification->holds ? "holds" : "FAILS";
}

std::string json_of(const Row& row) {
  nlohmann::ordered_json json{{"number", row.number},
                              {"verdict", verdict_word(row)},
                              {"plies", row.result.plies},
                              {"shortest", row.result.is_shortest},
                              {"seconds", std::round(row.seconds * 1000) / 1000},
                              {"nodes", row.result.nodes}};
  if (row.verification) json["verified"] = row.verification->holds;
  json["note"] = row.note;
  json["sfen"] = row.sfen;
  json["line"] = line_of(row.result);
  json["japanese"] = row.japanese;
  // A note may be in whatever bytes its author had.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// A line, for JSON without its end.
std::string text_of(const Row& row, Format format) {
  const std::string_view verdict = verdict_word(row);
  const int plies = row.result.plies;
  std::ostringstream out;
  if (format == Format::kJson) return json_of(row);
  out << row.number;
  if (format == Format::kTable) {
    out << '\t' << verdict << '\t' << plies << (row.result.is_shortest ? "!" : "") << '\t'
        << decimal(row.seconds) << " s\t" << row.result.nodes << '\t';
    if (row.verification) {
      out << verified_word(row) << ' ' << row.verification->positions << '\t';
    }
    out << row.note << (row.japanese.empty() ? "" : "\t") << row.japanese << '\n';
    return out.str();
  }
  out << ',' << verdict << ',' << plies << ',' << (row.result.is_shortest ? 1 : 0) << ','
      << decimal(row.seconds) << ',' << row.result.nodes << ',' << verified_word(row) << ','
      << csv_field(row.note) << ',' << csv_field(row.sfen) << ',' << csv_field(line_of(row.result))
      << ',' << csv_field(row.japanese) << '\n';
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
  /// `file`: of a part; nullptr: rows are printed.
  Solving(const SolveMatesOrder& order, mate::MemoryAdvice advice, farm::RowWork* file)
      : order_(order), file_(file), reader_(order.files, !order.helps_to_mate) {
    progress_line_.wait(base::Clock::now());  // most problems are solved before that
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
    end_progress();
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

  // What comes next is written in the line's place.
  void end_progress() {
    const std::lock_guard lock(report_);
    progress_line_.end();
  }

  // Now and then, whichever thread comes first.
  void report(int number, double passed, std::uint64_t nodes, int depth) {
    const std::lock_guard lock(report_);
    progress_line_.show(base::Clock::now(), [&] {
      return fmt::format("{}: {} s, {} nodes, depth {}", number, decimal(passed), nodes, depth);
    });
  }

  bool is_wanted(const Problem& problem) const {
    const auto unit = static_cast<std::uint64_t>(problem.number - 1);
    return file_ == nullptr || file_->wants(unit);
  }

  void keep(const base::Result<void>& kept) {
    if (kept || !failure_.empty()) return;
    failure_ = kept.error().message;
    std::cerr << "gougi mate: " + failure_ + '\n';
  }

  /// False: the part's file takes no more.
  bool take(const Row& row) {
    end_progress();
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
      return failure_.empty();
    }
    const farm::Frame frame = frame_of(order_.format);
    std::cout << (problems_ == 1 ? frame.head : frame.between) << text << std::flush;
    return true;
  }

  const SolveMatesOrder& order_;
  farm::RowWork* file_;
  std::string failure_;  ///< of the file
  ProblemReader reader_;
  std::vector<std::unique_ptr<Solvers>> solvers_;
  InOrder<Problem, Row> rows_;
  std::mutex report_;
  cli::ProgressLine progress_line_;
  int problems_ = 0;
  int mates_ = 0;
  int no_mates_ = 0;
  double seconds_ = 0;
  std::uint64_t nodes_ = 0;
  bool all_hold_ = true;
  bool enough_memory_ = true;
};

base::Result<farm::RowWork> part_of_problems(const SolveMatesOrder& order) {
  auto job = job_of(order);
  if (!job) return tl::unexpected(job.error());
  return farm::RowWork::begin(base::path_from_utf8(order.file), {std::move(*job), *order.shard},
                              frame_of(order.format), 0);
}

}  // namespace

int mate_solve_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto parsed = read_solve_mates_order(words);
  if (!parsed.order) return parsed.exit_code;
  const SolveMatesOrder& order = *parsed.order;
  std::optional<farm::RowWork> file;
  if (order.shard) {
    auto begun = part_of_problems(order);
    if (!begun) {
      std::cerr << "gougi mate: " << begun.error().message << '\n';
      return cli::kFailed;
    }
    file = std::move(*begun);
  }
  Solving solving(order, advice, file ? &*file : nullptr);
  // The signals' loop has this thread, the problems have others.
  io::EventLoop loop;
  bool was_interrupted = false;
  const io::EndSignals signals(loop, [&](int) {
    if (was_interrupted) std::_Exit(cli::kInterrupted);
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
  return was_interrupted ? cli::kInterrupted : 0;
}

}  // namespace gougi::tools
