// SPDX-License-Identifier: MIT
#include "tools/record_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "notation/freeze_record.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

using match::Reason;
using notation::RecordFormat;

// What an ending says of the side to move; kUnsaid: nothing, unless a remark does.
enum class Mover { kLost, kWon, kDraws, kUnsaid };

struct EndingWord {
  std::string_view word;
  Reason reason;
  Mover mover;
};
constexpr std::array kEndingWords{
    EndingWord{"投了", Reason::kResignation, Mover::kLost},
    EndingWord{"詰み", Reason::kMate, Mover::kLost},
    EndingWord{"切れ負け", Reason::kTime, Mover::kLost},
    EndingWord{"反則負け", Reason::kIllegalMove, Mover::kLost},
    EndingWord{"反則勝ち", Reason::kPerpetualCheck, Mover::kWon},
    EndingWord{"入玉勝ち", Reason::kDeclaration, Mover::kWon},
    EndingWord{"千日手", Reason::kRepetition, Mover::kDraws},
    EndingWord{"持将棋", Reason::kAgreedDraw, Mover::kDraws},
    EndingWord{"中断", Reason::kCrash, Mover::kUnsaid},
    EndingWord{"%CHUDAN", Reason::kCrash, Mover::kUnsaid},
    EndingWord{"%+ILLEGAL_ACTION", Reason::kPerpetualCheck, Mover::kUnsaid},
    EndingWord{"%-ILLEGAL_ACTION", Reason::kPerpetualCheck, Mover::kUnsaid},
    EndingWord{"%TORYO", Reason::kResignation, Mover::kLost},
    EndingWord{"%TSUMI", Reason::kMate, Mover::kLost},
    EndingWord{"%TIME_UP", Reason::kTime, Mover::kLost},
    EndingWord{"%ILLEGAL_MOVE", Reason::kIllegalMove, Mover::kLost},
    EndingWord{"%KACHI", Reason::kDeclaration, Mover::kWon},
    EndingWord{"%SENNICHITE", Reason::kRepetition, Mover::kDraws},
    EndingWord{"%JISHOGI", Reason::kAgreedDraw, Mover::kDraws},
};

// What the lines of a record say beside its moves.
struct Sidelines {
  match::GameNames names;
  std::optional<EndingWord> ending;
  std::string remark;  ///< the last comment before the ending, or the first behind it
  bool is_behind = false;
};

// The text behind the first of the words that `line` begins with.
template <std::size_t N>
std::optional<std::string> name_in(std::string_view line,
                                   const std::array<std::string_view, N>& words) {
  for (const std::string_view word : words) {
    if (line.starts_with(word)) return std::string(base::trim(line.substr(word.size())));
  }
  return std::nullopt;
}

// "まで78手で後手の勝ち", with which KI2 ends. The words of draws stand behind the number, too.
std::optional<EndingWord> ki2_ending(std::string_view line) {
  if (!line.starts_with("まで")) return std::nullopt;
  for (const EndingWord& each : kEndingWords) {
    if (line.find(each.word) != std::string_view::npos) return each;
  }
  return line.find("の勝ち") == std::string_view::npos
             ? std::nullopt
             : std::optional(EndingWord{"", Reason::kResignation, Mover::kLost});
}

void take_line(std::string_view line, Sidelines& found) {
  constexpr std::array<std::string_view, 3> kBlack{"先手：", "下手：", "N+"};
  constexpr std::array<std::string_view, 3> kWhite{"後手：", "上手：", "N-"};
  if (auto name = name_in(line, kBlack)) found.names.black = std::move(*name);
  if (auto name = name_in(line, kWhite)) found.names.white = std::move(*name);
  if (line.size() > 1 && (line.front() == '*' || line.front() == '\'') && !found.is_behind) {
    found.remark = line.substr(1);  // "black, resignation": what gougi match writes there
    found.is_behind = found.ending.has_value();
  }
  if (found.ending || line.empty()) return;
  if (auto ending = ki2_ending(line)) {
    found.ending = ending;
    return;
  }
  std::string_view words = line;
  const auto first = base::next_word(words);
  const auto word = line.front() == '%' ? first : base::next_word(words);
  if (line.front() != '%' && !base::to_int(first)) return;
  for (const EndingWord& each : kEndingWords) {
    if (word == each.word) found.ending = each;
  }
}

