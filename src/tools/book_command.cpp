// SPDX-License-Identifier: MIT
#include "tools/book_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/closest.hpp"
#include "base/counted.hpp"
#include "base/file.hpp"
#include "base/language.hpp"
#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "book/counter.hpp"
#include "book/library.hpp"
#include "book/statistics.hpp"
#include "book/writer.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/tasks.hpp"
#include "io/process_info.hpp"
#include "notation/sfen.hpp"
#include "tools/book_input.hpp"
#include "tools/book_thinking.hpp"
#include "tools/output_place.hpp"
#include "tools/part_words.hpp"
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
constexpr Text kThoughtBook{"the new book, or one to go on with: what it knows deeper stays",
                            "新しい定跡か、続きを考える定跡(より深い候補手は残る)"};

constexpr Text kHowLong{"how long? depth D, nodes N or movetime MS is missing",
                        "depth D、nodes N、movetime MS のどれかが必要です"};

constexpr std::int64_t kMemoryMib = 256;
constexpr int kBookLines = 3;
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kBookPlies = 16;  // of a game, as books of this kind have

/// What the words ask for: files, then pairs of word and number, and options anywhere.
struct BookOrder {
  std::vector<std::string> files;
  std::string position;  ///< of lookup, as behind the word "position"
  std::map<std::string, std::int64_t> numbers;
  bool strict = false;
  std::int64_t memory_mib = kMemoryMib;
  std::optional<fs::path> engine;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<int> lines;
  std::optional<base::Shard> shard;  ///< of the positions
  fs::path stop_file;                ///< once it is there, the part ends

  bool has_limit() const {
    return numbers.contains("depth") || numbers.contains("nodes") || numbers.contains("movetime");
  }
  std::int64_t number_or(const std::string& word, std::int64_t other) const {
    const auto found = numbers.find(word);
    return found == numbers.end() ? other : found->second;
  }
};

class BookCommand {
 public:
  BookCommand(std::string name, BookThinker thinker)
      : input_(std::move(name)), thinker_(std::move(thinker)) {}

