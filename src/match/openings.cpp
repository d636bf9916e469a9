// SPDX-License-Identifier: MIT
#include "match/openings.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/random.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/text_file.hpp"
#include "match/adjudication.hpp"
#include "notation/record_text.hpp"
#include "usi/position_text.hpp"

namespace gougi::match {
namespace {

// None: every move leads to check or to the end.
std::optional<usi::Move> quiet_move(const game::Position& position, base::Random& random) {
  std::vector<usi::Move> moves = position.legal_moves();
  while (!moves.empty()) {
    const auto pick = static_cast<std::ptrdiff_t>(random.below(moves.size()));
    const usi::Move move = moves[static_cast<std::size_t>(pick)];
    if (after(position, {move})->is_quiet()) return move;
    moves.erase(moves.begin() + pick);
  }
  return std::nullopt;
}

struct OpeningLine {
  std::string text;
  std::string place;  ///< " line 3"
};

base::Result<std::vector<OpeningLine>> lines_of(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::vector<OpeningLine> lines;
  const auto take = [&](std::string_view line, int number) {
    lines.push_back({std::string(line), base::say({" line {0}", " {0}行目"}, number)});
    return base::Result<void>();
  };
  const auto read = for_each_opening_line(*stream, base::to_utf8(file), take);
  if (!read) return tl::unexpected(read.error());
  if (auto whole = base::check_read(*stream, file); !whole) return tl::unexpected(whole.error());
  return lines;
}

// The games alone, not their variations.
base::Result<std::vector<OpeningLine>> lines_of_records(const std::filesystem::path& file,
                                                        notation::RecordFormat format,
                                                        const game::Rules& rules) {
  const std::string name = base::to_utf8(file);
  if (&rules != &game::shogi_rules()) {
    return base::fail(
        base::say({"{0}: is a record of shogi, not of {1}", "{0}: {1} ではなく将棋の棋譜です"},
                  name, rules.name()));
  }
  const auto text = io::read_text(file);
  if (!text) return tl::unexpected(text.error());
  const auto records = notation::read_records(format, *text);
  if (!records) return base::fail(name + ": " + records.error().message);
  std::vector<OpeningLine> lines;
  for (const notation::Record& record : *records) {
    lines.push_back({usi::position_line(record.main_line()),
                     base::say({" game {0}", " 第{0}局"}, lines.size() + 1)});
  }
  return lines;
}

// An opening that can be read, and that leaves something to play.
base::Result<void> check_open(const game::Rules& rules, std::string_view line, int plies,
                              int max_plies) {
  const auto game = parse_opening(line, plies, rules);
  if (!game) return tl::unexpected(game.error());
  const auto ending = judge(*game, max_plies);
  if (!ending) return {};
  if (ending->reason != Reason::kMaxPlies) {
    return base::fail(base::say({"the opening ends with {0}", "開始局面までに終局しています({0})"},
                                base::said(words_of(ending->reason))));
  }
  return base::fail(base::say(
      {"the game is over before its first move: the opening has {0} plies of at most {1}; --plies "
       "shortens openings, --max-plies lengthens games",
       "1手も指さずに終わります。開始局面までに{0}手あり、最大手数は{1}手です。--plies "
       "で開始局面を早め、--max-plies で最大手数を増やせます"},
      game->moves().size(), max_plies));
}

}  // namespace

base::Result<game::Game> parse_opening(std::string_view line, int plies, const game::Rules& rules) {
  auto read = rules.read_line(line);
  if (!read) return read;
  game::Game game =
      plies < 0 ? std::move(*read) : beginning_of(*read, static_cast<std::size_t>(plies));
  if (game.position().is_lost()) {
    return base::fail(base::say({"the opening ends with {0}", "開始局面までに終局しています({0})"},
                                base::said(words_of(game.ending()->reason))));
  }
  return game;
}

base::Result<void> for_each_opening_line(
    std::istream& file, std::string_view name,
    const std::function<base::Result<void>(std::string_view, int)>& use) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  int number = 0;
  std::string line;
  for (auto read = base::read_line(file, line); read != base::LineRead::kEnd;
       read = base::read_line(file, line)) {
    std::string_view text = line;
    ++number;
    if (read == base::LineRead::kTooLong) {
      return base::fail(base::say({"{0} line {1}: {2}", "{0} {1}行目: {2}"}, name, number,
                                  base::line_too_long()));
    }
    if (number == 1 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    if (base::trim(text).empty() || base::trim(text).starts_with('#')) continue;
    if (auto used = use(text, number); !used) return used;
  }
  return {};
}

game::Game random_opening(std::uint64_t seed, int plies, const game::Rules& rules) {
  base::Random random(seed);
  std::unique_ptr<game::Position> position = *rules.position("");
  std::vector<usi::Move> moves;
  while (static_cast<int>(moves.size()) < plies) {
    if (const auto move = quiet_move(*position, random)) {
      moves.push_back(*move);
      position->play(*move);
    } else {  // begins anew, further on in the sequence of numbers
      moves.clear();
      position = *rules.position("");
    }
  }
  return with_moves(game::Game(*rules.position("")), moves);
}

shogi::Game walk_opening(book::Library& library, std::uint64_t seed, int plies) {
  base::Random random(seed);
  shogi::Game game;
  while (static_cast<int>(game.moves().size()) < plies) {
    const auto candidates = library.find(game.position(), true);
    std::uint64_t sum = 0;
    for (const book::Candidate& c : candidates)
      sum += static_cast<std::uint64_t>(std::max(1, c.count));
    if (sum == 0) break;
    std::uint64_t pick = random.below(sum);
    for (const book::Candidate& c : candidates) {
      const auto weight = static_cast<std::uint64_t>(std::max(1, c.count));
      if (pick < weight) {
        static_cast<void>(game.play(c.move));
        break;
      }
      pick -= weight;
    }
    if (!game.position().has_legal_move() || game.repetition() != shogi::Repetition::kNone) {
      game.undo();
      break;
    }
  }
  return game;
}

Openings Openings::random(std::uint64_t seed, int plies, const game::Rules& rules) {
  Openings openings;
  openings.rules_ = &rules;
  openings.seed_ = seed;
  openings.plies_ = plies;
  return openings;
}

base::Result<Openings> Openings::from_file(const std::filesystem::path& file, int plies,
                                           std::uint64_t seed, const game::Rules& rules,
                                           int max_plies) {
  const auto format = notation::record_format_of(base::to_utf8(file));
  const auto lines = format ? lines_of_records(file, *format, rules) : lines_of(file);
  if (!lines) return tl::unexpected(lines.error());
  Openings openings = random(seed, plies, rules);
  for (const OpeningLine& line : *lines) {
    if (const auto open = check_open(rules, line.text, plies, max_plies); !open) {
      return base::fail(base::to_utf8(file) + line.place + ": " + open.error().message);
    }
    openings.lines_.push_back(line.text);
  }
  if (openings.lines_.empty())
    return base::fail(
        base::say({"{0}: holds no opening", "{0}: 開始局面がありません"}, base::to_utf8(file)));
  if (seed == 0) return openings;
  base::Random random(seed);
  for (std::size_t i = openings.lines_.size(); i > 1; --i) {
    std::swap(openings.lines_[i - 1], openings.lines_[random.below(i)]);
  }
  return openings;
}

Openings Openings::from_book(std::shared_ptr<book::Library> library, int plies,
                             std::uint64_t seed) {
  Openings openings = random(seed, plies);
  openings.library_ = std::move(library);
  return openings;
}

game::Game Openings::game(std::uint64_t number) const {
  if (!lines_.empty()) return *parse_opening(lines_[number % lines_.size()], plies_, *rules_);
  const std::uint64_t seed = base::Random::of(seed_, number).next();
  return library_ ? game::game_of(walk_opening(*library_, seed, plies_))
                  : random_opening(seed, plies_, *rules_);
}

}  // namespace gougi::match
