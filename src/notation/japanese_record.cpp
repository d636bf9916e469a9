// SPDX-License-Identifier: MIT
#include "notation/japanese_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/diagram.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/ki2_words.hpp"
#include "notation/record_builder.hpp"
#include "notation/time_limit.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Color;

constexpr std::string_view kWideColon = "：";
constexpr std::string_view kHandicapKey = "手合割";
constexpr std::string_view kVariation = "変化";
constexpr std::string_view kUntil = "まで";
constexpr std::string_view kSameSquare = "同";
constexpr std::string_view kInHand = "の持駒";
constexpr char kBookmark = '&';
constexpr std::string_view kDrawnBegin = "後手の持駒";  // of a diagram

struct KifEnd {
  std::string_view word;
  End end;
};
// 反則勝ち depends on the side. A word that holds another one stands before it.
constexpr std::array kKifEnds{KifEnd{"投了", End::kResigned},
                              KifEnd{"不詰", End::kNoMate},
                              KifEnd{"詰み", End::kMated},
                              KifEnd{"詰", End::kMated},
                              KifEnd{"切れ負け", End::kTimeUp},
                              KifEnd{"時間切れ", End::kTimeUp},
                              KifEnd{"反則負け", End::kIllegalMove},
                              KifEnd{"入玉勝ち", End::kDeclared},
                              KifEnd{"千日手", End::kRepetition},
                              KifEnd{"持将棋", End::kImpasse},
                              KifEnd{"引き分け", End::kDraw},
                              KifEnd{"中断", End::kInterrupted},
                              KifEnd{"不戦勝", End::kWonWithoutPlay},
                              KifEnd{"不戦敗", End::kLostWithoutPlay}};
constexpr std::string_view kFoulWin = "反則勝ち";

End foul_of(Color side) { return side == Color::kBlack ? End::kBlackFoul : End::kWhiteFoul; }
bool is_foul_of(End end, Color side) { return end == foul_of(side); }

std::optional<End> kif_end(std::string_view word, Color mover) {
  if (word == kFoulWin) return foul_of(~mover);
  const auto found = std::ranges::find(kKifEnds, word, &KifEnd::word);
  return found == kKifEnds.end() ? std::nullopt : std::optional(found->end);
}

std::string_view kif_end_word(End end, Color mover) {
  if (end == End::kBlackFoul || end == End::kWhiteFoul) {
    return is_foul_of(end, mover) ? std::string_view("反則負け") : kFoulWin;
  }
  if (end == End::kMaxMoves || end == End::kDraw) return "持将棋";
  if (end == End::kError) return "中断";
  const auto found = std::ranges::find(kKifEnds, end, &KifEnd::end);
  return found == kKifEnds.end() ? "中断" : found->word;
}

// "まで78手で後手の勝ち". Nothing: it says nothing that is understood.
std::optional<End> sentence_end(std::string_view sentence, Color mover) {
  const auto says = [&](std::string_view word) {
    return sentence.find(word) != std::string_view::npos;
  };
  const bool of_black = says("先手の") || says("下手の") || says("先手勝") || says("下手勝");
  const bool of_white = says("後手の") || says("上手の") || says("後手勝") || says("上手勝");
  const Color named = of_white ? Color::kWhite : of_black ? Color::kBlack : mover;
  if (says("反則負け")) return named == mover ? End::kIllegalMove : foul_of(named);
  if (says(kFoulWin)) return ~named == mover ? End::kIllegalMove : foul_of(~named);
  if (says("時間切れ") || says("切れ負け")) {
    return (of_black || of_white) && named == mover && !says("負け") ? std::nullopt
                                                                     : std::optional(End::kTimeUp);
  }
  for (const KifEnd& each : kKifEnds) {
    if (says(each.word)) return each.end;
  }
  if (!says("勝ち") || named == mover) return std::nullopt;
  return End::kResigned;
}

// By such lines a record is known for one, even where no move follows.
bool is_japanese_header(std::string_view line) {
  constexpr std::array<std::string_view, 18> kWords{
      "手合割：",   "先手：",     "後手：",   "下手：", "上手：", "開始日時：",
      "終了日時：", "対局日：",   "棋戦：",   "場所：", "戦型：", "表題：",
      "持ち時間：", "消費時間：", "手数----", "#KIF",   "# KIF",  "# ----"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.starts_with(word); });
}

