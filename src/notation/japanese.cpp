// SPDX-License-Identifier: MIT
#include "notation/japanese.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Color;
using shogi::Piece;
using shogi::PieceType;
using shogi::Position;
using shogi::Square;

constexpr std::array<std::string_view, 9> kFiles{"１", "２", "３", "４", "５",
                                                 "６", "７", "８", "９"};
constexpr std::array<std::string_view, 9> kRanks{"一", "二", "三", "四", "五",
                                                 "六", "七", "八", "九"};
constexpr std::string_view kSame = "同";
constexpr std::string_view kWideBlank = "　";
constexpr std::string_view kPromotes = "成";
constexpr std::string_view kStays = "不成";
constexpr std::string_view kDrops = "打";

// By PieceType.
constexpr std::array<std::string_view, shogi::kPieceTypeCount> kNames{
    "", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"};

struct Alias {
  std::string_view name;
  PieceType type;
};
// Other spellings that readers accept.
constexpr std::array kAliases{
    Alias{"王", PieceType::kKing},      Alias{"竜", PieceType::kDragon},
    Alias{"杏", PieceType::kProLance},  Alias{"圭", PieceType::kProKnight},
    Alias{"全", PieceType::kProSilver}, Alias{"仝", PieceType::kProSilver},
    Alias{"成歩", PieceType::kProPawn},
};

std::string square_text(Square s) {
  std::string out(kFiles[static_cast<std::size_t>(s.file() - 1)]);
  out += kRanks[static_cast<std::size_t>(s.rank() - 1)];
  return out;
}

std::string_view name_of(PieceType t) { return kNames[static_cast<std::size_t>(index(t))]; }

PieceType moving_type(const Position& position, BareMove move) {
  return move.is_drop() ? move.dropped() : position.piece_at(move.from()).type();
}

// --- reading ----------------------------------------------------------------------------------

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes a number 1 to 9 in any of its spellings; 0 if there is none.
int take_number(std::string_view& text) {
  if (!text.empty() && text.front() >= '1' && text.front() <= '9') {
    const int number = text.front() - '0';
    text.remove_prefix(1);
    return number;
  }
  for (std::size_t i = 0; i < 9; ++i) {
    if (take(text, kFiles[i]) || take(text, kRanks[i])) return static_cast<int>(i) + 1;
  }
  return 0;
}

void skip_blanks(std::string_view& text) {
  while (take(text, " ") || take(text, kWideBlank)) {
  }
}

PieceType take_piece(std::string_view& text) {
  for (const Alias& alias : kAliases) {
    if (take(text, alias.name)) return alias.type;
  }
  // Longest names come first: 成香 begins with no other name, but 成 alone is no piece.
  for (int t = shogi::kPieceTypeCount - 1; t > 0; --t) {
    if (take(text, kNames[static_cast<std::size_t>(t)])) return static_cast<PieceType>(t);
  }
  return PieceType::kNone;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  out += base::printable(text, 60);
  out += '"';
  return out;
}

tl::unexpected<base::Error> error(std::string_view text, const std::string& what) {
  return base::fail(
      base::say({"kif move {0}: {1}", "KIF の指し手 {0}: {1}"}, in_quotes(text), what));
}

// The parts of "７六歩成(77)".
struct Words {
  Square to;
  PieceType type = PieceType::kNone;
  bool promotes = false;
  bool drops = false;
  Square from;  // kNoSquare if not given
};

base::Result<Words> read_words(std::string_view text, BareMove previous) {
  const std::string_view whole = text;
  Words words;
  if (!take(text, "☗") && !take(text, "▲")) {
    if (!take(text, "☖")) take(text, "△");
  }
  if (take(text, kSame)) {
    if (previous.is_none())
      return error(whole,
                   base::say({"同 without a move before it", "「同」の前に指し手がありません"}));
    words.to = previous.to();
  } else {
    const int file = take_number(text);
    const int rank = file == 0 ? 0 : take_number(text);
    if (rank == 0)
      return error(whole, base::say({"it does not begin with a square or 同",
                                     "マスでも「同」でも始まっていません"}));
    words.to = Square::of(file, rank);
  }
  skip_blanks(text);
  words.type = take_piece(text);
  if (words.type == PieceType::kNone)
    return error(whole, base::say({"no piece after the square", "マスの後に駒がありません"}));
  if (!take(text, kStays)) words.promotes = take(text, kPromotes);
  words.drops = take(text, kDrops);
  if (take(text, "(")) {
    const int file = take_number(text);
    const int rank = file == 0 ? 0 : take_number(text);
    if (rank == 0 || !take(text, ")"))
      return error(whole, base::say({"the origin is not like (77)",
                                     "移動元が (77) のような形ではありません"}));
    words.from = Square::of(file, rank);
  }
  if (!base::trim(text).empty())
    return error(whole, base::say({"unexpected {0}", "余分な {0} があります"}, in_quotes(text)));
  if (words.drops && (words.promotes || words.from.valid())) {
    return error(whole, base::say({"a drop has no origin and does not promote",
                                   "打つ手には移動元も「成」も付きません"}));
  }
  return words;
}

// Without an origin: the one legal move that fits. A drop is meant only where no piece can go.
base::Result<BareMove> find_move(const Position& position, std::string_view text,
                                 const Words& words) {
  shogi::MoveList legal;
  generate_legal(position, legal);
  BareMove found;
  int fitting = 0;
  for (const BareMove m : legal) {
    if (m.is_drop() || m.to() != words.to || m.promotes() != words.promotes) continue;
    if (moving_type(position, m) != words.type) continue;
    found = m;
    ++fitting;
  }
  if (fitting == 1) return found;
  if (fitting > 1)
    return error(text,
                 base::say({"several pieces could move so", "そのように動ける駒が複数あります"}));
  if (index(words.type) <= index(PieceType::kGold) && !words.promotes) {
    const BareMove drop = BareMove::drop(words.type, words.to);
    if (position.is_legal(drop)) return drop;
  }
  return error(text, base::say({"no piece can move so", "そのように動ける駒がありません"}));
}

// --- KI2 --------------------------------------------------------------------------------------

enum class Direction { kUp, kSideways, kDown };

// How `c` sees a move between ranks.
Direction direction(Color c, Square from, Square to) {
  const int ahead = c == Color::kBlack ? from.rank() - to.rank() : to.rank() - from.rank();
  return ahead > 0 ? Direction::kUp : ahead < 0 ? Direction::kDown : Direction::kSideways;
}

std::string_view word(Direction d) {
  switch (d) {
    case Direction::kUp:
      return "上";
    case Direction::kSideways:
      return "寄";
    case Direction::kDown:
      break;
  }
  return "引";
}

// How far left `c` sees the square: larger is further left.
int leftness(Color c, Square s) { return c == Color::kBlack ? s.file() : -s.file(); }

// The other squares from which a piece of the same kind goes to the same place, pins and checks
// aside: whoever reads a record may not look at these.
std::vector<Square> rivals_on_board(const Position& position, BareMove move) {
  const PieceType type = moving_type(position, move);
  std::vector<Square> squares;
  position.attackers_to(position.side_to_move(), move.to(), position.occupied())
      .for_each([&](Square from) {
        const bool is_other = move.is_drop() || from != move.from();
        if (is_other && position.piece_at(from).type() == type) squares.push_back(from);
      });
  return squares;
}

// Those from which it could legally go there.
std::vector<Square> rivals(const Position& position, BareMove move) {
  shogi::MoveList legal;
  generate_legal(position, legal);
  const PieceType type = moving_type(position, move);
  std::vector<Square> squares;
  for (const BareMove m : legal) {
    if (m.is_drop() || m.to() != move.to() || moving_type(position, m) != type) continue;
    if (!move.is_drop() && m.from() == move.from()) continue;
    const bool known = std::find(squares.begin(), squares.end(), m.from()) != squares.end();
    if (!known) squares.push_back(m.from());
  }
  return squares;
}

// The shortest words that tell `move` from its rivals, by the rules of the Japan Shogi Association:
// the direction if that is enough, else the side, else both; 直 for what goes straight up beside
// others, but not for bishop, rook, horse and dragon.
std::string distinction(const Position& position, BareMove move) {
  const std::vector<Square> others = rivals_on_board(position, move);
  if (others.empty()) return {};
  const Color c = position.side_to_move();
  const Square from = move.from();
  const PieceType type = moving_type(position, move);
  const Direction way = direction(c, from, move.to());
  bool same_way = false;
  bool leftmost = true;
  bool rightmost = true;
  int left_of = 0;
  int right_of = 0;
  for (const Square other : others) {
    same_way = same_way || direction(c, other, move.to()) == way;
    const int difference = leftness(c, from) - leftness(c, other);
    leftmost = leftmost && difference > 0;
    rightmost = rightmost && difference < 0;
    left_of += difference > 0 ? 1 : 0;
    right_of += difference < 0 ? 1 : 0;
  }
  if (!same_way) return std::string(word(way));
  const bool major = type == PieceType::kBishop || type == PieceType::kRook ||
                     type == PieceType::kHorse || type == PieceType::kDragon;
  if (!major && way == Direction::kUp && from.file() == move.to().file()) return "直";
  if (leftmost) return "左";
  if (rightmost) return "右";
  std::string both = left_of > right_of ? "左" : "右";
  both += word(way);
  return both;
}

constexpr std::string_view kBlackMark = "☗";
constexpr std::string_view kWhiteMark = "☖";

// "☗７六歩": all but what tells the move from others.
std::string ki2_stem(const Position& position, BareMove move, BareMove previous) {
  std::string out(position.side_to_move() == Color::kBlack ? kBlackMark : kWhiteMark);
  if (!previous.is_none() && previous.to() == move.to()) {
    out += kSame;
  } else {
    out += square_text(move.to());
  }
  out += name_of(moving_type(position, move));
  return out;
}

// `text` with the marks and names that to_ki2 writes, and without blanks.
std::string usual_ki2(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSpellings{
      {{"▲", kBlackMark},
       {"△", kWhiteMark},
       {"▼", kBlackMark},
       {"▽", kWhiteMark},
       {"王", "玉"},
       {"竜", "龍"},
       {kWideBlank, ""}}};
  std::string usual;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(
        kSpellings, [text](const auto& spelling) { return text.starts_with(spelling.first); });
    if (found == kSpellings.end()) {
      usual += text.front();
      text.remove_prefix(1);
    } else {
      usual += found->second;
      text.remove_prefix(found->first.size());
    }
  }
  return usual;
}

