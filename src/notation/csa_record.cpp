// SPDX-License-Identifier: MIT
#include "notation/csa_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/csa.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/record_builder.hpp"
#include "notation/thought.hpp"
#include "notation/time_limit.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Color;

struct CsaEnd {
  std::string_view word;
  End end;
};
constexpr std::array kCsaEnds{CsaEnd{"TORYO", End::kResigned},
                              CsaEnd{"TSUMI", End::kMated},
                              CsaEnd{"TIME_UP", End::kTimeUp},
                              CsaEnd{"ILLEGAL_MOVE", End::kIllegalMove},
                              CsaEnd{"+ILLEGAL_ACTION", End::kBlackFoul},
                              CsaEnd{"-ILLEGAL_ACTION", End::kWhiteFoul},
                              CsaEnd{"KACHI", End::kDeclared},
                              CsaEnd{"SENNICHITE", End::kRepetition},
                              CsaEnd{"JISHOGI", End::kImpasse},
                              CsaEnd{"MAX_MOVES", End::kMaxMoves},
                              CsaEnd{"HIKIWAKE", End::kDraw},
                              CsaEnd{"CHUDAN", End::kInterrupted},
                              CsaEnd{"FUZUMI", End::kNoMate},
                              CsaEnd{"ERROR", End::kError}};

struct CsaHeader {
  std::string_view word;
  std::string_view key;
};
constexpr std::array kCsaHeaders{
    CsaHeader{"EVENT", "棋戦"},          CsaHeader{"SITE", "場所"},
    CsaHeader{"START_TIME", "開始日時"}, CsaHeader{"END_TIME", "終了日時"},
    CsaHeader{"TIME_LIMIT", "持ち時間"}, CsaHeader{"TIME", "持ち時間"},
    CsaHeader{"TIME+", "先手持ち時間"},  CsaHeader{"TIME-", "後手持ち時間"},
    CsaHeader{"OPENING", "戦型"},        CsaHeader{"MAX_MOVES", "最大手数"},
    CsaHeader{"JISHOGI", "持将棋"},      CsaHeader{"NOTE", "備考"}};

// What stands for a mate in Floodgate's comments, and what this program writes for one.
constexpr int kMateScore = 100'000;

// By such lines a record is known for one, even where no move follows.
bool is_csa_header(std::string_view line) {
  constexpr std::array<std::string_view, 8> kWords{"V1", "V2", "V3", "N+", "N-", "PI", "P1", "$"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.starts_with(word); });
}

// "12", "12.5", of a T line.
std::optional<base::Milliseconds> csa_time(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const auto seconds = base::to_int(text.substr(0, point));
  if (!seconds || *seconds < 0 || *seconds > kMostRecordTime.count() / 2000) return std::nullopt;
  std::string digits(text.substr(std::min(point + 1, text.size())));
  if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  digits.resize(3, '0');
  return base::Milliseconds(*seconds * 1000 + *base::to_int(digits));
}

// "39 -3334FU +2726FU #5000" as lines of a comment; nothing: it is something else.
std::optional<std::string> thought_of_floodgate(std::string_view text, shogi::Position position,
                                                bool has_mate) {
  const auto score = base::to_int(base::next_word(text));
  if (!score || std::abs(static_cast<double>(*score)) > 1e9) return std::nullopt;
  std::string lines;
  if (std::abs(*score) != kMateScore || !has_mate) {
    lines = std::string(kScoreWord) + std::to_string(*score) + "\n";
  }
  std::vector<shogi::Move> line;
  const shogi::Position begin = position;
  std::string_view nodes;
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (word.front() == '#' && base::to_int(word.substr(1)) && base::trim(text).empty()) {
      nodes = word.substr(1);
      break;
    }
    const auto move = parse_csa_move(position, word);
    if (!move || !position.is_legal(*move)) return std::nullopt;
    line.emplace_back(*move);
    shogi::Undo undo;
    position.do_move(*move, undo);
  }
  if (!line.empty()) lines.append(kLineWord).append(moves_text(begin, line)).append("\n");
  if (!nodes.empty()) lines.append(kNodesWord).append(nodes).append("\n");
  return lines;
}

class CsaReader {
 public:
  CsaReader(Faulty faulty, bool skips) : faulty_(faulty), skips_(skips), builder_(faulty) {}

