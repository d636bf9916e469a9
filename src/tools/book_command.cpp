// SPDX-License-Identifier: MIT
#include "tools/book_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "book/counter.hpp"
#include "book/library.hpp"
#include "book/reader.hpp"
#include "book/statistics.hpp"
#include "book/writer.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "cli/tasks.hpp"
#include "farm/row_work.hpp"
#include "io/process_info.hpp"
#include "notation/sfen.hpp"
#include "tools/book_part.hpp"
#include "tools/book_thinker.hpp"
#include "tools/part_words.hpp"
#include "tools/record_reader.hpp"
#include "usi/game_line.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

using base::said;
using base::Text;

constexpr Text kBookAbout{
    "Opening books. A game of IN.sfen is a line, startpos moves … or sfen … moves …; what follows "
    "a "
    "# is a remark; or IN is a record: its name ends with .kif, .ki2, .csa or .jkf.",
    "定跡。IN.sfen は1行1局で、startpos moves … か sfen … moves … と書きます(# "
    "の後は注釈)。名前が .kif、.ki2、.csa、.jkf で終わる棋譜でもかまいません。"};
constexpr Text kGames{"games", "棋譜"};
constexpr Text kBook{"a book", "定跡"};
constexpr Text kNewBook{"the new book", "新しい定跡"};

// Of lines that were skipped so many are told one by one.
constexpr std::size_t kMostComplaints = 20;
constexpr std::int64_t kMemoryMib = 256;
constexpr int kBookLines = 3;
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kBookPlies = 16;  // of a game, as books of this kind have
constexpr base::Milliseconds kBetweenSaves{5 * 60 * 1000};
constexpr Text kNoFreezes{"the game has freezes, which books do not know",
                          "フリーズのある対局は定跡にできません"};

/// What the words ask for: files, then pairs of word and number, and options anywhere.
struct BookOrder {
  std::vector<std::string> files;
  std::map<std::string, std::int64_t> numbers;
  bool strict = false;
  std::int64_t memory_mib = kMemoryMib;
  std::optional<fs::path> engine;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<int> lines;
  std::optional<base::Shard> shard;  ///< of the positions

  std::int64_t number_or(const std::string& word, std::int64_t other) const {
    const auto found = numbers.find(word);
    return found == numbers.end() ? other : found->second;
  }
};

class BookCommand {
 public:
  BookCommand(std::string name, BookThinker thinker)
      : name_(std::move(name)), thinker_(std::move(thinker)) {}

  int run(const std::vector<std::string>& words) {
    cli::Tasks tasks(kBookAbout, name_);
    const auto add = [&](const char* task, Text about, Task carry_out) {
      tasks.add(task, about, [this, task, about, carry_out](const cli::Words& rest) {
        return run_task(task, about, carry_out, rest);
      });
    };
    add("from_sfen", {"a book of what games played", "棋譜で指された手から定跡を作る"},
        &BookCommand::from_sfen);
    add("think",
        {"a book of what an engine thinks of games' positions",
         "棋譜の局面をエンジンに考えさせて定跡を作る"},
        &BookCommand::think);
    add("merge", {"two books as one", "2つの定跡を1つにする"}, &BookCommand::merge);
    add("sort", {"a book in order", "定跡を並べ替える"}, &BookCommand::sort);
    add("stat", {"what a book holds", "定跡の中身を数える"}, &BookCommand::stat);
    add("lookup", {"what a book says of a position", "局面を定跡で引く"}, &BookCommand::lookup);
    return tasks.run(words);
  }

 private:
  using Task = base::Result<void> (BookCommand::*)(const BookOrder&);

  int run_task(const std::string& task, Text about, Task carry_out, const cli::Words& words) {
    BookOrder order;
    if (const auto exit_code = read_order(task, about, words, order)) return *exit_code;
    if (const auto done = (this->*carry_out)(order); !done) {
      std::cerr << name_ << ": " << done.error().message << "\n";
      return 1;
    }
    if (skipped_ > 0) {
      std::cerr << name_ << ": "
                << base::say(skipped_ == 1 ? Text{"{0} line skipped", "{0} 行を飛ばしました"}
                                           : Text{"{0} lines skipped", "{0} 行を飛ばしました"},
                             skipped_)
                << "\n";
    }
    if (was_interrupted_) return cli::kInterrupted;
    return order.strict && skipped_ > 0 ? 1 : 0;
  }

