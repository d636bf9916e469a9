// SPDX-License-Identifier: MIT
#include "tools/book_command.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "book/counter.hpp"
#include "book/library.hpp"
#include "book/reader.hpp"
#include "book/statistics.hpp"
#include "book/writer.hpp"
#include "io/process_info.hpp"
#include "notation/sfen.hpp"
#include "tools/book_thinker.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBookUsage =
    "from_sfen IN.sfen OUT.db moves N\n"
    "  think IN.sfen OUT.db [startmoves A] moves B depth D|nodes N|movetime MS\n"
    "        [--engine PROGRAM] [--argument WORD]... [--option NAME=VALUE]... [--multipv K]\n"
    "  merge A.db B.db OUT.db\n"
    "  sort IN.db OUT.db\n"
    "  stat FILE.db\n"
    "  lookup FILE.db [startpos|sfen ...] [moves ...]\n"
    "with any of them: --strict (an exit code of 1 if a line had to be skipped)\n"
    "with merge, sort: --memory MIB (256)\n";
// Of lines that were skipped so many are told one by one.
constexpr std::size_t kMostComplaints = 20;
constexpr std::int64_t kMemoryMib = 256;
constexpr int kBookLines = 3;
constexpr base::Milliseconds kBetweenSaves{5 * 60 * 1000};

/// What the words ask for: files, then pairs of word and number, and options anywhere.
struct BookOrder {
  std::vector<std::string> files;
  std::map<std::string, std::int64_t> numbers;
  bool strict = false;
  std::int64_t memory_mib = kMemoryMib;
  std::optional<fs::path> engine;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> options;
  int lines = kBookLines;
};

class BookCommand {
 public:
  BookCommand(std::string name, fs::path thinker)
      : name_(std::move(name)), thinker_(std::move(thinker)) {}

  int run(const std::vector<std::string>& words) {
    const auto asks_for_help = [](const std::string& word) {
      return word == "--help" || word == "-h";
    };
    if (words.empty() || asks_for_help(words.front()) || asks_for_help(words.back())) {
      (words.empty() ? std::cerr : std::cout) << "usage: " << name_ << "\n  " << kBookUsage;
      return words.empty() ? 2 : 0;
    }
    const std::string& task = words.front();
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    const std::map<std::string_view, base::Result<void> (BookCommand::*)(const BookOrder&)> tasks{
        {"from_sfen", &BookCommand::from_sfen}, {"think", &BookCommand::think},
        {"merge", &BookCommand::merge},         {"sort", &BookCommand::sort},
        {"stat", &BookCommand::stat},           {"lookup", &BookCommand::lookup}};
    const auto known = tasks.find(task);
    if (known == tasks.end()) return refuse("\"" + base::printable(task, 60) + "\" is no task");
    const auto order = read_order(task, rest);
    if (!order) return refuse(order.error().message);
    if (const auto done = (this->*known->second)(*order); !done) {
      std::cerr << name_ << ": " << done.error().message << "\n";
      return 1;
    }
    if (skipped_ > 0) {
      std::cerr << name_ << ": " << skipped_ << (skipped_ == 1 ? " line" : " lines")
                << " skipped\n";
    }
    return order->strict && skipped_ > 0 ? 1 : 0;
  }

 private:
  int refuse(const std::string& why) {
    std::cerr << name_ << ": " << why << "; " << name_ << " --help lists what there is\n";
    return 2;
  }

  static base::Result<std::int64_t> positive(const std::string& word, const std::string& value) {
    const auto number = base::to_int(value);
    if (!number || *number < 1 || *number > std::numeric_limits<std::int32_t>::max()) {
      return base::fail(word + " wants a number from 1 on, not \"" + base::printable(value, 60) +
                        "\"");
    }
    return *number;
  }

