// SPDX-License-Identifier: MIT
#include "notation/freeze_record.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "notation/csa.hpp"
#include "notation/diagram_reader.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::FreezePosition;
using shogi::Game;
using shogi::Move;

constexpr std::string_view kStartWords = "freeze sfen ";
constexpr std::string_view kKifHandicap = "手合割：";

char comment_mark(RecordFormat format) { return format == RecordFormat::kCsa ? '\'' : '*'; }

std::string move_text(RecordFormat format, const shogi::Position& position, BareMove move,
                      BareMove previous) {
  switch (format) {
    case RecordFormat::kKif:
      return to_kif(position, move, previous);
    case RecordFormat::kKi2:
      return to_ki2(position, move, previous);
    case RecordFormat::kCsa:
      break;
  }
  return to_csa(position, move);
}

// The text of `word` with the side marks that to_ki2 writes.
std::string with_usual_mark(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kMarks{
      std::pair<std::string_view, std::string_view>{"▲", "☗"},
      std::pair<std::string_view, std::string_view>{"△", "☖"}};
  for (const auto& [other, usual] : kMarks) {
    if (word.starts_with(other)) {
      return std::string(usual).append(word.substr(other.size()));
    }
  }
  return std::string(word);
}

std::string_view format_name(RecordFormat format) {
  switch (format) {
    case RecordFormat::kKif:
      return "KIF";
    case RecordFormat::kKi2:
      return "KI2";
    case RecordFormat::kCsa:
      break;
  }
  return "CSA";
}

template <std::size_t N>
bool begins_with_one_of(std::string_view line, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return line.starts_with(word); });
}

// By such lines a record is known for one, even where no move follows.
bool is_header(RecordFormat format, std::string_view line) {
  constexpr std::array<std::string_view, 18> kJapanese{
      "手合割：",   "先手：",     "後手：",   "下手：", "上手：", "開始日時：",
      "終了日時：", "対局日：",   "棋戦：",   "場所：", "戦型：", "表題：",
      "持ち時間：", "消費時間：", "手数----", "#KIF",   "# KIF",  "# ----"};
  constexpr std::array<std::string_view, 14> kCsa{
      "V1",      "V2",     "V3",           "N+",         "N-",           "PI",        "P1",
      "$EVENT:", "$SITE:", "$START_TIME:", "$END_TIME:", "$TIME_LIMIT:", "$OPENING:", "$TIME:"};
  return format == RecordFormat::kCsa ? begins_with_one_of(line, kCsa)
                                      : begins_with_one_of(line, kJapanese);
}

// What was meant for a freeze, and is no remark in words: none of them is longer than a kind.
bool is_wrong_freeze(std::string_view text) {
  constexpr std::size_t kLongestKind = 3;
  if (!base::iequals(base::next_word(text), "freeze")) return false;
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (word.size() > kLongestKind) return false;
  }
  return true;
}

// Takes the record line by line. A move is played when the next one comes: its freeze stands
// between them, and may be what makes it legal.
class RecordReader {
 public:
  explicit RecordReader(RecordFormat format) : format_(format) {}