  // Nothing: go on.
  std::optional<int> read_order(const std::string& task, Text about, const cli::Words& words,
                                BookOrder& order) const {
    const std::string command = name_ + " " + task;
    cli::App app(about, command);
    const std::size_t files = task == "merge" ? 3 : task == "stat" || task == "lookup" ? 1 : 2;
    order.files.resize(files);
    const auto add_file = [&](const char* name, Text text) {
      app.add_option(name,
                     order.files[app.get_options([](const CLI::Option* each) {
                                      return each->get_positional();
                                    })
                                     .size()],
                     said(text))
          ->required()
          ->type_name("");
    };
    const bool reads_games = task == "from_sfen" || task == "think";
    std::vector<std::string> rest;
    add_file(reads_games       ? "IN.sfen"
             : task == "merge" ? "A.db"
             : files == 2      ? "IN.db"
                               : "FILE.db",
             reads_games ? kGames : kBook);
    if (task == "merge") add_file("B.db", kBook);
    if (files > 1) add_file("OUT.db", kNewBook);
    if (task == "lookup") {
      app.add_option("POSITION", rest,
                     said({"startpos or sfen …, with moves … (the start position)",
                           "startpos か sfen …、続けて moves …(なければ初期局面)"}))
          ->type_name("");
    }
    if (reads_games) declare_numbers(app, task, rest);
    if (task == "think") declare_thinker(app, order);
    app.add_flag("--strict", order.strict,
                 said({"an exit code of 1 if a line had to be skipped",
                       "飛ばした行があれば終了コードを 1 にする"}));
    if (task == "merge" || task == "sort") {
      app.add_option("--memory", order.memory_mib,
                     said({"MiB that may be taken", "使うメモリ(MiB)"}))
          ->check(CLI::Range(std::int64_t{1}, kMostNumber))
          ->type_name("MIB")
          ->capture_default_str();
    }
    if (const auto exit_code = cli::parse_words(app, words)) return exit_code;
    if (task == "lookup") {
      order.files.insert(order.files.end(), rest.begin(), rest.end());
      return std::nullopt;
    }
    const auto read = read_numbers(rest, order);
    if (read) return std::nullopt;
    std::cerr << name_ << ": " << cli::with_way_to_help(read.error().message, command) << "\n";
    return 2;
  }

  static void declare_numbers(cli::App& app, const std::string& task,
                              std::vector<std::string>& to) {
    app.add_option(
           "LIMITS", to,
           task == "think"
               ? said({"depth D, nodes N or movetime MS for each position; moves B: up to "
                       "that move of a game (16); startmoves A: from that one on (1)",
                       "1局面につき depth D、nodes N、movetime MS のどれか。moves B: "
                       "棋譜の何手目まで(16)。startmoves A: 何手目から(1)"})
               : said({"moves N: up to that move of a game (16)", "moves N: 棋譜の何手目まで(16)"}))
        ->type_name("");
  }

  static void declare_thinker(cli::App& app, BookOrder& order) {
    app.add_option_function<std::string>(
           "--engine",
           [&order](const std::string& value) { order.engine = base::path_from_utf8(value); },
           said({"who thinks (gougi-engine)", "考えるエンジン(gougi-engine)"}))
        ->type_name("PROGRAM");
    app.add_option("--argument", order.arguments,
                   said({"for the engine; repeatable", "エンジンの引数。何度でも"}))
        ->type_name("WORD")
        ->allow_extra_args(false);
    app.add_option_function<std::vector<std::string>>(
           "--option",
           [&order](const std::vector<std::string>& values) {
             for (const std::string& value : values) {
               const auto equals = value.find('=');
               order.options.emplace_back(value.substr(0, equals), value.substr(equals + 1));
             }
           },
           said({"of the engine; repeatable", "エンジンのオプション。何度でも"}))
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->check([](const std::string& value) {
          return value.find('=') == std::string::npos
                     ? said({"wants NAME=VALUE", "NAME=VALUE の形で指定してください"})
                     : std::string();
        });
    app.add_option_function<int>(
           "--multipv", [&order](const int& lines) { order.lines = lines; },
           said({"moves of each position (3)", "1局面の候補手の数(3)"}))
        ->type_name("K")
        ->check(CLI::Range(std::int64_t{1}, kMostNumber));
    declare_shard(
        app, order.shard,
        {"think about part I of N of the positions (0/8 to 7/8); OUT.db is that part's "
         "file, and gougi merge makes the book of all parts",
         "局面を N 分割した I 番目(0/8 から 7/8)だけを考える。OUT.db はその部分のファイルに"
         "なり、gougi merge で定跡にまとめる"});
  }

