// SPDX-License-Identifier: MIT
#include "tools/mate_solve_command.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include "base/clock.hpp"
#include "base/counted.hpp"
#include "base/language.hpp"
#include "base/pace.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/shard.hpp"
#include "base/version.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "farm/job.hpp"
#include "farm/row_work.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "mate/freeze_solver.hpp"
#include "mate/help_mate.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "shogi/game.hpp"
#include "tools/in_order.hpp"
#include "tools/mate_problems.hpp"
#include "tools/mate_rows.hpp"
#include "tools/part_words.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr int kMostSolvers = 256;
constexpr const char* kMateSolve = "gougi mate solve";

struct SolveMatesOrder {
  std::vector<std::string> files;
  std::optional<std::int64_t> seconds;
  std::int64_t megabytes = 1024;
  std::int64_t threads = 1;
  mate::MateLimits limits;
  MateRowFormat format = MateRowFormat::kTable;
  bool verify = false;
  bool helps_to_mate = false;
  std::optional<base::Shard> shard;  ///< of the problems
  std::string file;                  ///< of that part
  std::filesystem::path stop_file;   ///< once it is there, the part ends
};

cli::Parsed<SolveMatesOrder> read_solve_mates_order(const std::vector<std::string>& words) {
  SolveMatesOrder order;
  bool is_csv = false;
  bool is_json = false;
  bool is_tsume = false;
  std::string post = "bound";
  cli::App app(kMateSolveAbout, kMateSolve);
  app.add_option(
         "FILE", order.files,
         said({"of problems, one a line: an SFEN, or startpos or an SFEN with moves, whose last "
               "position is the problem (as gougi record FILE --to usi writes records)",
               "問題のファイル。1行に SFEN か、moves を付けた startpos や SFEN "
               "を書く(その最後の局面が問題。棋譜は gougi record FILE --to usi "
               "で書き出す)"}))
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
      app, order.shard, order.file, order.stop_file,
      {"solve part I of N (0/8 to 7/8) into --file; typed again it goes on, and gougi merge "
       "puts the parts together",
       "N 分割の I 番目(0/8 から 7/8)を解いて --file に書く。同じコマンドで続きから。gougi "
       "merge で1つにまとめる"});
  if (auto answer = cli::read_words(app, words)) return tl::unexpected(*std::move(answer));
  order.format = is_csv    ? MateRowFormat::kCsv
                 : is_json ? MateRowFormat::kJson
                           : MateRowFormat::kTable;
  order.limits.futile_count = !is_tsume && order.limits.futile_count;
  if (post == "none") order.limits.post = mate::PostSearch::kNone;
  if (post == "minimum") order.limits.post = mate::PostSearch::kMinimum;
  if (order.helps_to_mate) order.limits.depth = mate::kDeepestHelp;
  if (order.megabytes >= order.threads) return order;
  return tl::unexpected(cli::Answer{
      cli::with_way_to_help(base::say({"--hash {0} is less than a MB for each of {1} threads",
                                       "--hash {0} では {1} スレッドに 1 MB ずつ渡せません"},
                                      order.megabytes, order.threads),
                            kMateSolve),
      cli::kWrongUsage});
}

// Every result of ordinary shogi is one of Freeze shogi.
mate::FreezeMateResult with_freezes(const mate::MateResult& result) {
  return {result.verdict, result.reason, {result.moves.begin(), result.moves.end()},
          result.plies,   result.nodes,  result.is_shortest};
}

double cpu_seconds() { return std::chrono::duration<double>(io::thread_cpu_time()).count(); }

/// "☗２三金 ☖同玉 …", as newspapers print it.
std::string japanese_line(const shogi::FreezePosition& start,
                          const std::vector<shogi::Move>& moves) {
  shogi::Game game(start);
  std::string line;
  shogi::BareMove before;
  for (const shogi::Move move : moves) {
    if (!line.empty()) line += ' ';
    line += notation::to_ki2(game.position(), move.bare, before);
    if (move.freezes()) line.append("(").append(notation::frozen_in_japanese(move.freeze)) += ")";
    if (!game.play(move)) break;
    before = move.bare;
  }
  return line;
}

// As whoever is told that a part has another one knows them.
std::string post_word(mate::PostSearch post) {
  if (post == mate::PostSearch::kNone) return "none";
  return post == mate::PostSearch::kMinimum ? "minimum" : "bound";
}

std::string format_word(MateRowFormat format) {
  if (format == MateRowFormat::kTable) return "table";
  return format == MateRowFormat::kCsv ? "CSV" : "JSON";
}