  base::Result<std::vector<Record>> read(std::string_view text) {
    auto taken = for_each_record_line(
        text, [this](std::string_view line) { return take_or_skip(line); }, line_);
    if (!taken) return tl::unexpected(taken.error());
    if (auto closed = close(); !closed) {
      base::Error error{at_record_line(line_, closed.error().message)};
      if (!skips_) return tl::unexpected(std::move(error));
      skip(std::move(error));
    }
    if (skips_ && holds_rubbish() && place().game > 1) {
      skip({at_record_line(begins_at_, base::said(kNoGame))});
    }
    if (place().game == 2) {  // one game alone
      for (Record& record : records_) record.place.reset();
    } else {
      for (Skipped& each : skipped_) each.error.message += of_game(each.game);
    }
    if (records_.empty()) return base::fail(base::said(kNoGame));
    return std::move(records_);
  }

  struct Skipped {
    std::size_t game;
    base::Error error;
  };
  /// The games that are errors, if the reader skips them.
  const std::vector<Skipped>& skipped() const { return skipped_; }

 private:
  using Taken = RecordBuilder::Taken;

  Taken settle(Taken taken) {
    return builder_.settle(std::move(taken),
                           [this](const std::string& what) { return at_record_line(line_, what); });
  }

  // Of a game that is an error nothing more is taken, up to where the next one begins.
  Taken take_or_skip(std::string_view line) {
    const std::string_view word = base::trim(line);
    const bool ends_game = word == kBetween;
    if (is_skipping_ && !ends_game) return {};
    const bool is_remark = word.empty() || word.front() == '#' || word.front() == '\'';
    if (begins_at_ == 0 && !is_remark && !ends_game) begins_at_ = line_;
    if (ends_game && skips_ && !is_skipping_ && holds_rubbish()) {
      skip({at_record_line(begins_at_, base::said(kNoGame))});
      return {};
    }
    auto taken = std::exchange(is_skipping_, false) ? Taken() : settle(take(line));
    if (ends_game) begins_at_ = 0;
    if (taken || !skips_) return taken;
    skip(std::move(taken.error()));
    is_skipping_ = !ends_game;
    return {};
  }
  // Lines, and none of CSA.
  bool holds_rubbish() const { return builder_.is_empty() && !has_header_ && begins_at_ != 0; }
  // Of the game that is read.
  Record::Place place() const { return {records_.size() + skipped_.size() + 1, begins_at_}; }
  void skip(base::Error error) {
    skipped_.push_back({place().game, std::move(error)});
    begin_anew();
  }
  void begin_anew() {
    builder_ = RecordBuilder(faulty_);
    has_header_ = false;
    begins_at_ = 0;
  }

  Taken take(std::string_view whole) {
    const std::string_view line = base::trim(whole);
    if (line == kBetween) return close();
    if (is_csa_header(line)) has_header_ = true;
    if (line.empty() || line.front() == '#') return {};
    if (line.front() == '\'') return take_comment(whole.substr(whole.find('\'') + 1));
    if (line.front() == '$') return take_header(line.substr(1));
    if (line.starts_with("N+") || line.starts_with("N-")) {
      add_header(line[1] == '+' ? kBlackKey : kWhiteKey, line.substr(2));
      return {};
    }
    return take_statements(line);
  }

  // Between the games of one text.
  Taken close() {
    if (builder_.is_empty() && !has_header_) return {};
    auto record = builder_.finish();
    if (!record) return tl::unexpected(record.error());
    for (Record::Header& header : record->headers) {
      if (header.key == kBlackKey) header.key = record->side_word(Color::kBlack);
      if (header.key == kWhiteKey) header.key = record->side_word(Color::kWhite);
    }
    record->place = place();
    records_.push_back(std::move(*record));
    begin_anew();
    return {};
  }

  Taken take_comment(std::string_view text) {
    constexpr std::string_view kEncoding = "CSA encoding=";
    if (text.starts_with(kEncoding)) return {};
    if (builder_.time() && builder_.comment_so_far().empty()) {
      const auto exactly = parse_time_comment(text);
      if (exactly && *exactly / 1000 == *builder_.time() / 1000) {
        builder_.took(*exactly);
        return {};
      }
    }
    if (text.starts_with("** ")) {
      const bool has_mate = builder_.comment_so_far().find(kMateWord) != std::string_view::npos;
      if (auto lines = thought_of_floodgate(text.substr(3), builder_.position_now(), has_mate)) {
        std::string_view rest = *lines;
        while (!rest.empty()) {
          const std::size_t end = rest.find('\n');
          if (auto taken = builder_.comment(rest.substr(0, end)); !taken) return taken;
          rest.remove_prefix(end + 1);
        }
        return {};
      }
    }
    return builder_.comment(text.starts_with('*') ? text.substr(1) : text);
  }