  static base::Result<void> read_numbers(const std::vector<std::string>& words, BookOrder& order) {
    static const std::vector<std::string_view> known{"startmoves", "moves", "depth", "nodes",
                                                     "movetime"};
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const std::string& word = words[i];
      if (std::ranges::find(known, word) == known.end()) {
        return base::fail(
            base::say({"\"{0}\" is not expected here{1}", "ここに「{0}」は置けません{1}"},
                      base::printable(word, 60), cli::meant(word, known)));
      }
      if (i + 1 == words.size()) {
        return base::fail(base::say({"{0} wants a number", "{0} に数が必要です"}, word));
      }
      const auto number = base::to_int(words[i + 1]);
      if (!number || *number < 1 || *number > kMostNumber) {
        return base::fail(base::say({"{0} wants a number from 1 on, not \"{1}\"",
                                     "{0} には 1 以上の数が必要です(「{1}」ではなく)"},
                                    word, base::printable(words[i + 1], 60)));
      }
      order.numbers[word] = *number;
    }
    return {};
  }

  void complain(const std::string& file, std::size_t line, std::string_view what) {
    if (++skipped_ > kMostComplaints) return;
    std::cerr << file << ":" << line << ": " << what << "\n";
    if (skipped_ == kMostComplaints) {
      std::cerr << name_ << ": "
                << base::say({"further lines are only counted", "これ以降の行は数だけ示します"})
                << "\n";
    }
  }

  book::Complain complaints_of(const fs::path& file) {
    return [this, name = base::to_utf8(file)](std::size_t line, std::string_view what) {
      complain(name, line, what);
    };
  }

  // The games of a record, without their variations.
  base::Result<void> for_each_recorded_game(const fs::path& file, const std::string& format,
                                            const std::function<void(const shogi::Game&)>& use) {
    const auto games = read_game_file(file, format, [](const base::Error&) {});
    if (!games) return tl::unexpected(games.error());
    std::size_t number = 0;
    for (const notation::Record& record : *games) {
      ++number;
      const shogi::Game game = record.main_line();
      if (game.is_freeze_game()) {
        complain(base::to_utf8(file), number,
                 base::say({"is Freeze shogi, of which there are no books",
                            "Freeze将棋に定跡はありません"}));
      } else {
        use(game);
      }
    }
    return {};
  }

  base::Result<void> for_each_game(const fs::path& file,
                                   const std::function<void(const shogi::Game&)>& use) {
    const auto format = game_format_of(base::to_utf8(file));
    if (format && *format != "usi") return for_each_recorded_game(file, *format, use);
    auto stream = base::open_to_read(file);
    if (!stream) return tl::unexpected(stream.error());
    std::string line;
    std::size_t number = 0;
    for (auto read = book::read_line(*stream, line); read != book::LineRead::kEnd;
         read = book::read_line(*stream, line)) {
      ++number;
      constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
      if (number == 1 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
      const auto text = base::trim(line);
      if (read == book::LineRead::kTooLong) {
        complain(base::to_utf8(file), number,
                 base::say({"the line is longer than 1 MiB", "行が 1 MiB を超えています"}));
        continue;
      }
      if (text.empty() || text.starts_with('#') || text.starts_with("//")) continue;
      const auto game = usi::read_game_line(line);
      if (!game) {
        complain(base::to_utf8(file), number, game.error().message);
      } else if (game->is_freeze_game()) {
        complain(base::to_utf8(file), number, said(kNoFreezes));
      } else {
        use(*game);
      }
    }
    return {};
  }

  base::Result<void> for_each_entry(const fs::path& file,
                                    const std::function<base::Result<void>(book::Entry)>& use) {
    auto stream = base::open_to_read(file);
    if (!stream) return tl::unexpected(stream.error());
    book::Reader reader(*stream, complaints_of(file));
    while (auto entry = reader.next()) {
      if (auto used = use(std::move(*entry)); !used) return used;
    }
    if (stream->bad())
      return base::fail(base::say({"{0}: cannot be read to its end", "{0}: 最後まで読めません"},
                                  base::to_utf8(file)));
    return {};
  }

  static fs::path file(const BookOrder& order, std::size_t index) {
    return base::path_from_utf8(order.files[index]);
  }

  base::Result<void> from_sfen(const BookOrder& order) {
    const auto moves = static_cast<int>(order.number_or("moves", kBookPlies));
    book::MoveCounter counter;
    std::size_t games = 0;
    auto read = for_each_game(file(order, 0), [&](const shogi::Game& game) {
      counter.add(game, moves);
      ++games;
    });
    if (!read) return read;
    auto writer = book::Writer::create(file(order, 1));
    if (!writer) return tl::unexpected(writer.error());
    for (const book::Entry& entry : counter.entries()) writer->add(entry);
    if (auto done = writer->finish(); !done) return done;
    std::cout << base::say({"{0} games, {1} positions: {2}\n", "{0}局、{1}局面: {2}\n"}, games,
                           writer->added(), order.files[1]);
    return {};
  }

  base::Result<void> sort(const BookOrder& order) { return put_together(order, 1); }
  base::Result<void> merge(const BookOrder& order) { return put_together(order, 2); }

  base::Result<void> put_together(const BookOrder& order, std::size_t inputs) {
    book::Sorter sorter(file(order, inputs), static_cast<std::size_t>(order.memory_mib) << 20U);
    for (std::size_t i = 0; i < inputs; ++i) {
      auto read = for_each_entry(file(order, i),
                                 [&](book::Entry entry) { return sorter.add(std::move(entry)); });
      if (!read) return read;
    }
    const auto positions = sorter.finish();
    if (!positions) return tl::unexpected(positions.error());
    std::cout << base::say({"{0} positions: {1}\n", "{0}局面: {1}\n"}, *positions,
                           order.files[inputs]);
    return {};
  }

  base::Result<void> stat(const BookOrder& order) {
    book::Statistics statistics;
    auto read = for_each_entry(file(order, 0), [&](const book::Entry& entry) -> base::Result<void> {
      statistics.take(entry);
      return {};
    });
    if (!read) return read;
    std::cout << base::say({"positions   {0}\ncandidates  {1}\nwith score  {2}\nsorted      {3}\n",
                            "局面数      {0}\n候補手数    {1}\n評価値あり  {2}\n整列済み    {3}\n"},
                           statistics.positions, statistics.candidates, statistics.scored,
                           said(statistics.sorted ? Text{"yes", "はい"} : Text{"no", "いいえ"}));
    print_histogram({"depth: positions", "深さ: 局面数"}, statistics.depths);
    print_histogram({"candidates: positions", "候補手数: 局面数"}, statistics.breadths);
    return {};
  }

  template <class Histogram>
  static void print_histogram(Text what, const Histogram& histogram) {
    std::cout << said(what) << "\n";
    for (const auto& [value, positions] : histogram) {
      std::cout << "  " << value << ": " << positions << "\n";
    }
  }

  base::Result<void> lookup(const BookOrder& order) {
    std::string line;
    for (std::size_t i = 1; i < order.files.size(); ++i) line += order.files[i] + " ";
    if (line.empty()) line = "startpos";
    const auto game = usi::read_game_line(line);
    if (!game) return tl::unexpected(game.error());
    if (game->is_freeze_game()) return base::fail(said(kNoFreezes));
    const shogi::Position& position = game->position();
    auto library = book::MemoryLibrary::load(file(order, 0), complaints_of(file(order, 0)));
    if (!library) return tl::unexpected(library.error());
    const auto candidates = library->find(position, true);
    std::cout << "sfen " << book::position_text(position) << "\n";
    if (candidates.empty()) std::cout << base::say({"not in the book\n", "定跡にありません\n"});
    for (const book::Candidate& c : candidates) {
      std::cout << base::say({"{0}  reply {1}  score {2}  depth {3}  count {4}\n",
                              "{0}  応手 {1}  評価値 {2}  深さ {3}  回数 {4}\n"},
                             notation::to_usi(c.move), notation::to_usi(c.reply), c.score, c.depth,
                             c.count);
    }
    return {};
  }

  base::Result<void> think(const BookOrder& order);
  base::Result<void> think_part(const BookOrder& order, const ThinkOrder& think);
  /// Those of the games that are to be thought about, each once.
  base::Result<void> for_each_position(
      const BookOrder& order,
      const std::function<void(const std::string&, const shogi::Position&)>& take);
  static std::size_t first_move(const BookOrder& order) {
    return static_cast<std::size_t>(order.number_or("startmoves", 1));
  }
  static std::size_t last_move(const BookOrder& order) {
    return static_cast<std::size_t>(order.number_or("moves", kBookPlies));
  }
  static void tell_positions(std::size_t positions, std::size_t known) {
    std::cout << base::say({"{0} positions to think about, {1} known\n",
                            "考える局面 {0}、考えた局面 {1}\n"},
                           positions, known)
              << std::flush;
  }
  void tell_end(std::size_t positions, const std::string& to) const;
  base::Result<ThinkOrder> think_order(const BookOrder& order) const;
  std::optional<int> lines_of_session() const;
  base::Result<void> save(const fs::path& file);
  bool is_known(const std::string& position, const ThinkOrder& wanted) const;

  std::string name_;
  BookThinker thinker_;
  std::size_t skipped_ = 0;
  bool was_interrupted_ = false;
  std::map<std::string, std::vector<book::Candidate>> thoughts_;  ///< of think: the whole book
};

