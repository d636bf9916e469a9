// SPDX-License-Identifier: MIT
#include "match/move_columns.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::match {
namespace {

// More than a player hears before a move (see player.cpp), and less than hurts.
constexpr std::size_t kMostKeptNoteBytes = 64 << 10;

void append_word(std::string& column, std::string_view word) {
  if (!column.empty()) column += ' ';
  column.append(word);
}

bool read_score(std::string_view word, std::optional<usi::Score>& score) {
  if (word == "-") return true;
  usi::Score read;
  if (word.ends_with('>') || word.ends_with('<')) {
    read.bound = word.back() == '>' ? usi::Bound::kLower : usi::Bound::kUpper;
    word.remove_suffix(1);
  }
  const bool is_mate = word.starts_with('m');
  if (is_mate) word.remove_prefix(1);
  if (is_mate && (word == "+" || word == "-")) {
    read.value = usi::Mate{word == "+", std::nullopt};
  } else {
    const auto number = base::to_int(word);
    constexpr int kMost = std::numeric_limits<int>::max();
    if (!number || *number > kMost || *number < -std::int64_t{kMost}) return false;
    const int value = static_cast<int>(*number);
    if (is_mate) {
      const bool winning = !word.starts_with('-');
      read.value = usi::Mate{winning, winning ? value : -value};
    } else {
      read.value = usi::Centipawns{value};
    }
  }
  score = read;
  return true;
}

std::optional<base::Milliseconds> read_ms(std::string_view word) {
  const auto number = base::to_int(word);
  if (!number || *number < 0 || *number > kMostMoveMs) return std::nullopt;
  return base::Milliseconds(*number);
}

bool read_count(std::string_view word, std::int64_t& count) {
  if (word == "-") return true;
  const auto number = base::to_int(word);
  if (!number || *number < 0) return false;
  count = *number;
  return true;
}

bool read_depth(std::string_view word, int& depth) {
  std::int64_t number = 0;
  if (!read_count(word, number) || number > std::numeric_limits<int>::max()) return false;
  depth = static_cast<int>(number);
  return true;
}

std::string line_word(const std::vector<usi::Move>& line) {
  std::string word;
  for (const usi::Move move : line) {
    if (!word.empty()) word += ',';
    word += usi::to_text(move);
  }
  return word.empty() ? "-" : word;
}

bool read_line_word(std::string_view word, std::vector<usi::Move>& line) {
  if (word == "-") return true;
  while (line.size() < kMostLineMoves) {
    const std::size_t end = std::min(word.find(','), word.size());
    const auto move = usi::parse_move(word.substr(0, end));
    if (!move) return false;
    line.push_back(*move);
    if (end == word.size()) return true;
    word.remove_prefix(end + 1);
  }
  return false;
}

base::Result<void> read_column(std::string_view name, std::string_view column,
                               std::vector<MoveRecord>& moves,
                               const std::function<bool(std::string_view, MoveRecord&)>& read) {
  for (MoveRecord& move : moves) {
    const std::string_view word = base::next_word(column);
    if (word.empty())
      return base::fail(base::say({"the column {0} is too short", "列 {0} が短すぎます"}, name));
    if (!read(word, move)) {
      return base::fail(base::say({"the column {0} holds {1}", "列 {0} に {1} があります"}, name,
                                  base::printable(word, 40)));
    }
  }
  if (!base::next_word(column).empty()) {
    return base::fail(base::say({"the column {0} is too long", "列 {0} が長すぎます"}, name));
  }
  return {};
}

base::Result<void> read_notes(std::string_view notes, std::vector<MoveRecord>& moves) {
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    std::string_view line = notes.substr(0, end);
    notes.remove_prefix(std::min(end + 1, notes.size()));
    const auto ply = base::to_int(base::next_word(line));
    auto text = base::unescaped(base::trim(line));
    if (!ply || *ply < 1 || *ply > static_cast<std::int64_t>(moves.size()) || !text ||
        text->size() > kMostKeptNoteBytes) {
      return base::fail(base::say({"the column notes holds {0}", "列 notes に {0} があります"},
                                  base::printable(line, 40)));
    }
    moves[static_cast<std::size_t>(*ply - 1)].note = std::move(*text);
  }
  return {};
}

}  // namespace

