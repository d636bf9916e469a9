// SPDX-License-Identifier: MIT
#include "match/game_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.hpp"
#include "match/rules.hpp"
#include "notation/csa.hpp"
#include "notation/diagram.hpp"
#include "notation/freeze_record.hpp"
#include "notation/japanese.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

// How the two sides are called: of a game with a handicap otherwise.
struct SideWords {
  std::string_view black;
  std::string_view white;
};
SideWords side_words(const shogi::Position& start) {
  const auto name = notation::handicap_name(start);
  return name && name != "平手" ? SideWords{"下手", "上手"} : SideWords{"先手", "後手"};
}

std::string signed_text(int value) { return (value > 0 ? "+" : "") + std::to_string(value); }

std::string clock_text(base::Milliseconds time, bool with_hours) {
  const long long seconds = time.count() / 1000;
  std::array<char, 64> text{};
  if (with_hours) {
    std::snprintf(text.data(), text.size(), "%02lld:%02lld:%02lld", seconds / 3600,
                  seconds / 60 % 60, seconds % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%2lld:%02lld", seconds / 60, seconds % 60);
  }
  return text.data();
}

// How an ending is called. Most words say something of the side to move: that it has lost.
struct EndWords {
  std::string_view kif;
  std::string_view csa;
  bool mover_lost = false;
};

EndWords words_of(Reason reason) {
  switch (reason) {
    case Reason::kMate:
      return {"詰み", "%TSUMI", true};
    case Reason::kResignation:
    case Reason::kAgreedLoss:
    case Reason::kProvenMate:
      return {"投了", "%TORYO", true};
    case Reason::kDeclaration:
      return {"入玉勝ち", "%KACHI"};
    case Reason::kRepetition:
      return {"千日手", "%SENNICHITE"};
    case Reason::kMaxPlies:
    case Reason::kAgreedDraw:
      return {"持将棋", "%JISHOGI"};
    case Reason::kTime:
    case Reason::kHang:
      return {"切れ負け", "%TIME_UP", true};
    case Reason::kIllegalMove:
    case Reason::kWrongDeclaration:
      return {"反則負け", "%ILLEGAL_MOVE", true};
    case Reason::kPerpetualCheck:
    case Reason::kHome:  // of other games
    case Reason::kNoMove:
    case Reason::kCrash:
    case Reason::kNotReady:
      break;
  }
  return {"中断", "%CHUDAN"};
}

EndWords end_words(const GameRecord& game) {
  const bool black_moves =
      (game.start.side_to_move() == shogi::Color::kBlack) == (game.moves.size() % 2 == 0);
  const shogi::Color mover = black_moves ? shogi::Color::kBlack : shogi::Color::kWhite;
  const bool mover_lost = points_of(game.ending.result, mover) == Points::kLoss;
  if (game.ending.reason == Reason::kPerpetualCheck) {
    const bool black_lost = game.ending.result == Result::kWhiteWins;
    return {mover_lost ? "反則負け" : "反則勝ち",
            black_lost ? "%+ILLEGAL_ACTION" : "%-ILLEGAL_ACTION"};
  }
  const EndWords words = words_of(game.ending.reason);
  return words.mover_lost && !mover_lost ? EndWords{"中断", "%CHUDAN"} : words;
}

std::string ending_text(const GameRecord& game) {
  const auto sides = game.rules->sides();
  const std::string_view winner = game.ending.result == Result::kDraw        ? "draw"
                                  : game.ending.result == Result::kBlackWins ? sides[0].word
                                                                             : sides[1].word;
  std::string text = std::string(winner) + ", " + std::string(to_text(game.ending.reason));
  if (!game.ending.detail.empty()) text += " (" + base::printable(game.ending.detail) + ")";
  return text;
}

std::string winner_sentence(const GameRecord& game) {
  std::string start = "まで" + std::to_string(game.moves.size()) + "手で";
  if (game.ending.result == Result::kDraw) {
    return start + (game.ending.reason == Reason::kRepetition ? "千日手" : "持将棋");
  }
  const SideWords sides = side_words(game.start);
  return start.append(game.ending.result == Result::kBlackWins ? sides.black : sides.white) +
         "の勝ち";
}

// The comment behind a move, without the format's mark: "評価値 +35 深さ 9 ノード 5000".
std::string comment(const MoveRecord& move, shogi::Color mover) {
  std::string text;
  const std::string score = score_for_black(move, mover);
  if (!score.empty()) text += "評価値 " + score;
  if (move.depth > 0) text += " 深さ " + std::to_string(move.depth);
  if (move.nodes > 0) text += " ノード " + std::to_string(move.nodes);
  return std::string(base::trim(text));
}

std::string header(const GameRecord& game, const GameNames& names) {
  std::string text;
  if (game.began.size() >= 19) {  // "2026-01-31T12:00:00Z"
    std::string began = game.began.substr(0, 10) + " " + game.began.substr(11, 8);
    began[4] = began[7] = '/';
    text += "開始日時：" + began + " UTC\n";
  }
  if (const auto name = notation::handicap_name(game.start)) {
    text.append("手合割：").append(*name).append("\n");
  } else {
    text += notation::kif_diagram(game.start);
  }
  const SideWords sides = side_words(game.start);
  return text.append(sides.black) + "：" + base::printable(names.black) + "\n" +
         std::string(sides.white) + "：" + base::printable(names.white) + "\n";
}

// Lines of a note, each behind `mark`.
std::string note_lines(const std::string& note, std::string_view mark) {
  std::string text;
  std::string_view rest = note;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line = base::printable(rest.substr(0, end));
    // An engine's words are not to be read as a freeze of the game.
    std::string_view words = line;
    const bool looks_like_freeze = base::iequals(base::next_word(words), "freeze");
    text.append(mark).append(looks_like_freeze ? "> " : "").append(line).append("\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

shogi::FreezePosition freeze_start(const GameRecord& game) {
  return shogi::FreezePosition::from(game.start, game.freezes)
      .value_or(shogi::FreezePosition(game.start));
}

// Calls use(position before the move, record, the move before) for every move.
template <class Use>
void for_each_move(const GameRecord& game, const Use& use) {
  shogi::Game played(freeze_start(game));
  shogi::BareMove before;
  for (const MoveRecord& move : game.moves) {
    use(played.position(), move, before);
    if (!played.play({move.move, move.freeze})) return;
    before = move.move;
  }
}

std::string freeze_start(const GameRecord& game, notation::RecordFormat format) {
  return notation::freeze_start_line(format, freeze_start(game));
}

}  // namespace

std::string score_for_black(const MoveRecord& move, shogi::Color mover) {
  if (!move.score) return "";
  const usi::Score score = mover == shogi::Color::kBlack ? *move.score : usi::negated(*move.score);
  std::string text = score.bound == usi::Bound::kLower   ? "下限 "
                     : score.bound == usi::Bound::kUpper ? "上限 "
                                                         : "";
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
    return text + signed_text(cp->value);
  }
  const auto& mate = std::get<usi::Mate>(score.value);
  text += mate.winning ? "+詰" : "-詰";
  return mate.plies ? text + std::to_string(*mate.plies) : text;
}

std::string to_kif(const GameRecord& game, const GameNames& names) {
  std::string text = "#KIF version=2.0 encoding=UTF-8\n" + header(game, names) +
                     "手数----指手---------消費時間--\n" +
                     freeze_start(game, notation::RecordFormat::kKif);
  std::array<base::Milliseconds, 2> total{};
  int ply = 0;
  const auto number = [&ply] {
    const std::string digits = std::to_string(++ply);
    return std::string(digits.size() < 4 ? 4 - digits.size() : 0, ' ') + digits + " ";
  };
  for_each_move(
      game, [&](const shogi::Position& position, const MoveRecord& move, shogi::BareMove before) {
        base::Milliseconds& sum =
            total[static_cast<std::size_t>(shogi::index(position.side_to_move()))];
        sum += move.took;
        text += number() + notation::to_kif(position, move.move, before) + "   (" +
                clock_text(move.took, false) + "/" + clock_text(sum, true) + ")\n" +
                notation::freeze_line(notation::RecordFormat::kKif, move.freeze);
        const std::string said = comment(move, position.side_to_move());
        if (!said.empty()) text += "*" + said + "\n";
        text += note_lines(move.note, "*");
      });
  text += number() + std::string(end_words(game).kif) + "\n";
  return text + "*" + ending_text(game) + "\n" + winner_sentence(game) + "\n";
}

std::string to_ki2(const GameRecord& game, const GameNames& names) {
  std::string text = header(game, names) + freeze_start(game, notation::RecordFormat::kKi2) + "\n";
  for_each_move(
      game, [&](const shogi::Position& position, const MoveRecord& move, shogi::BareMove before) {
        std::string word = notation::to_ki2(position, move.move, before);
        const bool black = position.side_to_move() == shogi::Color::kBlack;
        const std::string_view mark = black ? "☗" : "☖";
        if (std::string_view(word).starts_with(mark)) {
          word.replace(0, mark.size(), black ? "▲" : "△");  // what readers of KI2 know
        }
        text += word + "\n" + notation::freeze_line(notation::RecordFormat::kKi2, move.freeze);
        std::string said = comment(move, position.side_to_move());
        if (!move.from_opening) {
          said += (said.empty() ? "" : " ") + std::to_string(move.took.count()) + " ms";
        }
        if (!said.empty()) text += "*" + said + "\n";
        text += note_lines(move.note, "*");
      });
  return text + "*" + ending_text(game) + "\n" + winner_sentence(game) + "\n";
}

std::string to_csa(const GameRecord& game, const GameNames& names) {
  std::string text = "'CSA encoding=UTF-8\nV2.2\nN+" + base::printable(names.black) + "\nN-" +
                     base::printable(names.white) + "\n";
  if (game.began.size() >= 19) {
    std::string began = game.began.substr(0, 10) + " " + game.began.substr(11, 8);
    began[4] = began[7] = '/';
    text += "$START_TIME:" + began + "\n";
  }
  text += notation::csa_position(game.start);
  text += freeze_start(game, notation::RecordFormat::kCsa);
  for_each_move(game, [&](const shogi::Position& position, const MoveRecord& move,
                          shogi::BareMove) {
    text += notation::to_csa(position, move.move) + "\nT" +
            std::to_string(move.took.count() / 1000) + "\n" +
            notation::freeze_line(notation::RecordFormat::kCsa, move.freeze);
    // What Floodgate's readers know: the score for Black.
    if (move.score) {
      const usi::Score score =
          position.side_to_move() == shogi::Color::kBlack ? *move.score : usi::negated(*move.score);
      constexpr int kMateScore = 100'000;
      const auto* cp = std::get_if<usi::Centipawns>(&score.value);
      const bool winning = cp == nullptr && std::get<usi::Mate>(score.value).winning;
      text += "'** " +
              std::to_string(cp != nullptr ? cp->value
                             : winning     ? kMateScore
                                           : -kMateScore) +
              "\n";
    }
    if (!move.from_opening) text += "'" + std::to_string(move.took.count()) + " ms\n";
    text += note_lines(move.note, "'");
  });
  return text + std::string(end_words(game).csa) + "\n'" + ending_text(game) + "\n";
}

std::string to_line(const GameRecord& game, const GameNames& names) {
  const auto board = final_board(game);
  if (!board) return "# " + board.error().message;
  std::string line = (*board)->line();
  constexpr std::string_view kWord = "position ";
  if (std::string_view(line).starts_with(kWord)) line.erase(0, kWord.size());
  return line + " # " + ending_text(game) + ", " + base::printable(names.black) + " - " +
         base::printable(names.white);
}

}  // namespace gougi::match