// What stands where a KIF move would: 投了, 中断, 詰み, … A move begins with a square or 同.
bool is_no_move(std::string_view word) {
  constexpr std::array<std::string_view, 10> kBegins{"１", "２", "３", "４", "５",
                                                     "６", "７", "８", "９", kSameSquare};
  return std::ranges::none_of(kBegins,
                              [&](std::string_view begin) { return word.starts_with(begin); }) &&
         (word.front() < '1' || word.front() > '9') && word.front() != '\xE2';  // ☗▲
}

// "ふが(11)", "ふが打": what would be a move if its first word were a square.
bool is_unreadable_move(std::string_view word) {
  if (!is_no_move(word)) return false;
  if (word.ends_with("打")) return true;
  const std::size_t origin = word.rfind('(');
  const auto square = origin == std::string_view::npos ? "" : word.substr(origin);
  return square.size() == 4 && square.back() == ')' && base::to_int(square.substr(1, 2));
}

// "( 0:16/00:00:16)+"
std::optional<base::Milliseconds> kif_time(std::string_view rest) {
  const std::size_t begin = rest.find('(');
  if (begin == std::string_view::npos) return std::nullopt;
  rest = rest.substr(begin + 1);
  rest = rest.substr(0, rest.find_first_of("/)"));
  constexpr std::int64_t kMost = kMostRecordTime.count() / 1000;
  std::int64_t seconds = 0;
  int colons = 0;  // hours are seldom there
  for (;; ++colons) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const auto part = base::to_int(base::trim(rest.substr(0, colon)));
    if (!part || *part < 0 || *part > kMost) return std::nullopt;
    seconds = std::min(kMost, seconds * 60 + *part);
    if (colon == rest.size()) break;
    rest.remove_prefix(colon + 1);
  }
  if (colons != 1 && colons != 2) return std::nullopt;
  return base::Milliseconds(seconds * 1000);
}