// What tells a move from others in KI2, as it is written.
struct Ki2Words {
  int side = 0;                  // 1: 左, -1: 右
  bool is_straight = false;      // 直
  bool drops = false;            // 打
  std::optional<Direction> way;  // 上 (行, 入), 寄, 引
  bool promotes = false;         // 成
  bool stays = false;            // 不成 (生)
};

// Nothing: there is something else.
std::optional<Ki2Words> read_ki2_words(std::string_view text) {
  Ki2Words words;
  while (!text.empty()) {
    if (take(text, kStays) || take(text, "生")) {
      words.stays = true;
    } else if (take(text, kPromotes)) {
      words.promotes = true;
    } else if (take(text, kDrops)) {
      words.drops = true;
    } else if (take(text, "左")) {
      words.side = 1;
    } else if (take(text, "右")) {
      words.side = -1;
    } else if (take(text, "直")) {
      words.is_straight = true;
    } else if (take(text, "上") || take(text, "行") || take(text, "入")) {
      words.way = Direction::kUp;
    } else if (take(text, "寄")) {
      words.way = Direction::kSideways;
    } else if (take(text, "引")) {
      words.way = Direction::kDown;
    } else {
      return std::nullopt;
    }
  }
  return words.promotes && words.stays ? std::nullopt : std::optional(words);
}