base::Result<ThinkOrder> BookCommand::think_order(const BookOrder& order) const {
  ThinkOrder think;
  think.engine = thinker_.program;
  think.arguments = thinker_.arguments;
  think.wishes = thinker_.options;
  // Of the usual one a session sets all; what another's options of these names are, nobody knows.
  const auto is_shared = [](const auto& option) {
    return option.first == "Threads" || option.first == "USI_Hash";
  };
  if (order.engine) {
    const auto found = io::find_program(base::to_utf8(*order.engine),
                                        io::own_executable().parent_path(), fs::current_path());
    if (!found) return tl::unexpected(found.error());
    think.engine = *found;
    think.arguments.clear();
    std::erase_if(think.wishes, [&](const auto& option) { return !is_shared(option); });
  }
  think.arguments.insert(think.arguments.end(), order.arguments.begin(), order.arguments.end());
  think.options = order.options;
  think.lines = order.lines.value_or(lines_of_session().value_or(kBookLines));
  const auto number = [&](const char* word) -> std::optional<std::int64_t> {
    const auto found = order.numbers.find(word);
    if (found == order.numbers.end()) return std::nullopt;
    return found->second;
  };
  if (const auto depth = number("depth")) think.limits.depth = static_cast<int>(*depth);
  if (const auto nodes = number("nodes")) think.limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (const auto time = number("movetime")) think.limits.movetime = base::Milliseconds(*time);
  if (!think.limits.depth && !think.limits.nodes && !think.limits.movetime) {
    return base::fail(base::say({"how long? depth D, nodes N or movetime MS is missing",
                                 "depth D、nodes N、movetime MS のどれかが必要です"}));
  }
  return think;
}