  int run(const std::vector<std::string>& words) {
    cli::Tasks tasks(kBookAbout, input_.name());
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

  /// See files_of_book_think().
  base::Result<std::vector<std::string>> files_of_think(const cli::Words& words) const {
    BookOrder order;
    if (const auto answer = read_order("think", kBookAbout, words, order))
      return cli::no_work(*answer);
    return order.files;
  }

 private:
  using Task = base::Result<void> (BookCommand::*)(const BookOrder&);

  int run_task(const std::string& task, Text about, Task carry_out, const cli::Words& words) {
    BookOrder order;
    if (const auto answer = read_order(task, about, words, order)) {
      return cli::tell(input_.name() + " " + task, *answer);
    }
    if (const auto done = (this->*carry_out)(order); !done) {
      std::cerr << input_.name() << ": " << done.error().message << "\n";
      return order.shard && think_end_ == ThinkEnd::kEngineLost ? cli::kTryAgain : cli::kFailed;
    }
    if (input_.skipped() > 0) {
      std::cerr << input_.name() << ": "
                << base::counted(input_.skipped(), {"{0} line skipped", "{0} 行を飛ばしました"},
                                 {"{0} lines skipped", "{0} 行を飛ばしました"})
                << "\n";
    }
    if (think_end_ == ThinkEnd::kInterrupted) return cli::kInterrupted;
    return order.strict && input_.skipped() > 0 ? 1 : 0;
  }

  // Nothing: go on.
  std::optional<cli::Answer> read_order(const std::string& task, Text about,
                                        const cli::Words& words, BookOrder& order) const {
    const std::string command = input_.name() + " " + task;
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
    if (files > 1) add_file("OUT.db", task == "think" ? kThoughtBook : kNewBook);
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
    if (auto answer = cli::read_words(app, words)) return answer;
    if (task == "lookup") {
      order.position = rest.empty() ? "startpos" : fmt::format("{}", fmt::join(rest, " "));
      const auto game = usi::read_game_line(order.position);
      if (game) return std::nullopt;
      return cli::Answer{cli::with_way_to_help(game.error().message, command), cli::kWrongUsage};
    }
    auto read = read_numbers(rest, order);
    if (read && task == "think" && !order.has_limit()) read = base::fail(said(kHowLong));
    if (read) return std::nullopt;
    return cli::Answer{cli::with_way_to_help(read.error().message, command), cli::kWrongUsage};
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
    CLI::Option* const shard = declare_shard(
        app, order.shard,
        {"think about part I of N of the positions (0/8 to 7/8); OUT.db is that part's "
         "file, and gougi merge makes the book of all parts",
         "局面を N 分割した I 番目(0/8 から 7/8)だけを考える。OUT.db はその部分のファイルに"
         "なり、gougi merge で定跡にまとめる"});
    declare_stop_file(app, order.stop_file, shard);
  }

  static base::Result<void> read_numbers(const std::vector<std::string>& words, BookOrder& order) {
    static const std::vector<std::string_view> known{"startmoves", "moves", "depth", "nodes",
                                                     "movetime"};
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const std::string& word = words[i];
      if (std::ranges::find(known, word) == known.end()) {
        return base::fail(
            base::say({"\"{0}\" is not expected here{1}", "ここに「{0}」は置けません{1}"},
                      base::printable(word, 60), base::did_you_mean(word, known)));
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

  static fs::path file(const BookOrder& order, std::size_t index) {
    return base::path_from_utf8(order.files[index]);
  }

  base::Result<void> from_sfen(const BookOrder& order) {
    const auto moves = static_cast<int>(order.number_or("moves", kBookPlies));
    book::MoveCounter counter;
    std::size_t games = 0;
    if (auto place = check_new_file(file(order, 1)); !place) return place;
    auto read = input_.for_each_game(file(order, 0), [&](const shogi::Game& game) {
      counter.add(game, moves);
      ++games;
    });
    if (!read) return read;
    if (games == 0) return holds_nothing(order, 0, {"no game", "対局"});
    auto writer = book::Writer::create(file(order, 1));
    if (!writer) return tl::unexpected(writer.error());
    for (const book::Entry& entry : counter.entries()) writer->add(entry);
    if (auto done = writer->finish(); !done) return done;
    std::cout << base::say(
        {"{0}, {1}: {2}\n", "{0}、{1}: {2}\n"},
        base::counted(games, {"{0} game", "{0}局"}, {"{0} games", "{0}局"}),
        base::counted(writer->added(), {"{0} position", "{0}局面"}, {"{0} positions", "{0}局面"}),
        order.files[1]);
    return {};
  }

  // What stands in the place of a book that is gone on with: nothing, or a book.
  static base::Result<void> check_no_other(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error) || fs::is_empty(file, error)) return {};
    auto stream = base::open_to_read(file);
    if (!stream) return tl::unexpected(stream.error());
    std::string line;
    base::read_line(*stream, line);
    if (line.find(book::kHeader.substr(0, book::kHeader.find(' '))) != std::string::npos) return {};
    return base::fail(base::say({"{0}: exists already and is no book; choose another name",
                                 "{0}: すでにあり、定跡ではありません。別の名前にしてください"},
                                base::to_utf8(file)));
  }

  // A book that somebody has written into would be written anew without that.
  static base::Result<void> check_no_remarks(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    auto stream = base::open_to_read(file);
    if (!stream) return tl::unexpected(stream.error());
    std::string line;
    base::read_line(*stream, line);  // the header
    for (int number = 2; base::read_line(*stream, line) != base::LineRead::kEnd; ++number) {
      if (!line.starts_with("#") && !line.starts_with("//")) continue;
      return base::fail(base::say({"{0}: line {1} is a remark, which would be lost; choose another "
                                   "name, or make a copy without remarks by gougi book sort",
                                   "{0}: {1}行目のコメントが失われるため書き込みません。別の名前に"
                                   "するか、gougi book sort でコメントのない写しを作ってください"},
                                  base::to_utf8(file), number));
    }
    return {};
  }

  // The new book may take the place of one that it is made of.
  static base::Result<void> check_book_place(const BookOrder& order, std::size_t inputs) {
    const fs::path to = file(order, inputs);
    for (std::size_t i = 0; i < inputs; ++i) {
      if (base::is_same_file(to, file(order, i))) return check_no_other(to);
    }
    return check_new_file(to);
  }

  base::Result<void> sort(const BookOrder& order) { return put_together(order, 1); }
  base::Result<void> merge(const BookOrder& order) { return put_together(order, 2); }

  base::Result<void> put_together(const BookOrder& order, std::size_t inputs) {
    if (auto place = check_book_place(order, inputs); !place) return place;
    std::size_t positions_read = 0;
    book::Sorter sorter(file(order, inputs), static_cast<std::size_t>(order.memory_mib) << 20U);
    for (std::size_t i = 0; i < inputs; ++i) {
      // Not even the line that a book begins with.
      std::error_code ignored;
      if (fs::is_regular_file(file(order, i), ignored) && fs::is_empty(file(order, i), ignored)) {
        return holds_nothing(order, i, {"no position", "局面"});
      }
      auto read = input_.for_each_entry(file(order, i), [&](book::Entry entry) {
        ++positions_read;
        return sorter.add(std::move(entry));
      });
      if (!read) return read;
      // What stood in its place would be an empty book.
      if (positions_read == 0 && input_.skipped() > 0)
        return holds_nothing(order, i, {"no position", "局面"});
    }
    const auto positions = sorter.finish();
    if (!positions) return tl::unexpected(positions.error());
    std::cout << base::counted(*positions, {"{0} position", "{0}局面"},
                               {"{0} positions", "{0}局面"})
              << ": " << order.files[inputs] << "\n";
    return {};
  }

  static base::Result<void> holds_nothing(const BookOrder& order, std::size_t index, Text what) {
    return base::fail(
        base::say({"{0}: holds {1}", "{0}: {1}がありません"}, order.files[index], said(what)));
  }

  base::Result<void> stat(const BookOrder& order) {
    book::Statistics statistics;
    auto read =
        input_.for_each_entry(file(order, 0), [&](const book::Entry& entry) -> base::Result<void> {
          statistics.take(entry);
          return {};
        });
    if (!read) return read;
    if (statistics.positions == 0) return holds_nothing(order, 0, {"no position", "局面"});
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
    const auto game = usi::read_game_line(order.position);
    if (!game) return tl::unexpected(game.error());
    if (game->is_freeze_game()) return base::fail(said(kNoFreezesInBooks));
    const shogi::Position& position = game->position();
    auto library = book::MemoryLibrary::load(file(order, 0), input_.complaints_of(file(order, 0)));
    if (!library) return tl::unexpected(library.error());
    if (library->size() == 0) return holds_nothing(order, 0, {"no position", "局面"});
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

  base::Result<void> think(const BookOrder& order) {
    auto how = think_order(order);
    if (how && !order.shard) {
      if (auto place = check_no_other(file(order, 1)); !place) return place;
      if (auto place = check_no_remarks(file(order, 1)); !place) return place;
    }
    if (!how) return tl::unexpected(how.error());
    how->stop_file = order.stop_file;
    const auto move = [&](const char* word, std::int64_t other) {
      return static_cast<std::size_t>(order.number_or(word, other));
    };
    return think_book({std::move(*how), file(order, 0), file(order, 1), move("startmoves", 1),
                       move("moves", kBookPlies), order.shard, thinker_.stop},
                      input_, think_end_);
  }
  base::Result<ThinkOrder> think_order(const BookOrder& order) const;
  std::optional<int> lines_of_session() const;
  BookInput input_;
  BookThinker thinker_;
  ThinkEnd think_end_ = ThinkEnd::kThrough;
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
    think.directory = found->parent_path();
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

}  // namespace

base::Result<std::vector<std::string>> files_of_book_think(const std::vector<std::string>& words) {
  return BookCommand("gougi book", {}).files_of_think(words);
}

int book_command(const std::string& name, const std::vector<std::string>& words,
                 const BookThinker& thinker) {
  return BookCommand(name, thinker).run(words);
}

}  // namespace gougi::tools