  static base::Result<BookOrder> read_order(const std::string& task,
                                            const std::vector<std::string>& words) {
    static const std::map<std::string_view, std::size_t> kFiles{
        {"from_sfen", 2}, {"think", 2}, {"merge", 3}, {"sort", 2}, {"stat", 1}, {"lookup", 1}};
    static const std::set<std::string_view> kNumbers{"startmoves", "moves", "depth", "nodes",
                                                     "movetime"};
    BookOrder order;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      const bool last = i + 1 == words.size();
      if (word == "--strict") {
        order.strict = true;
      } else if (word.starts_with("--")) {
        if (last) return base::fail(base::printable(word, 60) + " wants a value");
        if (auto done = read_option(word, words[++i], order); !done) {
          return tl::unexpected(done.error());
        }
      } else if (order.files.size() < kFiles.at(task) || task == "lookup") {
        order.files.push_back(word);
      } else if (kNumbers.contains(word)) {
        if (last) return base::fail(word + " wants a number");
        const auto number = positive(word, words[++i]);
        if (!number) return tl::unexpected(number.error());
        order.numbers[word] = *number;
      } else {
        return base::fail("\"" + base::printable(word, 60) + "\" is not expected here");
      }
    }
    if (order.files.size() < kFiles.at(task)) return base::fail("a file is missing");
    return order;
  }

  static base::Result<void> read_option(const std::string& word, const std::string& value,
                                        BookOrder& order) {
    if (word == "--engine") {
      order.engine = base::path_from_utf8(value);
    } else if (word == "--argument") {
      order.arguments.push_back(value);
    } else if (word == "--option") {
      const auto equals = value.find('=');
      if (equals == std::string::npos) {
        return base::fail("--option wants NAME=VALUE, not \"" + base::printable(value, 60) + "\"");
      }
      order.options.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    } else if (word == "--memory" || word == "--multipv") {
      const auto number = positive(word, value);
      if (!number) return tl::unexpected(number.error());
      if (word == "--memory") order.memory_mib = *number;
      if (word == "--multipv") order.lines = static_cast<int>(*number);
    } else {
      return base::fail("unknown option " + base::printable(word, 60));
    }
    return {};
  }

  void complain(const std::string& file, std::size_t line, std::string_view what) {
    if (++skipped_ > kMostComplaints) return;
    std::cerr << file << ":" << line << ": " << what << "\n";
    if (skipped_ == kMostComplaints) std::cerr << name_ << ": further lines are only counted\n";
  }

  book::Complain complaints_of(const fs::path& file) {
    return [this, name = base::to_utf8(file)](std::size_t line, std::string_view what) {
      complain(name, line, what);
    };
  }

  base::Result<void> for_each_game(const fs::path& file,
                                   const std::function<void(const book::GameLine&)>& use) {
    auto stream = base::open_to_read(file);
    if (!stream) return tl::unexpected(stream.error());
    std::string line;
    std::size_t number = 0;
    for (auto read = book::read_line(*stream, line); read != book::LineRead::kEnd;
         read = book::read_line(*stream, line)) {
      ++number;
      const auto text = base::trim(line);
      if (read == book::LineRead::kTooLong) {
        complain(base::to_utf8(file), number, "the line is longer than 1 MiB");
        continue;
      }
      if (text.empty() || text.starts_with('#') || text.starts_with("//")) continue;
      if (const auto game = book::parse_game_line(text)) {
        use(*game);
      } else {
        complain(base::to_utf8(file), number, game.error().message);
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
    if (stream->bad()) return base::fail(base::to_utf8(file) + ": cannot be read to its end");
    return {};
  }

  static fs::path file(const BookOrder& order, std::size_t index) {
    return base::path_from_utf8(order.files[index]);
  }

  base::Result<void> from_sfen(const BookOrder& order) {
    const auto moves = order.numbers.find("moves");
    if (moves == order.numbers.end()) return base::fail("moves N is missing");
    book::MoveCounter counter;
    std::size_t games = 0;
    auto read = for_each_game(file(order, 0), [&](const book::GameLine& game) {
      counter.add(game, static_cast<int>(moves->second));
      ++games;
    });
    if (!read) return read;
    auto writer = book::Writer::create(file(order, 1));
    if (!writer) return tl::unexpected(writer.error());
    for (const book::Entry& entry : counter.entries()) writer->add(entry);
    if (auto done = writer->finish(); !done) return done;
    std::cout << games << " games, " << writer->added() << " positions: " << order.files[1] << "\n";
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
    std::cout << *positions << " positions: " << order.files[inputs] << "\n";
    return {};
  }

  base::Result<void> stat(const BookOrder& order) {
    book::Statistics statistics;
    auto read = for_each_entry(file(order, 0), [&](const book::Entry& entry) -> base::Result<void> {
      statistics.take(entry);
      return {};
    });
    if (!read) return read;
    std::cout << "positions   " << statistics.positions << "\ncandidates  " << statistics.candidates
              << "\nwith score  " << statistics.scored << "\nsorted      "
              << (statistics.sorted ? "yes" : "no") << "\n";
    print_histogram("depth", statistics.depths);
    print_histogram("candidates", statistics.breadths);
    return {};
  }

  template <class Histogram>
  static void print_histogram(std::string_view what, const Histogram& histogram) {
    std::cout << what << ": positions\n";
    for (const auto& [value, positions] : histogram) {
      std::cout << "  " << value << ": " << positions << "\n";
    }
  }

  base::Result<void> lookup(const BookOrder& order) {
    std::string line;
    for (std::size_t i = 1; i < order.files.size(); ++i) line += order.files[i] + " ";
    if (line.empty()) line = "startpos";
    const auto game = book::parse_game_line(line);
    if (!game) return tl::unexpected(game.error());
    shogi::Position position = game->start;
    shogi::Undo undo;
    for (const shogi::BareMove move : game->moves) position.do_move(move, undo);
    auto library = book::MemoryLibrary::load(file(order, 0), complaints_of(file(order, 0)));
    if (!library) return tl::unexpected(library.error());
    const auto candidates = library->find(position, true);
    std::cout << "sfen " << book::position_text(position) << "\n";
    if (candidates.empty()) std::cout << "not in the book\n";
    for (const book::Candidate& c : candidates) {
      std::cout << notation::to_usi(c.move) << "  reply " << notation::to_usi(c.reply) << "  score "
                << c.score << "  depth " << c.depth << "  count " << c.count << "\n";
    }
    return {};
  }

  base::Result<void> think(const BookOrder& order);
  base::Result<ThinkOrder> think_order(const BookOrder& order) const;
  base::Result<void> save(const fs::path& file);
  bool is_known(const std::string& position, const ThinkOrder& wanted) const;

  std::string name_;
  fs::path thinker_;
  std::size_t skipped_ = 0;
  std::map<std::string, std::vector<book::Candidate>> thoughts_;  ///< of think: the whole book
};

base::Result<ThinkOrder> BookCommand::think_order(const BookOrder& order) const {
  ThinkOrder think;
  think.engine = thinker_;
  if (order.engine) {
    const auto found = io::find_program(base::to_utf8(*order.engine),
                                        io::own_executable().parent_path(), fs::current_path());
    if (!found) return tl::unexpected(found.error());
    think.engine = *found;
  }
  think.arguments = order.arguments;
  think.options = order.options;
  think.lines = order.lines;
  const auto number = [&](const char* word) -> std::optional<std::int64_t> {
    const auto found = order.numbers.find(word);
    if (found == order.numbers.end()) return std::nullopt;
    return found->second;
  };
  if (const auto depth = number("depth")) think.limits.depth = static_cast<int>(*depth);
  if (const auto nodes = number("nodes")) think.limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (const auto time = number("movetime")) think.limits.movetime = base::Milliseconds(*time);
  if (!think.limits.depth && !think.limits.nodes && !think.limits.movetime) {
    return base::fail("how long? depth D, nodes N or movetime MS is missing");
  }
  if (!number("moves")) return base::fail("moves B is missing");
  return think;
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
  const fs::path target = file(order, 1);
  std::error_code error;
  if (fs::exists(target, error)) {
    auto read = for_each_entry(target, [&](book::Entry entry) -> base::Result<void> {
      thoughts_[entry.position] = std::move(entry.candidates);
      return {};
    });
    if (!read) return read;
  }
  const auto first = order.numbers.find("startmoves");
  const std::size_t from =
      first == order.numbers.end() ? 1 : static_cast<std::size_t>(first->second);
  const auto to = static_cast<std::size_t>(order.numbers.at("moves"));
  std::vector<Thought> positions;
  std::set<std::string> seen;
  std::size_t known = 0;
  auto read = for_each_game(file(order, 0), [&](const book::GameLine& game) {
    shogi::Position position = game.start;
    for (std::size_t i = 0; i <= game.moves.size() && i < to; ++i) {
      const std::string text = book::position_text(position);
      if (i + 1 >= from && position.has_legal_move() && seen.insert(text).second) {
        if (is_known(text, *think)) {
          ++known;
        } else {
          positions.push_back({"position sfen " + text, position});
        }
      }
      shogi::Undo undo;
      if (i < game.moves.size()) position.do_move(game.moves[i], undo);
    }
  });
  if (!read) return read;
  std::cout << positions.size() << " positions to think about, " << known << " known\n"
            << std::flush;
  if (positions.empty()) return save(target);

  auto saved_at = base::Clock::now();
  bool changed = false;
  base::Result<void> saving;
  const auto save_now = [&] {
    saved_at = base::Clock::now();
    if (changed) {
      saving = save(target);
      if (!saving) std::cerr << name_ << ": " << saving.error().message << "\n";
    }
    std::cout << (changed ? 'S' : 's') << std::flush;
    changed = changed && !saving;
  };
  ThinkListener listener;
  listener.on_thought = [&](std::size_t index, std::vector<book::Candidate> candidates) {
    std::cout << '.' << std::flush;
    if (candidates.empty()) return;
    thoughts_[book::position_text(positions[index].position)] = std::move(candidates);
    changed = true;
  };
  listener.on_tick = [&] {
    if (base::Clock::now() - saved_at >= kBetweenSaves) save_now();
  };
  bool interrupted = false;
  auto thought = think_all(*think, positions, listener, interrupted);
  save_now();
  std::cout << "\n"
            << thoughts_.size() << " positions: " << order.files[1]
            << (interrupted ? " (interrupted; the same command goes on from here)" : "") << "\n";
  if (!thought) return thought;
  return saving;
}

}  // namespace

int book_command(const std::string& name, const std::vector<std::string>& words,
                 const fs::path& thinker) {
  return BookCommand(name, thinker).run(words);
}

}  // namespace gougi::tools