  void add_header(std::string_view key, std::string_view value) {
    if (builder_.headers().size() < kMostRecordNodes) {
      builder_.headers().push_back({std::string(key), std::string(base::trim(value))});
    }
  }

  // "EVENT:…"; that it stands behind the moves happens, too.
  Taken take_header(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    const std::string_view word = line.substr(0, colon);
    const auto known = std::ranges::find(kCsaHeaders, word, &CsaHeader::word);
    add_header(known == kCsaHeaders.end() ? word : known->key, line.substr(colon + 1));
    return {};
  }

  // "+7776FU,T12"
  Taken take_statements(std::string_view line) {
    while (!line.empty()) {
      const std::size_t end = std::min(line.find(','), line.size());
      const auto word = base::trim(line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
      if (auto taken = settle(take_statement(word)); !taken) return taken;
    }
    return {};
  }

  Taken take_statement(std::string_view word) {
    if (builder_.is_left()) {
      if (word.starts_with('+') || word.starts_with('-')) builder_.pass_by_move();
      return {};
    }
    if (word.starts_with('%')) return take_end(word.substr(1));
    if (word.starts_with('T') && builder_.has_begun()) {
      if (const auto time = csa_time(word.substr(1))) builder_.took(*time);
      return {};
    }
    if (!builder_.has_begun()) {
      if (auto drawn = builder_.diagram().take_csa(word); !drawn) return drawn;
    }
    if (word.size() < 2 || (word.front() != '+' && word.front() != '-')) return {};
    if (auto ready = builder_.be_ready(); !ready) return ready;
    const auto move = parse_csa_move(builder_.game().position(), word);
    if (!move || !builder_.can_take(*move))
      return builder_.no_move(
          word, {base::say({"\"{0}\" is no legal move", "\"{0}\" は合法手ではありません"},
                           base::printable(word, 60))});
    return builder_.move(*move);
  }

  Taken take_end(std::string_view word) {
    if (auto ready = builder_.be_ready(); !ready) return ready;
    const auto end = csa_end(word);
    if (auto ended = builder_.end(end.value_or(End::kInterrupted)); !ended) return ended;
    return end ? Taken() : builder_.comment("%" + std::string(word));
  }

  static constexpr base::Text kNoGame{"holds neither a header line nor a move of CSA",
                                      "CSA の見出しも指し手もありません"};
  static constexpr std::string_view kBetween = "/";  // two games
  // Until the start is known, and so what the sides are called.
  static constexpr std::string_view kBlackKey = "+";
  static constexpr std::string_view kWhiteKey = "-";

  Faulty faulty_;
  bool skips_;
  RecordBuilder builder_;
  int line_ = 0;
  std::vector<Record> records_;
  std::vector<Skipped> skipped_;
  int begins_at_ = 0;  ///< the game's first line that is no remark; 0: none yet
  bool has_header_ = false;
  bool is_skipping_ = false;
};

// --- writing ------------------------------------------------------------------------------------

std::string csa_moves(shogi::Position position, const std::vector<BareMove>& moves) {
  std::string text;
  for (const BareMove m : moves) {
    text += " " + to_csa(position, m);
    shogi::Undo undo;
    position.do_move(m, undo);
  }
  return text;
}

// The lines of `comment`, of which those of an engine's score become one as Floodgate has it.
std::string csa_comment(std::string_view comment, const shogi::Position& after) {
  std::string text;
  std::string floodgate;
  const auto flush = [&] {
    if (!floodgate.empty()) text += std::exchange(floodgate, {}) + "\n";
  };
  bool has_line = false;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    const std::string line = one_line(comment.substr(0, end));
    comment.remove_prefix(std::min(end + 1, comment.size()));
    const std::string_view view = line;
    const auto behind = [&](std::string_view word) {
      return view.starts_with(word) ? std::optional(view.substr(word.size())) : std::nullopt;
    };
    if (const auto score = behind(kScoreWord); score && floodgate.empty() && base::to_int(*score)) {
      floodgate = "'** " + std::to_string(*base::to_int(*score));
      has_line = false;
      continue;
    }
    if (const auto mate = behind(kMateWord); mate && floodgate.empty()) {
      text += "'*" + line + "\n";
      floodgate =
          std::string("'** ") + (mate->starts_with("先手") ? "" : "-") + std::to_string(kMateScore);
      has_line = false;
      continue;
    }
    if (const auto moves = behind(kLineWord); moves && !floodgate.empty() && !has_line) {
      if (const auto parsed = parse_moves_text(after, *moves); parsed && !parsed->empty()) {
        floodgate += csa_moves(after, *parsed);
        has_line = true;
        continue;
      }
    }
    if (const auto nodes = behind(kNodesWord);
        nodes && !floodgate.empty() && base::to_int(*nodes)) {
      floodgate += " #" + std::to_string(*base::to_int(*nodes));
      flush();
      continue;
    }
    flush();
    text += "'*" + line + "\n";
  }
  flush();
  return text;
}

