// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/csa.hpp"
#include "notation/csa_record.hpp"
#include "notation/japanese.hpp"
#include "notation/jkf.hpp"
#include "notation/jkf_words.hpp"
#include "notation/record_builder.hpp"

namespace gougi::notation {
namespace {

using Json = nlohmann::ordered_json;
using shogi::BareMove;
using shogi::Color;
using shogi::Square;
using Taken = RecordBuilder::Taken;

// What nests deeper, or has more keys, is no record, and would cost more than it is worth.
constexpr std::size_t kMostDepth = 2000;
constexpr std::size_t kMostKeys = 1000;

struct ShapeFault {
  int line = 1;
  std::string words;
};

// Nothing: it is well.
std::optional<ShapeFault> shape_fault(std::string_view text) {
  std::vector<std::size_t> keys;  // of each open list or object
  bool is_in_string = false;
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
      continue;
    }
    if (c == '"') is_in_string = true;
    if (c == '{' || c == '[') keys.push_back(0);
    if ((c == '}' || c == ']') && !keys.empty()) keys.pop_back();
    if (c == ':' && !keys.empty()) ++keys.back();
    const bool is_wide = !keys.empty() && keys.back() > kMostKeys;
    if (keys.size() > kMostDepth || is_wide) {
      return ShapeFault{
          line, is_wide ? base::say({"an object with more than {0} keys",
                                     "オブジェクトのキーが{0}個を超えています"},
                                    kMostKeys)
                        : base::say({"nests more than {0} deep", "入れ子が{0}段を超えています"},
                                    kMostDepth)};
    }
  }
  return std::nullopt;
}

// Where a text stops being JSON.
struct FaultFinder final : nlohmann::json_sax<Json> {
  std::size_t at = 0;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    at = position;
    return false;
  }
};

std::string json_fault(std::string_view text) {
  FaultFinder finder;
  Json::sax_parse(text, &finder);
  const std::string_view before = text.substr(0, std::min(finder.at, text.size()));
  return base::say({"record line {0}: is no JSON from there on",
                    "棋譜の {0}行目: ここから先は JSON ではありません"},
                   1 + std::ranges::count(before, '\n'));
}

// Null and missing are the same.
const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::int64_t> whole(const Json* value, std::int64_t least, std::int64_t most) {
  if (value == nullptr || !value->is_number_integer()) return std::nullopt;
  if (value->is_number_unsigned() &&
      value->get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
    return std::nullopt;
  }
  const auto number = value->get<std::int64_t>();
  return number < least || number > most ? std::nullopt : std::optional(number);
}