std::string kif_clock(base::Milliseconds time, bool with_hours) {
  const long long seconds = time.count() / 1000;
  if (with_hours) {
    return fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  return fmt::format("{:2}:{:02}", seconds / 60, seconds % 60);
}

class JapaneseReader {
 public:
  JapaneseReader(bool is_kif, Faulty faulty) : is_kif_(is_kif), builder_(faulty) {}

  base::Result<Record> read(std::string_view text) {
    auto taken = for_each_record_line(
        text, [this](std::string_view line) { return settle(take(line)); }, line_);
    if (!taken) return tl::unexpected(taken.error());
    if (builder_.is_empty() && !has_header_) {
      return base::fail(base::say(
          {"holds neither a header line nor a move of {0}", "{0} の見出しも指し手もありません"},
          is_kif_ ? "KIF" : "KI2"));
    }
    auto record = builder_.finish();
    if (!record) return base::fail(at_record_line(line_, record.error().message));
    return record;
  }

 private:
  using Taken = RecordBuilder::Taken;

  Taken settle(Taken taken) {
    return builder_.settle(std::move(taken),
                           [this](const std::string& what) { return at_record_line(line_, what); });
  }

  Taken take(std::string_view whole) {
    std::string_view line = base::trim(whole);
    if (is_japanese_header(line)) has_header_ = true;
    if (line.empty() || line.front() == '#') return {};
    if (line.front() == '*') return take_comment(whole.substr(whole.find('*') + 1));
    if (line.front() == kBookmark) {
      builder_.bookmark(line.substr(1));
      return {};
    }
    if (line.starts_with(kVariation)) return take_variation(line.substr(kVariation.size()));
    if (line.starts_with(kUntil)) return take_sentence(line);
    if (!builder_.has_begun()) {
      if (auto drawn = builder_.diagram().take_kif(line); !drawn) return drawn;
    }
    return is_kif_ ? take_kif(line) : take_ki2(line);
  }

  Taken take_comment(std::string_view text) {
    const bool may_be_time = !is_kif_ && builder_.is_at_move();
    if (may_be_time && !builder_.time() && builder_.comment_so_far().empty()) {
      if (const auto time = parse_time_comment(text)) {
        builder_.took(*time);
        return {};
      }
    }
    return builder_.comment(text);
  }

  // "：3手"
  Taken take_variation(std::string_view line) {
    if (!builder_.has_moves()) return {};  // of what?
    const std::size_t digit = line.find_first_of("0123456789");
    const auto number =
        digit == std::string_view::npos
            ? std::nullopt
            : base::to_int(line.substr(digit, line.find_first_not_of("0123456789", digit) - digit));
    if (!number)
      return base::fail(
          base::say({"変化 without the number of its move", "「変化」に手数がありません"}));
    return builder_.go_back(*number);
  }

  // KIF has said it before, if it says it at all.
  Taken take_sentence(std::string_view line) {
    if (builder_.is_at_end() || builder_.is_left()) return {};
    if (auto ready = builder_.be_ready(); !ready) return ready;
    const auto end = sentence_end(line, builder_.game().position().side_to_move());
    if (auto ended = builder_.end(end.value_or(End::kInterrupted)); !ended) return ended;
    return end ? Taken() : builder_.comment(line);
  }

  // "棋戦：王座戦"; some write the narrow colon.
  void take_header(std::string_view line) {
    if (builder_.has_begun()) return;
    const std::size_t wide = line.find(kWideColon);
    const std::size_t narrow = line.find(':');
    const bool is_wide = wide < narrow;
    const std::size_t at = is_wide ? wide : narrow;
    if (at == std::string_view::npos || at == 0) return;
    const std::string_view key = line.substr(0, at);
    const bool is_key = key.find_first_of(" |+") == std::string_view::npos &&
                        key.find(kInHand) == std::string_view::npos &&
                        (is_wide || static_cast<unsigned char>(key.front()) >= 0x80);
    if (!is_key) return;
    const std::string_view value = line.substr(at + (is_wide ? kWideColon.size() : 1));
    builder_.headers().push_back({std::string(key), std::string(base::trim(value))});
  }

  Taken take_handicap() {
    const std::string& name = builder_.headers().back().value;
    if (builder_.has_freeze_start()) return {};
    if (is_drawn_start(name)) {
      builder_.diagram().announce();
      builder_.headers().pop_back();
      return {};
    }
    const auto start = handicap(name);
    if (!start)
      return base::fail(base::say({"unknown handicap {0}", "手合割 {0} は使えません"},
                                  base::printable(name, 60)));
    builder_.start_from(*start);
    return {};
  }

  Taken take_words_of_head(std::string_view line) {
    const std::size_t count = builder_.headers().size();
    take_header(line);
    const bool is_handicap =
        builder_.headers().size() > count && builder_.headers().back().key == kHandicapKey;
    return is_handicap ? take_handicap() : Taken();
  }

  // "   1 ７六歩(77)   ( 0:01/00:00:01)"
  Taken take_kif(std::string_view line) {
    std::string_view rest = line;
    if (!base::to_int(base::next_word(rest))) return take_words_of_head(line);
    std::string word(base::next_word(rest));
    if (word.empty()) return {};
    if (word == kSameSquare) word += base::next_word(rest);
    if (builder_.is_left()) {
      if (!is_no_move(word) || is_unreadable_move(word)) builder_.pass_by_move();
      return {};
    }
    if (auto ready = builder_.be_ready(); !ready) return ready;
    if (is_unreadable_move(word))
      return base::fail(base::say({"\"{0}\" is no move: it names no square",
                                   "\"{0}\" は指し手ではありません。マスが書かれていません"},
                                  base::printable(word, 60)));
    const Color mover = builder_.game().position().side_to_move();
    Taken taken;
    if (is_no_move(word)) {
      const auto end = kif_end(word, mover);
      taken = builder_.end(end.value_or(End::kInterrupted));
      if (taken && !end) taken = builder_.comment(word);
    } else {
      taken = take_kif_move(word);
    }
    if (!taken) return taken;
    if (const auto time = kif_time(rest)) builder_.took(*time);
    return {};
  }

  Taken take_kif_move(std::string_view text) {
    const shogi::Game& game = builder_.game();
    if (game.is_freeze_game()) {
      shogi::MoveList moves;
      builder_.generate(moves);
      for (const BareMove m : moves) {
        if (to_kif(game.position(), m, builder_.before()) == text) return builder_.move(m);
      }
    }
    const auto move = parse_kif_move(game.position(), text, builder_.before());
    if (!move) return builder_.no_move(text, move.error());
    return builder_.move(*move);
  }

  Taken take_ki2(std::string_view line) {
    std::string_view rest = line;
    skip_ki2_gap(rest);
    if (!begins_with_ki2_mark(rest)) return take_words_of_head(line);
    while (!rest.empty()) {
      const std::string word = next_ki2_move(rest);
      if (builder_.is_left()) {
        builder_.pass_by_move();
        return {};
      }
      if (auto taken = settle(take_ki2_move(word)); !taken) return taken;
    }
    return {};
  }

  Taken take_ki2_move(std::string_view word) {
    if (auto ready = builder_.be_ready(); !ready) return ready;
    shogi::MoveList moves;
    builder_.generate(moves);
    const auto move = find_ki2_move(builder_.game().position(), moves, word, builder_.before());
    if (!move && could_be_several(builder_.game().position(), moves, word, builder_.before())) {
      return base::fail(base::say(
          {"\"{0}\" could be several moves: 右, 左, 直, 上, 引, 寄, 成 or 不成 is missing",
           "\"{0}\" は指し手が決まりません(右、左、直、上、引、寄、成、不成のどれかが必要です)"},
          base::printable(word, 60)));
    }
    if (!move)
      return builder_.no_move(
          word, {base::say({"\"{0}\" is no legal move", "\"{0}\" は合法手ではありません"},
                           base::printable(word, 60))});
    return builder_.move(*move);
  }

  const bool is_kif_;
  RecordBuilder builder_;
  int line_ = 0;
  bool has_header_ = false;
};

// --- writing ------------------------------------------------------------------------------------

void append_comment(std::string& text, std::string_view comment) {
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    text.append("*").append(one_line(comment.substr(0, end))).append("\n");
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
}

void append_bookmark(std::string& text, std::string_view bookmark) {
  if (!bookmark.empty()) text.append(1, kBookmark).append(one_line(bookmark)).append("\n");
}

void append_freeze(std::string& text, shogi::PieceType freeze) {
  if (freeze == shogi::PieceType::kNone) return;
  text.append("*").append(freeze_comment(freeze)).append("\n");
}

bool is_player_key(std::string_view key) {
  return key == "先手" || key == "後手" || key == "下手" || key == "上手";
}

// What a reader would take for something else is no header there.
bool is_writable_key(std::string_view key) {
  constexpr std::array<std::string_view, 8> kBegins{"☗", "☖", "▲",    "△",
                                                    "▼", "▽", kUntil, kVariation};
  return !key.empty() && key.find(kWideColon) == std::string_view::npos &&
         key.find(kInHand) == std::string_view::npos &&
         key.find_first_of(" |+:*#&") == std::string_view::npos &&
         std::ranges::none_of(kBegins,
                              [&](std::string_view begin) { return key.starts_with(begin); });
}

std::string header_text(const Record::Header& header) {
  std::string value = one_line(header.value);
  if (header.key == kTimeKey) value = kif_time_limit(value).value_or(value);
  return one_line(header.key).append(kWideColon).append(base::trim(value));
}

std::string start_lines(const shogi::Position& start) {
  const auto name = handicap_name(start);
  if (!name) return kif_diagram(start);
  return std::string(kHandicapKey).append(kWideColon).append(*name).append("\n");
}

// The headers in their order, the start where they have it, or before the players.
std::string japanese_head(const Record& record) {
  const std::string start = start_lines(record.start().position());
  bool is_started = false;
  std::string text;
  const bool has_place = record.header(kHandicapKey) && !start.starts_with(kDrawnBegin);
  for (const Record::Header& header : record.headers) {
    const bool is_handicap = header.key == kHandicapKey;
    if (!is_started && (has_place ? is_handicap : is_player_key(header.key))) {
      text += start;
      is_started = true;
    }
    if (!is_handicap && is_writable_key(one_line(header.key))) text += header_text(header) + "\n";
  }
  return is_started ? text : text + start;
}

std::string start_comments(const Record& record) {
  std::string text;
  append_comment(text, freeze_start_comment(record.start()));
  for (const Record::Header& header : record.headers) {
    if (is_writable_key(one_line(header.key))) continue;
    append_comment(text, header_comment(header_text(header)));
  }
  append_comment(text, record.node(0).comment);
  append_bookmark(text, record.node(0).bookmark);
  return text;
}

std::string until_line(const RecordStep& step, const Record& record) {
  return std::string(kUntil) + std::to_string(step.ply - 1) + "手で" +
         end_sentence(step.node.end, step.game.position().side_to_move(), record) + "\n";
}

std::string variation_line(int ply) {
  return "\n" + std::string(kVariation).append(kWideColon) + std::to_string(ply) + "手\n";
}

std::string kif_step(const RecordStep& step) {
  const shogi::Position& position = step.game.position();
  std::string text = std::to_string(step.ply);
  text.insert(0, text.size() < 4 ? 4 - text.size() : 0, ' ');
  text += " ";
  text += step.node.move ? to_kif(position, step.node.move.bare, step.before)
                         : std::string(kif_end_word(step.node.end, position.side_to_move()));
  if (step.node.took) {
    text += "   (" + kif_clock(*step.node.took, false) + "/" + kif_clock(step.total, true) + ")";
  }
  if (step.node.next != kNoNode) text += step.node.took ? "+" : "   +";
  text += "\n";
  append_freeze(text, step.node.move.freeze);
  append_comment(text, step.node.comment);
  append_bookmark(text, step.node.bookmark);
  return text;
}

}  // namespace