std::string_view csa_header_word(const Record::Header& header) {
  if (header.key == kTimeKey) return is_time_of_csa_v3(header.value) ? "TIME" : "TIME_LIMIT";
  const auto known = std::ranges::find(kCsaHeaders, header.key, &CsaHeader::key);
  return known == kCsaHeaders.end() ? std::string_view(header.key) : known->word;
}

bool needs_v3(const Record& record) {
  constexpr std::array<std::string_view, 6> kWords{"TIME",      "TIME+",   "TIME-",
                                                   "MAX_MOVES", "JISHOGI", "NOTE"};
  const RecordNode* const end = record.main_end();
  return (end != nullptr && end->end == End::kMaxMoves) ||
         std::ranges::any_of(record.headers, [&](const Record::Header& header) {
           return std::ranges::find(kWords, csa_header_word(header)) != kWords.end();
         });
}

// Digits from the front of `text`, at most `most` of them, and at least `least`.
std::optional<std::string> take_digits(std::string_view& text, std::size_t least,
                                       std::size_t most) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  if (size < least || size > most) return std::nullopt;
  std::string digits(text.substr(0, size));
  text.remove_prefix(size);
  return digits;
}

// "12:34:56" or "12:34" from the front of `text`; "", and nothing is taken: there is none.
std::string take_time_of_day(std::string_view& text) {
  std::string time;
  std::string_view rest = text;
  for (int part = 0; part < 3; ++part) {
    if (part > 0 && !rest.starts_with(':')) break;
    if (part > 0) rest.remove_prefix(1);
    const auto digits = take_digits(rest, 1, 2);
    if (!digits) return "";
    time += (part > 0 ? ":" : "") + *digits;
  }
  if (time.find(':') == std::string::npos) return "";
  text = rest;
  return time;
}

// "(土)", "(土曜日)" from the front of `text`, if it is there.
void take_day_of_week(std::string_view& text) {
  constexpr std::array<std::string_view, 7> kDays{"日", "月", "火", "水", "木", "金", "土"};
  for (const std::string_view day : kDays) {
    for (const char* const behind : {"", "曜", "曜日"}) {
      const std::string whole = "(" + std::string(day) + behind + ")";
      if (text.starts_with(whole)) return text.remove_prefix(whole.size());
    }
  }
}

// CSA's times are "2026/01/31 12:34:56" and nothing else; KIF may say the day of the week, some
// programs write "2026-01-31", and this one says that a time is UTC. Nothing: it is no whole date,
// or says more.
std::optional<std::string> csa_date(std::string_view text) {
  text = base::trim(text);
  const auto year = take_digits(text, 4, 4);
  if (!year || text.empty() || (text.front() != '/' && text.front() != '-')) return std::nullopt;
  const char sign = text.front();
  std::string date = *year;
  for (int part = 0; part < 2; ++part) {  // the month, the day
    if (!text.starts_with(sign)) return std::nullopt;
    text.remove_prefix(1);
    const auto digits = take_digits(text, 1, 2);
    if (!digits) return std::nullopt;
    date += "/" + *digits;
  }
  text = base::trim(text);
  take_day_of_week(text);
  text = base::trim(text);
  const std::string time = take_time_of_day(text);
  text = base::trim(text);
  if (!text.empty() && (time.empty() || text != "UTC")) return std::nullopt;
  return time.empty() ? date : date + " " + time;
}

bool is_date(const Record::Header& header) {
  return header.key == "開始日時" || header.key == "終了日時";
}

std::string csa_header_value(const Record::Header& header) {
  std::string value = one_line(header.value);
  if (header.key == kTimeKey) return csa_time_limit(value).value_or(value);
  return is_date(header) ? csa_date(value).value_or("") : value;
}

