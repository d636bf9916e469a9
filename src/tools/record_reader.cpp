// SPDX-License-Identifier: MIT
#include "tools/record_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/text_file.hpp"
#include "match/game_text.hpp"
#include "notation/record_text.hpp"
#include "usi/game_line.hpp"

namespace gougi::tools {
namespace {

using match::Reason;
using notation::End;

Reason reason_of(End end) {
  switch (end) {
    case End::kMated:
      return Reason::kMate;
    case End::kTimeUp:
      return Reason::kTime;
    case End::kIllegalMove:
    case End::kBlackFoul:  // of whatever kind
    case End::kWhiteFoul:
      return Reason::kIllegalMove;
    case End::kDeclared:
      return Reason::kDeclaration;
    case End::kRepetition:
      return Reason::kRepetition;
    case End::kMaxMoves:
      return Reason::kMaxPlies;
    case End::kImpasse:
    case End::kDraw:
      return Reason::kAgreedDraw;
    default:
      return Reason::kResignation;
  }
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
  const auto reason = game::reason_from_text(base::trim(words.substr(0, words.find('('))));
  if (!result || !reason) return std::nullopt;
  rest = base::trim(remark);
  return match::Ending{*result, *reason, ""};
}

// The last of the lines that says so.
std::optional<match::Ending> ending_in(std::string_view comment) {
  std::optional<match::Ending> found;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    std::string_view ignored;
    if (auto ending = ending_from_remark(comment.substr(0, end), ignored)) found = ending;
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return found;
}

// What the side to move says as the last word of a line.
End end_of(const usi::GameUntil& read) {
  if (!read.is_last) return End::kNone;
  if (read.wrong == "resign") return End::kResigned;
  return read.wrong == "win" ? End::kDeclared : End::kNone;
}

// "startpos moves 7g7f # black, resignation, A - B", as gougi match writes it, or
// "startpos moves 7g7f resign".
base::Result<notation::Record> read_usi(std::string_view line, notation::Faulty faulty) {
  const auto read = usi::read_game_until_wrong(line);
  if (!read) return tl::unexpected(read.error());
  const End end = end_of(*read);
  const bool is_whole = read->wrong.empty() || end != End::kNone;
  const bool is_illegal = read->is_last && read->is_move;
  const bool may_leave =
      faulty == notation::Faulty::kLeave ||
      (faulty == notation::Faulty::kLeaveIllegal && is_illegal && !read->game.moves().empty());
  if (!is_whole && (!may_leave || read->game.is_freeze_game())) return base::fail(read->why);
  const shogi::Game& game = read->game;
  std::string_view names;
  const std::size_t sign = line.find('#');
  const auto ending = sign == std::string_view::npos || !is_whole
                          ? std::nullopt
                          : ending_from_remark(line.substr(sign + 1), names);
  if (ending) {
    match::GameRecord played;
    played.start = game.freeze_start();
    played.ending = *ending;
    for (const shogi::Move move : game.moves()) {
      match::MoveRecord& record = played.moves.emplace_back();
      record.move = move;
      record.from_opening = true;  // its time is not known
    }
    const std::size_t dash = names.find(" - ");
    if (dash == std::string_view::npos) return match::to_record(played, {});
    return match::to_record(
        played, {std::string(names.substr(0, dash)), std::string(names.substr(dash + 3))});
  }
  notation::Record record(game.freeze_start());
  notation::NodeIndex at = 0;
  for (const shogi::Move move : game.moves()) at = record.add(at, move);
  if (is_whole) {
    if (end != End::kNone) record.node(record.add(at, shogi::Move())).end = end;
    return record;
  }
  record.left = notation::Record::Left{is_illegal, read->why};
  at = record.add(at, shogi::Move());
  record.node(at).end = is_illegal ? End::kIllegalMove : End::kError;
  if (read->is_move) record.node(at).comment = notation::illegal_move_comment(read->wrong);
  return record;
}

base::Result<std::vector<notation::Record>> read_usi_lines(
    std::string_view text, notation::Faulty faulty,
    const std::function<void(const base::Error&)>& skip) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<notation::Record> games;
  std::size_t count = 0;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (base::trim(line).empty() || base::trim(line).front() == '#') continue;
    ++count;
    auto game = read_usi(line, faulty);
    const auto at_line = [number](const std::string& what) {
      return base::say({"record line {0}: {1}", "棋譜の {0}行目: {1}"}, number, what);
    };
    if (game) {
      if (game->left) game->left->why = at_line(game->left->why);
      game->place = notation::Record::Place{count, number};
      games.push_back(std::move(*game));
    } else {
      skip({at_line(game.error().message) + notation::of_game(count)});
    }
  }
  if (count == 1 && games.size() == 1) games.front().place.reset();
  if (count == 0) return base::fail(base::say({"holds no game", "対局がありません"}));
  return games;
}

}  // namespace

std::optional<std::string> game_format_of(std::string_view file_name) {
  if (const auto format = notation::record_format_of(file_name)) {
    return std::string(to_text(*format));
  }
  for (const std::string_view ending : {".usi", ".sfen", ".txt"}) {
    if (file_name.size() < ending.size()) continue;
    if (base::iequals(file_name.substr(file_name.size() - ending.size()), ending)) return "usi";
  }
  return std::nullopt;
}

base::Result<std::vector<notation::Record>> read_games(
    std::string_view format, std::string_view text,
    const std::function<void(const base::Error&)>& skip, notation::Faulty faulty) {
  const auto known = notation::record_format_from_text(format);
  return known ? notation::read_records(*known, text, faulty, skip)
               : read_usi_lines(text, faulty, skip);
}

base::Result<std::vector<notation::Record>> read_game_file(
    const std::filesystem::path& file, std::string_view format,
    const std::function<void(const base::Error&)>& skip, notation::Faulty faulty) {
  const auto text = io::read_text(file);
  if (!text) return tl::unexpected(text.error());
  const std::string name = base::to_utf8(file) + ": ";
  auto games = read_games(
      format, *text, [&](const base::Error& error) { skip({name + error.message}); }, faulty);
  if (!games) return base::fail(name + games.error().message);
  return games;
}

std::optional<match::Ending> ending_of(const notation::Record& record) {
  const notation::RecordNode* const end = record.main_end();
  if (end == nullptr) return std::nullopt;
  if (auto said = ending_in(end->comment)) return said;
  // Before what KI2 ends with.
  if (auto said = ending_in(record.node(end->parent).comment)) return said;
  switch (outcome_of(end->end, record.main_line().position().side_to_move())) {
    case notation::Outcome::kNobody:
      return std::nullopt;
    case notation::Outcome::kBlackWins:
      return match::Ending{match::Result::kBlackWins, reason_of(end->end), ""};
    case notation::Outcome::kWhiteWins:
      return match::Ending{match::Result::kWhiteWins, reason_of(end->end), ""};
    case notation::Outcome::kDraw:
      break;
  }
  return match::Ending{match::Result::kDraw, reason_of(end->end), ""};
}

}  // namespace gougi::tools