/// What decides the rows, but for the seconds in them.
base::Result<farm::Job> job_of(const SolveMatesOrder& order) {
  farm::Job job{kMateSolveJob, {{"gougi", std::string(base::kVersion)}}};
  for (std::size_t i = 0; i < order.files.size(); ++i) {
    const auto added =
        job.add_file("file " + std::to_string(i + 1), base::path_from_utf8(order.files[i]));
    if (!added) return tl::unexpected(added.error());
  }
  const auto add = [&job](const char* name, auto number) { job.add(name, std::to_string(number)); };
  add("--seconds", order.seconds.value_or(0));
  add("--nodes", order.limits.nodes.value_or(0));
  add("--hash for each thread", order.megabytes / order.threads);
  job.add("--post", post_word(order.limits.post));
  add("--tsume", order.limits.futile_count ? 0 : 1);
  add("--help-mate", order.helps_to_mate ? 1 : 0);
  add("--verify", order.verify ? 1 : 0);
  job.add("format", format_word(order.format));
  return job;
}

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
      : order_(order),
        file_(file),
        reader_(order.files, !order.helps_to_mate),
        solved_before_(file == nullptr ? 0 : file->finished()) {
    progress_line_.wait(base::Clock::now());  // most problems are solved before that
    for (std::int64_t i = 0; i < order.threads; ++i) {
      solvers_.push_back(std::make_unique<Solvers>(order, advice));
    }
    rows_.next = [this] {
      auto problem = reader_.next();
      while (problem && !is_wanted(*problem)) problem = reader_.next();
      return problem;
    };
    rows_.work = [this](std::size_t worker, const MateProblem& problem) {
      return solve(*solvers_[worker], problem);
    };
    rows_.take = [this](MateRow&& row) { return take(row); };
  }

  /// Blocks until all is solved, or after finish().
  void run() { rows_.run(solvers_.size()); }
  /// The problems at hand are the last; those that may take without end are given up. Safe from any
  /// thread.
  void finish() {
    gives_up_ = !has_end();
    rows_.finish();
  }
  /// Whether each problem ends by itself.
  bool has_end() const { return order_.seconds || order_.limits.nodes; }

  void print_end(bool was_interrupted) {
    end_progress();
    if (file_ != nullptr) {
      const bool is_whole = reader_.files_read() && enough_memory_ && failure_.empty();
      if (!was_interrupted && is_whole) keep(file_->complete(reader_.count()));
    } else {
      const farm::Frame frame = row_frame(order_.format);
      std::cout << (problems_ == 0 ? frame.alone : frame.foot) << std::flush;
    }
    const int refused = reader_.refused();
    std::string line =
        base::counted(problems_, {"{0} problem, ", "{0}問、"}, {"{0} problems, ", "{0}問、"}) +
        base::counted(mates_, {"{0} mate, ", "詰み {0}、"}, {"{0} mates, ", "詰み {0}、"}) +
        base::say({"{0} without, {1} s, ", "不詰 {0}、{1}秒、"}, no_mates_,
                  seconds_text(seconds_)) +
        base::counted(nodes_, {"{0} node", "{0}局面"}, {"{0} nodes", "{0}局面"});
    if (refused > 0) {
      line += base::counted(refused, {", {0} line refused", "、読めない行 {0}"},
                            {", {0} lines refused", "、読めない行 {0}"});
    }
    if (was_interrupted) line += base::say({" (interrupted)", "(中断)"});
    std::cerr << line + "\n";  // at once, as other parts write to the same place
  }
  /// All files could be read, every proof that was looked at holds, and there was enough memory. A
  /// line that is no problem is told by every part, and no failure of one.
  bool is_well() const {
    const bool is_read = file_ != nullptr ? reader_.files_read() : reader_.all_read();
    return is_read && all_hold_ && enough_memory_ && failure_.empty();
  }

 private:
  // Another run may find more.
  bool is_cut(const MateRow& row) const {
    const bool is_checked = !order_.verify || row.verification;
    return gives_up_ && (row.result.verdict == mate::Verdict::kUnknown ||
                         (row.result.verdict == mate::Verdict::kMate && !is_checked));
  }

  bool is_given_up() const { return gives_up_ || rows_.is_over(); }

  MateRow solve(Solvers& solvers, const MateProblem& problem) {
    MateRow row{problem.number, problem.sfen, problem.note, {}, {}, 0, {}};
    const double start = cpu_seconds();
    const auto stop = [&](const auto& progress) {
      const double passed = cpu_seconds() - start;
      report(problem.number, passed, progress.nodes, progress.depth);
      return is_given_up() || (order_.seconds && passed > static_cast<double>(*order_.seconds));
    };
    try {
      row.result = solvers.solve(problem.position, stop);
      row.seconds = cpu_seconds() - start;
      if (row.result.verdict == mate::Verdict::kMate) {
        row.japanese = japanese_line(problem.position, row.result.moves);
      }
      if (order_.verify && row.result.verdict == mate::Verdict::kMate && !is_given_up()) {
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
    const auto now = base::Clock::now();
    progress_line_.show(now, [&] {
      return pace(now) +
             base::say({"{0}: {1} s, {2} nodes, depth {3}", "{0}: {1}秒、{2}局面、深さ {3}"},
                       number, seconds_text(passed), nodes, depth);
    });
  }

  // "7/300 problems, 1.40/s, 0:03:29 left; ", once one is solved.
  std::string pace(base::TimePoint now) {
    const std::uint64_t solved = solved_;
    if (solved == 0) return "";
    if (!all_) all_ = count_all();
    const std::uint64_t done = solved_before_ + solved;
    const bool is_known = *all_ >= done;
    return base::say(
        {"{0} problems, {1}; ", "{0}問、{1}。"},
        is_known ? fmt::format("{}/{}", done, *all_) : std::to_string(done),
        base::pace_text(static_cast<double>(solved),
                        is_known ? std::optional(static_cast<double>(*all_ - done)) : std::nullopt,
                        now - began_));
  }

  // Of this part; 0: what comes through a pipe cannot be read twice.
  std::uint64_t count_all() const {
    std::error_code ignored;
    for (const std::string& file : order_.files) {
      if (!std::filesystem::is_regular_file(base::path_from_utf8(file), ignored)) return 0;
    }
    const auto all = MateProblems::count_all(order_.files, !order_.helps_to_mate);
    return order_.shard ? order_.shard->count(all) : all;
  }

  bool is_wanted(const MateProblem& problem) const {
    const auto unit = static_cast<std::uint64_t>(problem.number - 1);
    return file_ == nullptr || file_->wants(unit);
  }

  void keep(const base::Result<void>& kept) {
    if (kept || !failure_.empty()) return;
    failure_ = kept.error().message;
    std::cerr << "gougi mate: " + failure_ + '\n';
  }

  /// False: the part's file takes no more.
  bool take(const MateRow& row) {
    end_progress();
    ++problems_;
    ++solved_;
    mates_ += row.result.verdict == mate::Verdict::kMate ? 1 : 0;
    no_mates_ += row.result.verdict == mate::Verdict::kNoMate ? 1 : 0;
    if (row.out_of_memory && enough_memory_) {
      enough_memory_ = false;
      std::cerr << "gougi mate: " +
                       base::say({"--hash {0} is more memory than there is; ask for less",
                                  "--hash {0} ではメモリが足りません。減らしてください"},
                                 order_.megabytes) +
                       "\n";
    }
    all_hold_ = all_hold_ && (!row.verification || row.verification->holds);
    seconds_ += row.seconds;
    nodes_ += row.result.nodes;
    const std::string text = row_text(row, order_.format);
    if (file_ != nullptr) {
      if (!row.out_of_memory && !is_cut(row))
        keep(file_->add(static_cast<std::uint64_t>(row.number - 1), text));
      return failure_.empty();
    }
    const farm::Frame frame = row_frame(order_.format);
    std::cout << (problems_ == 1 ? frame.head : frame.between) << text << std::flush;
    return true;
  }

  const SolveMatesOrder& order_;
  farm::RowWork* file_;
  std::string failure_;  ///< of the file
  MateProblems reader_;
  std::vector<std::unique_ptr<Solvers>> solvers_;
  InOrder<MateProblem, MateRow> rows_;
  std::atomic<bool> gives_up_ = false;
  std::mutex report_;
  cli::ProgressLine progress_line_;
  const base::TimePoint began_ = base::Clock::now();
  std::atomic<std::uint64_t> solved_ = 0;  ///< as problems_, for all threads
  std::uint64_t solved_before_;            ///< of the part, by other runs
  std::optional<std::uint64_t> all_;
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
                              row_frame(order.format),
                              MateProblems::count_all(order.files, !order.helps_to_mate));
}

}  // namespace

base::Result<std::vector<std::string>> files_of_mate_solve(const std::vector<std::string>& words) {
  const auto parsed = read_solve_mates_order(words);
  if (!parsed) return cli::no_work(parsed.error());
  return parsed->files;
}

int mate_solve_command(const std::vector<std::string>& words, mate::MemoryAdvice advice) {
  const auto parsed = read_solve_mates_order(words);
  if (!parsed) return cli::tell(kMateSolve, parsed.error());
  const SolveMatesOrder& order = *parsed;
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
  const cli::Interruption interruption(
      loop,
      [&] {
        if (solving.has_end()) {
          cli::tell_finishing("gougi mate", {"the problems at hand", "解いている問題"});
        }
        solving.finish();
      },
      order.stop_file);
  std::thread problems([&] {
    solving.run();
    loop.post([&loop] { loop.stop(); });
  });
  loop.run();
  problems.join();
  solving.print_end(interruption.has_come());
  if (!solving.is_well()) return 1;
  return interruption.has_come() ? cli::kInterrupted : 0;
}

}  // namespace gougi::tools