// Whether the words are true of the move; which side it comes from is for others to compare.
bool fits(const Position& position, BareMove move, const Ki2Words& words) {
  if (move.promotes() != words.promotes) return false;
  if (move.is_drop()) {
    const bool says_so = words.drops || rivals(position, move).empty();
    return says_so && words.side == 0 && !words.is_straight && !words.way;
  }
  if (words.drops) return false;
  if (!words.promotes && !words.stays && could_promote(position, move)) return false;
  const Direction way = direction(position.side_to_move(), move.from(), move.to());
  if (words.way && *words.way != way) return false;
  const bool is_straight = way == Direction::kUp && move.from().file() == move.to().file();
  return !words.is_straight || is_straight;
}

// The one move that is meant where the words are not those of to_ki2: more than are needed, a
// square for 同, 生, other digits. Nothing: none, or it could be several.
std::optional<BareMove> find_loosely_written(const Position& position, const shogi::MoveList& moves,
                                             std::string_view text, BareMove previous) {
  const Color c = position.side_to_move();
  if (!take(text, c == Color::kBlack ? kBlackMark : kWhiteMark)) return std::nullopt;
  Square to;
  if (take(text, kSame)) {
    if (previous.is_none()) return std::nullopt;
    to = previous.to();
  } else {
    const int file = take_number(text);
    const int rank = file == 0 ? 0 : take_number(text);
    if (rank == 0) return std::nullopt;
    to = Square::of(file, rank);
  }
  skip_blanks(text);
  const PieceType type = take_piece(text);
  const auto words = read_ki2_words(text);
  if (type == PieceType::kNone || !words) return std::nullopt;
  std::optional<BareMove> found;
  bool is_one = true;
  for (const BareMove m : moves) {
    if (m.to() != to || moving_type(position, m) != type || !fits(position, m, *words)) continue;
    const int further = !found || words->side == 0
                            ? 0
                            : words->side * (leftness(c, m.from()) - leftness(c, found->from()));
    if (found && further == 0) is_one = false;
    if (further > 0) is_one = true;
    if (!found || further > 0) found = m;
  }
  return is_one ? found : std::nullopt;
}