bool is_player_or_start(std::string_view key) {
  constexpr std::array<std::string_view, 5> kKeys{"手合割", "先手", "後手", "下手", "上手"};
  return std::ranges::find(kKeys, key) != kKeys.end();
}

// What a reader would take for something else is no header there, and neither is a date that CSA
// cannot say.
bool is_writable_header(const Record::Header& header) {
  const std::string key = one_line(header.key);
  const std::string value = one_line(header.value);
  if (is_date(header) && !base::trim(value).empty() && !csa_date(value)) return false;
  return !key.empty() && key.find(':') == std::string::npos && base::trim(key) == key &&
         std::ranges::find(kCsaHeaders, key, &CsaHeader::word) == kCsaHeaders.end();
}

std::string csa_headers(const Record& record) {
  std::string text;
  for (const Color side : shogi::kColors) {
    const std::string name = record.player(side);
    if (!name.empty()) {
      text += std::string("N") + (side == Color::kBlack ? "+" : "-") + one_line(name) + "\n";
    }
  }
  for (const Record::Header& header : record.headers) {
    if (is_player_or_start(header.key) || !is_writable_header(header)) continue;
    text += "$" + one_line(csa_header_word(header)) + ":" + csa_header_value(header) + "\n";
  }
  return text;
}

std::string csa_start_comments(const Record& record) {
  std::string text;
  if (!record.start().plain()) text += "'" + freeze_start_comment(record.start()) + "\n";
  for (const Record::Header& header : record.headers) {
    if (is_player_or_start(header.key) || is_writable_header(header)) continue;
    text += "'*" + header_comment(one_line(header.key) + "：" + one_line(header.value)) + "\n";
  }
  return text + csa_comment(record.node(0).comment, record.start().position());
}

std::string csa_time_lines(base::Milliseconds time, bool is_v3) {
  const auto seconds = std::to_string(time.count() / 1000);
  const auto rest = time.count() % 1000;
  if (rest == 0) return "T" + seconds + "\n";
  if (!is_v3) return "T" + seconds + "\n'" + time_comment(time) + "\n";
  std::string digits = std::to_string(1000 + rest).substr(1);
  digits.resize(digits.find_last_not_of('0') + 1);
  return "T" + seconds + "." + digits + "\n";
}

}  // namespace

base::Result<std::vector<Record>> read_csa(std::string_view text, Faulty faulty,
                                           const SkipGame& skip) {
  CsaReader reader(faulty, skip != nullptr);
  auto records = reader.read(text);
  const auto& skipped = reader.skipped();
  if (records || skipped.empty()) {
    for (const auto& each : skipped) skip(each.error);
    return records;
  }
  // Where no game is left the last of them says why.
  for (std::size_t i = 0; i + 1 < skipped.size(); ++i) skip(skipped[i].error);
  return tl::unexpected(skipped.back().error);
}

std::string write_csa(const Record& record) {
  const bool is_v3 = needs_v3(record);
  std::string text = std::string("'CSA encoding=UTF-8\n") + (is_v3 ? "V3.0\n" : "V2.2\n") +
                     csa_headers(record) + csa_position(record.start().position()) +
                     csa_start_comments(record);
  RecordWalk walk(record);
  while (const auto step = walk.next()) {
    if (step->begins_variation) break;  // the game has come first
    const RecordNode& node = step->node;
    shogi::Position after = step->game.position();
    text += node.move ? to_csa(after, node.move.bare) : "%" + std::string(csa_end_word(node.end));
    text += "\n";
    if (node.took) text += csa_time_lines(*node.took, is_v3);
    if (node.move.freezes()) text += "'" + freeze_comment(node.move.freeze) + "\n";
    shogi::Undo undo;
    if (node.move) after.do_move(node.move.bare, undo);
    text += csa_comment(node.comment, after);
  }
  return text;
}

std::string_view csa_end_word(End end) {
  if (end == End::kNone) return "";
  const auto found = std::ranges::find(kCsaEnds, end, &CsaEnd::end);
  return found == kCsaEnds.end() ? "CHUDAN" : found->word;
}

std::optional<End> csa_end(std::string_view word) {
  const auto found = std::ranges::find(kCsaEnds, word, &CsaEnd::word);
  return found == kCsaEnds.end() ? std::nullopt : std::optional(found->end);
}

}  // namespace gougi::notation