base::Result<Record> read_kif(std::string_view text, Faulty faulty) {
  return JapaneseReader(true, faulty).read(text);
}
base::Result<Record> read_ki2(std::string_view text, Faulty faulty) {
  return JapaneseReader(false, faulty).read(text);
}

std::string end_sentence(End end, Color mover, const Record& record) {
  const std::string_view moving = record.side_word(mover);
  std::string winner = std::string(record.side_word(~mover)) + "の勝ち";
  switch (end) {
    case End::kResigned:
      return winner;
    case End::kTimeUp:
      return "時間切れにより" + winner;
    case End::kDeclared:
    case End::kIllegalMove:
    case End::kBlackFoul:
    case End::kWhiteFoul:
    case End::kWonWithoutPlay:
    case End::kLostWithoutPlay:
      return std::string(moving).append("の").append(kif_end_word(end, mover));
    default:
      return std::string(kif_end_word(end, mover));
  }
}

std::string write_kif(const Record& record) {
  std::string text = "#KIF version=2.0 encoding=UTF-8\n" + japanese_head(record) +
                     "手数----指手---------消費時間--\n" + start_comments(record);
  std::string until;  // of the main line, once that is through
  const RecordNode* const end = record.main_end();
  RecordWalk walk(record);
  while (const auto step = walk.next()) {
    if (step->begins_variation) {
      text += std::exchange(until, {}) + variation_line(step->ply);
    }
    text += kif_step(*step);
    if (&step->node == end) until = until_line(*step, record);
  }
  return text + until;
}

std::string write_ki2(const Record& record) {
  std::string text = japanese_head(record) + start_comments(record) + "\n";
  RecordWalk walk(record);
  while (const auto step = walk.next()) {
    if (step->begins_variation) text += variation_line(step->ply);
    const RecordNode& node = step->node;
    if (node.move) {
      const shogi::Position& position = step->game.position();
      text += compatible_ki2(to_ki2(position, node.move.bare, step->before)) + "\n";
    } else {
      text += until_line(*step, record);
    }
    append_freeze(text, node.move.freeze);
    if (node.took) append_comment(text, time_comment(*node.took));
    append_comment(text, node.comment);
    append_bookmark(text, node.bookmark);
  }
  return text;
}

}  // namespace gougi::notation