struct Handicap {
  std::string_view name;
  std::string_view top;  // the first two ranks
};
constexpr std::array kHandicaps{
    Handicap{"香落ち", "lnsgkgsn1/1r5b1"},   Handicap{"左香落ち", "lnsgkgsn1/1r5b1"},
    Handicap{"右香落ち", "1nsgkgsnl/1r5b1"}, Handicap{"角落ち", "lnsgkgsnl/1r7"},
    Handicap{"飛車落ち", "lnsgkgsnl/7b1"},   Handicap{"飛落ち", "lnsgkgsnl/7b1"},
    Handicap{"飛香落ち", "lnsgkgsn1/7b1"},   Handicap{"二枚落ち", "lnsgkgsnl/9"},
    Handicap{"三枚落ち", "lnsgkgsn1/9"},     Handicap{"四枚落ち", "1nsgkgsn1/9"},
    Handicap{"五枚落ち", "2sgkgsn1/9"},      Handicap{"右五枚落ち", "2sgkgsn1/9"},
    Handicap{"左五枚落ち", "1nsgkgs2/9"},    Handicap{"六枚落ち", "2sgkgs2/9"},
    Handicap{"七枚落ち", "3gkgs2/9"},        Handicap{"右七枚落ち", "3gkgs2/9"},
    Handicap{"左七枚落ち", "2sgkg3/9"},      Handicap{"八枚落ち", "3gkg3/9"},
    Handicap{"十枚落ち", "4k4/9"},
};

}  // namespace

std::string to_kif(const Position& position, BareMove move, BareMove previous) {
  std::string out;
  if (!previous.is_none() && previous.to() == move.to()) {
    out += kSame;
    out += kWideBlank;
  } else {
    out += square_text(move.to());
  }
  out += name_of(moving_type(position, move));
  if (move.promotes()) out += kPromotes;
  if (move.is_drop()) {
    out += kDrops;
  } else {
    out += '(';
    out += std::to_string(move.from().file());
    out += std::to_string(move.from().rank());
    out += ')';
  }
  return out;
}