std::string text_of(const Json* value) {
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<Square> square_of(const Json* place) {
  if (place == nullptr) return std::nullopt;
  const auto x = whole(member(*place, "x"), 1, 9);
  const auto y = whole(member(*place, "y"), 1, 9);
  if (!x || !y) return std::nullopt;
  return Square::of(static_cast<int>(*x), static_cast<int>(*y));
}

// "7776FU", of a move that may not be one.
std::string brief(const Json& move) {
  const auto digits = [&move](const char* key) {
    const auto square = square_of(member(move, key));
    return square ? std::to_string(10 * square->file() + square->rank()) : std::string("00");
  };
  return digits("from") + digits("to") + text_of(member(move, "piece"));
}

class JkfReader {
 public:
  explicit JkfReader(Faulty faulty) : builder_(faulty) {}

  base::Result<Record> read(const Json& jkf) {
    const Json* const moves = member(jkf, "moves");
    if (!jkf.is_object() || moves == nullptr || !moves->is_array()) {
      return base::fail(base::say({"holds no list of moves, so it is no JKF",
                                   "指し手の配列がないので JKF ではありません"}));
    }
    take_headers(jkf);
    if (auto started = take_start(jkf); !started) return tl::unexpected(started.error());
    open_.push_back({moves, 0, "moves"});
    while (!open_.empty()) {
      const Line line = std::move(open_.back());
      open_.pop_back();
      if (auto taken = take_line(line); !taken) return tl::unexpected(taken.error());
    }
    auto record = builder_.finish();
    if (!record) return base::fail(place_ + ": " + record.error().message);
    return record;
  }

 private:
  struct Line {
    const Json* moves = nullptr;
    std::int64_t ply = 0;  ///< of its first move; 0: it is the game
    std::string place;
  };

  void take_headers(const Json& jkf) {
    const Json* const header = member(jkf, "header");
    if (header == nullptr || !header->is_object()) return;
    for (const auto& [key, value] : header->items()) {
      if (value.is_string()) builder_.headers().push_back({key, value.get<std::string>()});
    }
  }

  Taken take_start(const Json& jkf) {
    const Json* const initial = member(jkf, "initial");
    if (initial == nullptr) return take_start_of_header();
    const std::string word = text_of(member(*initial, "preset"));
    if (word == kJkfOther) return take_drawn(member(*initial, "data"));
    const auto preset = std::ranges::find(kJkfPresets, word, &JkfPreset::word);
    if (preset == kJkfPresets.end()) {
      return base::fail(
          base::say({"initial.preset: \"{0}\" is unknown", "initial.preset: \"{0}\" は使えません"},
                    base::printable(word, 60)));
    }
    builder_.start_from(*handicap(preset->name));
    return {};
  }

  // Some leave it at the header.
  Taken take_start_of_header() {
    const auto header =
        std::ranges::find(builder_.headers(), kHandicapHeader, &Record::Header::key);
    if (header == builder_.headers().end()) return {};
    if (is_drawn_start(header->value))
      return base::fail(base::say({"initial.data is missing, where the header 手合割 says {0}",
                                   "見出しの手合割が {0} なのに initial.data がありません"},
                                  base::printable(header->value, 60)));
    if (const auto start = handicap(header->value)) builder_.start_from(*start);
    return {};
  }

  Taken take_drawn(const Json* data) {
    if (data == nullptr)
      return base::fail(base::say({"initial.data is missing", "initial.data がありません"}));
    shogi::Setup setup;
    const auto color = whole(member(*data, "color"), 0, 1);
    if (!color)
      return base::fail(base::say({"initial.data.color is neither 0 nor 1",
                                   "initial.data.color が 0 でも 1 でもありません"}));
    setup.side_to_move = *color == 0 ? Color::kBlack : Color::kWhite;
    if (auto placed = take_board(member(*data, "board"), setup); !placed) return placed;
    if (auto placed = take_hands(member(*data, "hands"), setup); !placed) return placed;
    const auto start = shogi::Position::from(setup);
    if (!start) return base::fail("initial.data: " + start.error().message);
    builder_.start_from(*start);
    return {};
  }

  static Taken take_board(const Json* board, shogi::Setup& setup) {
    if (board == nullptr || !board->is_array() || board->size() != 9) {
      return base::fail(base::say(
          {"initial.data.board has no nine files", "initial.data.board が9筋ではありません"}));
    }
    for (int file = 1; file <= 9; ++file) {
      const Json& column = (*board)[static_cast<std::size_t>(file - 1)];
      const std::string place = "initial.data.board[" + std::to_string(file - 1) + "]";
      if (!column.is_array() || column.size() != 9)
        return base::fail(base::say({"{0} has no nine ranks", "{0} が9段ではありません"}, place));
      for (int rank = 1; rank <= 9; ++rank) {
        const Json& square = column[static_cast<std::size_t>(rank - 1)];
        const Json* const kind = member(square, "kind");
        if (kind == nullptr) continue;
        const auto type = csa_piece_type(text_of(kind));
        const auto color = whole(member(square, "color"), 0, 1);
        if (!type || !color) {
          return base::fail(
              base::say({"{0}[{1}] is no piece", "{0}[{1}] は駒ではありません"}, place, rank - 1));
        }
        setup.board[static_cast<std::size_t>(Square::of(file, rank).index())] =
            shogi::Piece(*color == 0 ? Color::kBlack : Color::kWhite, *type);
      }
    }
    return {};
  }

  static Taken take_hands(const Json* hands, shogi::Setup& setup) {
    if (hands == nullptr) return {};
    if (!hands->is_array() || hands->size() != 2) {
      return base::fail(
          base::say({"initial.data.hands are not two", "initial.data.hands が2つではありません"}));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const Json& hand = (*hands)[side];
      if (!hand.is_object()) continue;
      for (const auto& [kind, value] : hand.items()) {
        const auto count = whole(&value, 0, 18);
        const auto type = csa_piece_type(kind);
        if (count == 0) continue;
        const bool is_big = type == shogi::PieceType::kBishop || type == shogi::PieceType::kRook;
        const int most = type == shogi::PieceType::kPawn ? 18 : is_big ? 2 : 4;
        if (!type || !count || shogi::index(*type) > shogi::index(shogi::PieceType::kGold) ||
            *count > most) {
          return base::fail(base::say({"initial.data.hands[{0}]: {1} is nothing in hand",
                                       "initial.data.hands[{0}]: {1} は持ち駒ではありません"},
                                      side, base::printable(kind, 20)));
        }
        for (int i = 0; i < *count; ++i) setup.hands[side].add(*type);
      }
    }
    return {};
  }

  // Its variations are taken when it is through, the last one first, so that the way back is known.
  Taken take_line(const Line& line) {
    place_ = line.place;
    if (!line.moves->is_array())
      return base::fail(
          base::say({"{0}: is no list of moves", "{0}: 指し手の配列ではありません"}, place_));
    const auto at_place = [this](const std::string& what) { return place_ + ": " + what; };
    if (line.ply > 0) {
      auto back = builder_.settle(builder_.go_back(line.ply), at_place);
      if (!back || builder_.is_left()) return back;
    }
    std::size_t number = 0;
    for (const Json& entry : *line.moves) {
      place_ = line.place + "[" + std::to_string(number++) + "]";
      if (auto taken = builder_.settle(take_entry(entry), at_place); !taken) return taken;
    }
    return {};
  }

  Taken take_entry(const Json& entry) {
    if (entry.is_null()) return {};  // as one that says nothing
    if (!entry.is_object())
      return base::fail(base::say({"is no object", "オブジェクトではありません"}));
    const Json* const move = member(entry, "move");
    const Json* const special = member(entry, "special");
    if (builder_.is_left()) {
      if (move != nullptr) builder_.pass_by_move();
      return {};
    }
    if (move != nullptr || special != nullptr) {
      if (auto ready = builder_.be_ready(); !ready) return ready;
    }
    if (const Json* const forks = member(entry, "forks")) {
      if (!forks->is_array())
        return base::fail(base::say({"its forks are no list", "forks が配列ではありません"}));
      if (auto ready = builder_.be_ready(); !ready) return ready;
      const auto ply = static_cast<std::int64_t>(builder_.game().moves().size()) + 1;
      for (std::size_t i = forks->size(); i > 0; --i) {
        open_.push_back({&(*forks)[i - 1], ply, place_ + ".forks[" + std::to_string(i - 1) + "]"});
      }
    }
    if (move != nullptr) {
      const auto found = find_move(*move);
      if (!found) return builder_.no_move(brief(*move), found.error());
      if (auto taken = builder_.move(*found); !taken) return taken;
    }
    if (special != nullptr) {
      const std::string word = text_of(special);
      const auto end = csa_end(word);
      if (move != nullptr) {
        if (auto ready = builder_.be_ready(); !ready) return ready;
      }
      if (auto ended = builder_.end(end.value_or(End::kInterrupted)); !ended) return ended;
      if (!end) {
        if (auto said = take_comment_lines(word); !said) return said;
      }
    }
    take_time(entry);
    return take_comments(entry);
  }

  void take_time(const Json& entry) {
    const Json* const time = member(entry, "time");
    const Json* const now = time == nullptr ? nullptr : member(*time, "now");
    if (now == nullptr) return;
    constexpr std::int64_t kMost = kMostRecordTime.count() / 1000 / 3600 / 3;
    const auto hours = whole(member(*now, "h"), 0, kMost).value_or(0);
    const auto minutes = whole(member(*now, "m"), 0, kMost * 60);
    const auto seconds = whole(member(*now, "s"), 0, kMost * 3600);
    if (!minutes || !seconds) return;
    builder_.took(base::Milliseconds(((hours * 60 + *minutes) * 60 + *seconds) * 1000));
  }

  Taken take_comments(const Json& entry) {
    const Json* const comments = member(entry, "comments");
    if (comments == nullptr) return {};
    if (!comments->is_array())
      return base::fail(base::say({"its comments are no list", "comments が配列ではありません"}));
    for (const Json& comment : *comments) {
      if (!comment.is_string())
        return base::fail(base::say({"a comment is no text", "コメントが文字列ではありません"}));
      if (auto taken = take_comment_lines(comment.get<std::string>()); !taken) return taken;
    }
    return {};
  }

  Taken take_comment_lines(std::string_view text) {
    for (;;) {
      const std::size_t end = text.find('\n');
      if (auto taken = builder_.comment(text.substr(0, end)); !taken) return taken;
      if (end == std::string_view::npos) return {};
      text.remove_prefix(end + 1);
    }
  }

  base::Result<BareMove> find_move(const Json& move) {
    const shogi::Position& position = builder_.game().position();
    const auto type = csa_piece_type(text_of(member(move, "piece")));
    auto to = square_of(member(move, "to"));
    const Json* const same = member(move, "same");
    if (!to && same != nullptr && *same == true && builder_.before()) to = builder_.before().to();
    if (!type || !to)
      return base::fail(base::say(
          {"the move lacks its piece or where it goes", "指し手に駒か移動先がありません"}));
    const Json* const promote = member(move, "promote");
    const bool promotes = promote != nullptr && *promote == true;
    const auto from = square_of(member(move, "from"));
    if (member(move, "from") != nullptr && !from)
      return base::fail(
          base::say({"the move begins on no square", "指し手の移動元が盤上のマスではありません"}));
    const std::string relative = text_of(member(move, "relative"));
    std::optional<BareMove> found;
    int fitting = 0;
    shogi::MoveList moves;
    builder_.generate(moves);
    for (const BareMove m : moves) {
      if (m.to() != *to || m.promotes() != promotes || moving_kind(position, m) != *type) continue;
      if (from ? m.is_drop() || m.from() != *from
               : !relative.empty() && is_told_apart(m, relative)) {
        continue;
      }
      if (m.is_drop()) return m;  // without an origin it is meant, whoever else could go
      found = m;
      ++fitting;
    }
    if (fitting > 1)
      return base::fail(
          base::say({"several moves could be meant", "当てはまる指し手が複数あります"}));
    if (!found) return base::fail(base::say({"no such move is legal", "合法手ではありません"}));
    return *found;
  }

  // Whether `move` is another one than the words say.
  bool is_told_apart(BareMove move, const std::string& relative) const {
    if (relative == "H") return !move.is_drop();
    return move.is_drop() || relative_letters(builder_.game().position(), move) != relative;
  }

  static constexpr std::string_view kHandicapHeader = "手合割";

  RecordBuilder builder_;
  std::vector<Line> open_;
  std::string place_ = "moves";
};

}  // namespace

std::optional<std::string> jkf_excess(std::string_view text) {
  if (text.size() > kMostJkfBytes) return base::say({"more than 32 MiB", "32 MiB を超えています"});
  const auto fault = shape_fault(text);
  return fault ? std::optional(fault->words) : std::nullopt;
}

base::Result<Record> read_jkf(std::string_view text, Faulty faulty) {
  if (text.size() > kMostJkfBytes) {
    return base::fail(base::say({"has more than 32 MiB, which no record in JKF has",
                                 "32 MiB を超えています。そのような JKF の棋譜はありません"}));
  }
  if (const auto fault = shape_fault(text)) {
    return base::fail(
        base::say({"record line {0}: {1}", "棋譜の {0}行目: {1}"}, fault->line, fault->words));
  }
  const Json jkf = Json::parse(text, nullptr, false);
  if (jkf.is_discarded()) return base::fail(json_fault(text));
  return JkfReader(faulty).read(jkf);
}

}  // namespace gougi::notation