// The lines of a record's main line, beside its moves.
Sidelines sidelines(std::string_view text) {
  Sidelines found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = base::trim(text.substr(0, end));
    if (line.starts_with("変化")) break;
    take_line(line, found);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::optional<match::Result> result_from(std::string_view word) {
  if (word == "black") return match::Result::kBlackWins;
  if (word == "white") return match::Result::kWhiteWins;
  return word == "draw" ? std::optional(match::Result::kDraw) : std::nullopt;
}

// "black, resignation" and perhaps more behind another comma, which is put into `rest`.
std::optional<match::Ending> ending_from_remark(std::string_view remark, std::string_view& rest) {
  const auto next = [&remark] {
    const std::size_t comma = std::min(remark.find(','), remark.size());
    const auto part = base::trim(remark.substr(0, comma));
    remark.remove_prefix(std::min(comma + 1, remark.size()));
    return part;
  };
  const auto result = result_from(next());
  const auto words = next();
  const auto reason = match::reason_from_text(base::trim(words.substr(0, words.find('('))));
  if (!result || !reason) return std::nullopt;
  rest = base::trim(remark);
  return match::Ending{*result, *reason, ""};
}

RecordedGame recorded(const shogi::Game& game) {
  RecordedGame result;
  result.game.start = game.start();
  result.game.freezes = game.freeze_start().state();
  for (const shogi::Move move : game.freeze_moves()) {
    match::MoveRecord& record = result.game.moves.emplace_back();
    record.move = move.move;
    record.freeze = move.freeze;
    record.from_opening = true;  // its time is not known
  }
  return result;
}

match::Ending ending_for(const EndingWord& word, shogi::Color mover) {
  if (word.mover == Mover::kDraws) return {match::Result::kDraw, word.reason, ""};
  return {match::win_of(word.mover == Mover::kWon ? mover : ~mover), word.reason, ""};
}

base::Result<RecordedGame> read_single_record(RecordFormat format, std::string_view text) {
  const auto game = notation::read_record(format, text);
  if (!game) return tl::unexpected(game.error());
  RecordedGame result = recorded(*game);
  Sidelines found = sidelines(text);
  result.names = std::move(found.names);
  std::string_view ignored;
  if (!found.ending) return result;
  if (const auto exactly = ending_from_remark(found.remark, ignored)) {
    result.game.ending = *exactly;
    result.ended = true;
  } else if (found.ending->mover != Mover::kUnsaid) {
    result.game.ending = ending_for(*found.ending, game->position().side_to_move());
    result.ended = true;
  }
  return result;
}

// "startpos moves 7g7f # black, resignation, A - B", as gougi match writes it.
base::Result<RecordedGame> read_usi(std::string_view line) {
  const std::size_t sign = std::min(line.find('#'), line.size());
  const auto words = base::trim(line.substr(0, sign));
  const bool whole = words.starts_with("position ");
  const bool has_start = whole || words.starts_with("startpos") || words.starts_with("sfen ");
  const auto command = usi::parse_command((whole       ? ""
                                           : has_start ? "position "
                                                       : "position startpos moves ") +
                                          std::string(words));
  if (!command) return tl::unexpected(command.error());
  const auto* position = std::get_if<usi::PositionCommand>(&*command);
  if (position == nullptr) return base::fail("no position");
  const auto game = usi::replay(*position);
  if (!game) return tl::unexpected(game.error());
  RecordedGame result = recorded(*game);
  std::string_view names;
  if (sign >= line.size()) return result;
  if (const auto ending = ending_from_remark(line.substr(sign + 1), names)) {
    result.game.ending = *ending;
    result.ended = true;
    const std::size_t dash = names.find(" - ");
    if (dash != std::string_view::npos) {
      result.names = {std::string(names.substr(0, dash)), std::string(names.substr(dash + 3))};
    }
  }
  return result;
}

base::Result<std::vector<RecordedGame>> read_usi_lines(
    std::string_view text, const std::function<void(const base::Error&)>& skip) {
  std::vector<RecordedGame> games;
  bool holds_lines = false;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = base::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    holds_lines = true;
    auto game = read_usi(line);
    if (game) {
      games.push_back(std::move(*game));
    } else {
      skip({"record line " + std::to_string(number) + ": " + game.error().message});
    }
  }
  if (!holds_lines) return base::fail("holds no game");
  return games;
}

}  // namespace

std::optional<std::string> record_format_of(std::string_view file_name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kEndings{
      {{".kif", "kif"},
       {".kifu", "kif"},
       {".ki2", "ki2"},
       {".ki2u", "ki2"},
       {".csa", "csa"},
       {".usi", "usi"},
       {".sfen", "usi"},
       {".txt", "usi"}}};
  for (const auto& [ending, format] : kEndings) {
    if (file_name.size() < ending.size()) continue;
    if (base::iequals(file_name.substr(file_name.size() - ending.size()), ending)) {
      return std::string(format);
    }
  }
  return std::nullopt;
}

base::Result<std::vector<RecordedGame>> read_games(
    std::string_view format, std::string_view text,
    const std::function<void(const base::Error&)>& skip) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (format == "usi") return read_usi_lines(text, skip);
  auto game = read_single_record(format == "kif"   ? RecordFormat::kKif
                                 : format == "ki2" ? RecordFormat::kKi2
                                                   : RecordFormat::kCsa,
                                 text);
  if (!game) return tl::unexpected(game.error());
  return std::vector<RecordedGame>{std::move(*game)};
}

}  // namespace gougi::tools