base::Result<BareMove> parse_kif_move(const Position& position, std::string_view text,
                                      BareMove previous) {
  text = base::trim(text);
  const auto words = read_words(text, previous);
  if (!words) return tl::unexpected(words.error());
  if (!words->drops && !words->from.valid()) return find_move(position, text, *words);
  if (words->drops) {
    if (index(words->type) > index(PieceType::kGold)) {
      return error(text, base::say({"this kind is never in hand", "持ち駒にならない駒です"}));
    }
    const BareMove drop = BareMove::drop(words->type, words->to);
    if (!position.is_legal(drop))
      return error(text, base::say({"the drop is not legal here", "この局面では打てません"}));
    return drop;
  }
  const Piece moving = position.piece_at(words->from);
  if (moving != Piece(position.side_to_move(), words->type)) {
    return error(text, base::say({"the side to move has no such piece on the origin",
                                  "移動元に手番側のその駒がありません"}));
  }
  const BareMove move = BareMove::board(words->from, words->to, words->promotes);
  if (!position.is_legal(move))
    return error(text,
                 base::say({"the move is not legal here", "この局面では合法手ではありません"}));
  return move;
}

std::string to_ki2(const Position& position, BareMove move, BareMove previous) {
  std::string out = ki2_stem(position, move, previous) + relative_words(position, move);
  if (could_promote(position, move)) out += move.promotes() ? kPromotes : kStays;
  return out;
}

bool could_promote(const Position& position, BareMove move) {
  if (move.is_drop()) return false;
  const Color c = position.side_to_move();
  return can_promote(position.piece_at(move.from()).type()) &&
         (in_promotion_zone(c, move.from()) || in_promotion_zone(c, move.to()));
}

std::string relative_words(const Position& position, BareMove move) {
  if (!move.is_drop()) return distinction(position, move);
  return rivals_on_board(position, move).empty() ? std::string() : std::string(kDrops);
}

std::string compatible_ki2(std::string_view text) {
  if (text.starts_with(kBlackMark)) return "▲" + std::string(text.substr(kBlackMark.size()));
  if (text.starts_with(kWhiteMark)) return "△" + std::string(text.substr(kWhiteMark.size()));
  return std::string(text);
}

bool could_be_several(const Position& position, const shogi::MoveList& moves, std::string_view text,
                      BareMove previous) {
  const std::string wanted = usual_ki2(text);
  return std::ranges::count_if(
             moves, [&](BareMove m) { return ki2_stem(position, m, previous) == wanted; }) > 1;
}

std::optional<BareMove> find_ki2_move(const Position& position, const shogi::MoveList& moves,
                                      std::string_view text, BareMove previous) {
  const std::string wanted = usual_ki2(text);
  for (const BareMove m : moves) {
    // The rest of the text is what costs time.
    if (wanted.starts_with(ki2_stem(position, m, previous)) &&
        to_ki2(position, m, previous) == wanted) {
      return m;
    }
  }
  return find_loosely_written(position, moves, wanted, previous);
}

std::optional<Position> handicap(std::string_view name) {
  name = base::trim(name);
  while (name.ends_with(kWideBlank)) name.remove_suffix(kWideBlank.size());
  if (name == "平手") return Position::start();
  for (const Handicap& known : kHandicaps) {
    if (known.name != name) continue;
    std::string sfen(known.top);
    sfen += "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    auto position = parse_sfen(sfen);
    if (position) return *position;
  }
  return std::nullopt;
}

bool is_drawn_start(std::string_view name) {
  return name.starts_with("その他") || name.starts_with("詰将棋");
}

std::optional<std::string_view> handicap_name(const Position& start) {
  if (start.key() == Position::start().key()) return "平手";
  for (const Handicap& known : kHandicaps) {
    const auto position = handicap(known.name);
    if (position && position->key() == start.key()) return known.name;
  }
  return std::nullopt;
}

}  // namespace gougi::notation