  base::Result<Game> read(std::string_view text) {
    while (!text.empty() && !ended_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_number_;
      auto taken = take_line(base::trim(text.substr(0, end)));
      if (!taken) return failure(taken.error().message);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (auto begun = begin(); !begun) return failure(begun.error().message);
    if (auto played = play_pending(); !played) return failure(played.error().message);
    if (!has_start_ && !has_header_ && game_.moves().empty()) {
      return base::fail("holds neither a header line nor a move of " +
                        std::string(format_name(format_)));
    }
    return std::move(game_);
  }

 private:
  using Taken = base::Result<void>;

  tl::unexpected<base::Error> failure(const std::string& what) const {
    return base::fail("record line " + std::to_string(line_number_) + ": " + what);
  }

  Taken take_line(std::string_view line) {
    if (is_header(format_, line)) has_header_ = true;
    if (line.empty() || line.front() == '#') return {};
    if (line.front() == comment_mark(format_)) return take_comment(line.substr(1));
    switch (format_) {
      case RecordFormat::kKif:
        return take_kif(line);
      case RecordFormat::kKi2:
        return take_ki2(line);
      case RecordFormat::kCsa:
        break;
    }
    return take_csa(line);
  }

  Taken take_comment(std::string_view text) {
    if (text.starts_with(kStartWords)) {
      if (pending_ || !game_.moves().empty()) return base::fail("a start behind the first move");
      const auto start = parse_freeze_sfen(text.substr(kStartWords.size()));
      if (!start) return tl::unexpected(start.error());
      game_ = Game(*start);
      has_start_ = true;
      return {};
    }
    if (!has_start_) return {};  // a remark in an ordinary record
    const auto freeze = parse_freeze_comment(text);
    if (!freeze) {
      if (is_wrong_freeze(text)) {
        return base::fail("\"" + base::printable(text, 60) +
                          "\" is no freeze; expected is one kind of piece as in \"freeze G\"");
      }
      return {};
    }
    if (!pending_) return base::fail("a freeze without a move");
    if (pending_.freezes()) return base::fail("a second freeze of one move");
    pending_.freeze = *freeze;
    return {};
  }

  Taken take_handicap(std::string_view line) {
    const auto name = line.substr(kKifHandicap.size());
    if (has_start_ || base::trim(name).starts_with("その他")) return {};  // a diagram follows
    const auto start = handicap(name);
    if (!start) return base::fail("unknown handicap " + base::printable(line, 60));
    game_ = Game(*start);
    return {};
  }

  // "   1 ７六歩(77)   ( 0:01/00:00:01)"
  Taken take_kif(std::string_view line) {
    if (line.starts_with(kKifHandicap)) return take_handicap(line);
    if (!has_begun_) {
      if (auto drawn = diagram_.take_kif(line); !drawn) return drawn;
    }
    if (line.starts_with("変化")) {
      ended_ = true;
      return {};
    }
    if (!base::to_int(base::next_word(line))) return {};  // a header
    const auto word = base::next_word(line);
    if (is_ending(word)) {
      ended_ = true;
      return {};
    }
    return take_move(word);
  }

  Taken take_ki2(std::string_view line) {
    if (line.starts_with(kKifHandicap)) return take_handicap(line);
    if (!has_begun_) {
      if (auto drawn = diagram_.take_kif(line); !drawn) return drawn;
    }
    for (auto word = base::next_word(line); !word.empty(); word = base::next_word(line)) {
      const std::string usual = with_usual_mark(word);
      if (!usual.starts_with("☗") && !usual.starts_with("☖")) return {};  // no line of moves
      if (auto taken = take_move(usual); !taken) return taken;
    }
    return {};
  }

  // "+7776FU,T12"
  Taken take_csa(std::string_view line) {
    while (!line.empty()) {
      const std::size_t end = std::min(line.find(','), line.size());
      const auto word = base::trim(line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
      if (word.starts_with('%')) ended_ = true;
      if (!has_begun_) {
        if (auto drawn = diagram_.take_csa(word); !drawn) return drawn;
      }
      if (word.size() < 2 || (word.front() != '+' && word.front() != '-')) continue;
      if (auto taken = take_move(word); !taken) return taken;
    }
    return {};
  }

  // What stands where a KIF move would: 投了, 中断, 詰み, … A move begins with a square or 同.
  static bool is_ending(std::string_view word) {
    constexpr std::array<std::string_view, 10> kBegins{"１", "２", "３", "４", "５",
                                                       "６", "７", "８", "９", "同"};
    return std::none_of(kBegins.begin(), kBegins.end(),
                        [&](std::string_view begin) { return word.starts_with(begin); }) &&
           !word.empty() && (word.front() < '1' || word.front() > '9');
  }

  Taken take_move(std::string_view text) {
    if (auto begun = begin(); !begun) return begun;
    if (auto played = play_pending(); !played) return played;
    const FreezePosition& now = game_.freeze_position();
    const BareMove previous = game_.moves().empty() ? BareMove() : game_.moves().back();
    shogi::MoveList moves;
    generate_legal_bare(now, moves);
    if (const BareMove mate = now.pawn_drop_mate()) moves.push(mate);
    for (const BareMove m : moves) {
      if (move_text(format_, now.position(), m, previous) == text) {
        pending_ = m;
        return {};
      }
    }
    if (format_ != RecordFormat::kKif) {
      return base::fail("\"" + base::printable(text, 60) + "\" is no legal move");
    }
    const auto move = parse_kif_move(now.position(), text, previous);  // other spellings
    if (!move) return tl::unexpected(move.error());
    pending_ = *move;
    return {};
  }

  // Before the first move, or where there is none. A freeze line says more than a diagram.
  Taken begin() {
    if (has_begun_) return {};
    has_begun_ = true;
    if (has_start_ || !diagram_.has_board()) return {};
    const auto start = diagram_.position();
    if (!start) return tl::unexpected(start.error());
    game_ = Game(*start);
    has_header_ = true;
    return {};
  }

  Taken play_pending() {
    if (!pending_) return {};
    return game_.play(std::exchange(pending_, Move()));
  }

  const RecordFormat format_;
  Game game_;
  Move pending_;
  int line_number_ = 0;
  bool has_start_ = false;  // a freeze line gave it
  bool has_header_ = false;
  bool has_begun_ = false;  // what may come are moves, and no more of the start
  DiagramReader diagram_;
  bool ended_ = false;
};

}  // namespace

std::string freeze_start_line(RecordFormat format, const FreezePosition& start) {
  if (start.plain()) return {};
  std::string line(1, comment_mark(format));
  line += kStartWords;
  line += to_sfen(start);
  line += '\n';
  return line;
}

std::string freeze_line(RecordFormat format, shogi::PieceType freeze) {
  if (freeze == shogi::PieceType::kNone) return {};
  return comment_mark(format) + freeze_comment(freeze) + '\n';
}

base::Result<Game> read_record(RecordFormat format, std::string_view text) {
  return RecordReader(format).read(text);
}

}  // namespace gougi::notation