std::optional<int> BookCommand::lines_of_session() const {
  std::optional<int> lines;
  for (const auto& [name, value] : thinker_.options) {
    const auto number = name == "MultiPV" ? base::to_int(value) : std::nullopt;
    if (number) lines = static_cast<int>(*number);
  }
  return lines;
}

bool BookCommand::is_known(const std::string& position, const ThinkOrder& wanted) const {
  const auto found = thoughts_.find(position);
  if (found == thoughts_.end() || found->second.empty()) return false;
  const bool broad = found->second.size() >= static_cast<std::size_t>(wanted.lines);
  if (!wanted.limits.depth) return broad;
  const int depth = found->second.front().depth;
  return depth > *wanted.limits.depth || (depth == *wanted.limits.depth && broad);
}

base::Result<void> BookCommand::save(const fs::path& file) {
  auto writer = book::Writer::create(file);
  if (!writer) return tl::unexpected(writer.error());
  for (const auto& [position, candidates] : thoughts_) writer->add({position, candidates});
  return writer->finish();
}

base::Result<void> BookCommand::think(const BookOrder& order) {
  const auto think = think_order(order);
  if (!think) return tl::unexpected(think.error());
  if (order.shard) return think_part(order, *think);
  const fs::path target = file(order, 1);
  std::error_code error;
  if (fs::exists(target, error)) {
    auto read = for_each_entry(target, [&](book::Entry entry) -> base::Result<void> {
      thoughts_[entry.position] = std::move(entry.candidates);
      return {};
    });
    if (!read) return read;
  }
  std::vector<Thought> positions;
  std::size_t known = 0;
  auto read = for_each_position(order, [&](const std::string& text, const auto& position) {
    if (is_known(text, *think)) {
      ++known;
    } else {
      positions.push_back({"position sfen " + text, position});
    }
  });
  if (!read) return read;
  tell_positions(positions.size(), known);
  if (positions.empty()) return save(target);

  cli::ProgressLine line;
  auto saved_at = base::Clock::now();
  bool changed = false;
  base::Result<void> saving;
  const auto save_now = [&] {
    saved_at = base::Clock::now();
    if (changed) {
      saving = save(target);
      line.end();
      if (!saving) std::cerr << name_ << ": " << saving.error().message << "\n";
    }
    changed = changed && !saving;
  };
  const auto began = base::Clock::now();
  line.wait(began);
  ThinkListener listener;
  listener.on_thought = [&](std::size_t index, std::vector<book::Candidate> candidates) {
    const auto now = base::Clock::now();
    line.show(now, [&] {
      const double seconds = std::max(std::chrono::duration<double>(now - began).count(), 1e-3);
      const double rate = static_cast<double>(index + 1) / seconds;
      const auto left =
          static_cast<long long>(static_cast<double>(positions.size() - index - 1) / rate);
      return fmt::format("thought about {}/{}, {:.2f}/s, {} h {} min left", index + 1,
                         positions.size(), rate, left / 3600, left / 60 % 60);
    });
    if (candidates.empty()) return true;
    thoughts_[book::position_text(positions[index].position)] = std::move(candidates);
    changed = true;
    return true;
  };
  listener.on_tick = [&] {
    if (base::Clock::now() - saved_at >= kBetweenSaves) save_now();
  };
  listener.should_stop = thinker_.stop;
  auto thought = think_all(*think, positions, listener, was_interrupted_);
  line.end();
  save_now();
  tell_end(thoughts_.size(), order.files[1]);
  if (!thought) return thought;
  return saving;
}