std::string score_word(const std::optional<usi::Score>& score) {
  if (!score) return "-";
  std::string word;
  if (const auto* cp = std::get_if<usi::Centipawns>(&score->value)) {
    word = std::to_string(cp->value);
  } else {
    const auto& mate = std::get<usi::Mate>(score->value);
    word = "m";
    if (!mate.plies) {
      word += mate.winning ? '+' : '-';
    } else {
      if (!mate.winning) word += '-';
      word += std::to_string(*mate.plies);
    }
  }
  if (score->bound == usi::Bound::kLower) word += '>';
  if (score->bound == usi::Bound::kUpper) word += '<';
  return word;
}

MoveColumns to_columns(const std::vector<MoveRecord>& moves) {
  MoveColumns columns;
  const auto count_word = [](std::int64_t count) {
    return count == 0 ? std::string("-") : std::to_string(count);
  };
  int ply = 0;
  for (const MoveRecord& move : moves) {
    ++ply;
    if (move.from_opening) ++columns.opening_plies;
    append_word(columns.moves, usi::to_text(move.move));
    append_word(columns.times, std::to_string(move.took.count()));
    append_word(columns.scores, score_word(move.score));
    append_word(columns.depths, count_word(move.depth));
    append_word(columns.nodes, count_word(move.nodes));
    append_word(columns.selective_depths, count_word(move.selective_depth));
    append_word(columns.lines, line_word(move.line));
    append_word(columns.own_times, move.own_time ? std::to_string(move.own_time->count()) : "-");
    if (move.note.empty()) continue;
    columns.notes += std::to_string(ply) + ' ' + base::escaped(move.note) + '\n';
  }
  return columns;
}

base::Result<std::vector<MoveRecord>> from_columns(const MoveColumns& columns) {
  std::vector<MoveRecord> moves;
  for (const std::string_view word : base::split_words(columns.moves)) {
    const auto move = usi::parse_move(word);
    if (!move)
      return base::fail(base::say({"the column moves holds {0}", "列 moves に {0} があります"},
                                  base::printable(word, 40)));
    MoveRecord record;
    record.move = *move;
    record.from_opening = static_cast<int>(moves.size()) < columns.opening_plies;
    moves.push_back(std::move(record));
  }
  auto read = read_column("times", columns.times, moves, [](std::string_view word, MoveRecord& m) {
    const auto time = read_ms(word);
    if (time) m.took = *time;
    return time.has_value();
  });
  if (read) {
    read = read_column("scores", columns.scores, moves, [](std::string_view word, MoveRecord& m) {
      return read_score(word, m.score);
    });
  }
  if (read) {
    read = read_column("depths", columns.depths, moves, [](std::string_view word, MoveRecord& m) {
      return read_depth(word, m.depth);
    });
  }
  if (read && !columns.selective_depths.empty()) {
    read = read_column(
        "seldepths", columns.selective_depths, moves,
        [](std::string_view word, MoveRecord& m) { return read_depth(word, m.selective_depth); });
  }
  if (read && !columns.lines.empty()) {
    read = read_column("pvs", columns.lines, moves, [&](std::string_view word, MoveRecord& m) {
      return read_line_word(word, m.line);
    });
  }
  if (read && !columns.own_times.empty()) {
    read = read_column("owntimes", columns.own_times, moves, [](std::string_view w, MoveRecord& m) {
      const auto time = read_ms(w);
      if (time) m.own_time = *time;
      return time || w == "-";
    });
  }
  if (read) {
    read = read_column("nodes", columns.nodes, moves, [](std::string_view word, MoveRecord& m) {
      return read_count(word, m.nodes);
    });
  }
  if (read) read = read_notes(columns.notes, moves);
  if (!read) return tl::unexpected(read.error());
  return moves;
}

}  // namespace gougi::match