// Each position is kept as soon as it is thought about.
base::Result<void> BookCommand::think_part(const BookOrder& order, const ThinkOrder& think) {
  auto job = book_job(think, file(order, 0), first_move(order), last_move(order));
  if (!job) return tl::unexpected(job.error());
  std::vector<Thought> all;
  auto read = for_each_position(order, [&](const std::string& text, const auto& position) {
    all.push_back({"position sfen " + text, position});
  });
  if (!read) return read;
  auto part = farm::RowWork::begin(file(order, 1), {std::move(*job), *order.shard}, {}, all.size());
  if (!part) return tl::unexpected(part.error());
  std::vector<Thought> positions;
  std::vector<std::uint64_t> units;
  for (std::uint64_t unit = 0; unit < all.size(); ++unit) {
    if (!part->wants(unit)) continue;
    positions.push_back(std::move(all[unit]));
    units.push_back(unit);
  }
  tell_positions(positions.size(), part->finished());
  if (!positions.empty()) {
    base::Result<void> keeping;
    ThinkListener listener;
    listener.on_thought = [&](std::size_t index, std::vector<book::Candidate> candidates) {
      std::cout << '.' << std::flush;
      keeping = part->add(units[index], book_row({book::position_text(positions[index].position),
                                                  std::move(candidates)}));
      return keeping.has_value();
    };
    listener.should_stop = thinker_.stop;
    const auto thought = think_all(think, positions, listener, was_interrupted_);
    tell_end(part->finished(), order.files[1]);
    if (!keeping) return keeping;
    if (!thought) return thought;
  }
  return was_interrupted_ ? base::Result<void>() : part->complete(all.size());
}

base::Result<void> BookCommand::for_each_position(
    const BookOrder& order,
    const std::function<void(const std::string&, const shogi::Position&)>& take) {
  const std::size_t from = first_move(order);
  const std::size_t to = last_move(order);
  std::set<std::string> seen;
  return for_each_game(file(order, 0), [&](const shogi::Game& game) {
    shogi::Position position = game.start();
    for (std::size_t i = 0; i <= game.moves().size() && i < to; ++i) {
      const std::string text = book::position_text(position);
      if (i + 1 >= from && position.has_legal_move() && seen.insert(text).second) {
        take(text, position);
      }
      shogi::Undo undo;
      if (i < game.moves().size()) position.do_move(game.moves()[i].bare, undo);
    }
  });
}

void BookCommand::tell_end(std::size_t positions, const std::string& to) const {
  std::cout << "\n"
            << base::say({"{0} positions: {1}{2}\n", "{0}局面: {1}{2}\n"}, positions, to,
                         was_interrupted_
                             ? base::say({" (interrupted; the same command goes on from here)",
                                          "(中断。同じコマンドで続きから)"})
                             : "")
            << std::flush;
}

}  // namespace

int book_command(const std::string& name, const std::vector<std::string>& words,
                 const BookThinker& thinker) {
  return BookCommand(name, thinker).run(words);
}

}  // namespace gougi::tools
