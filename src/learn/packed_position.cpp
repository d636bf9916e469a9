// SPDX-License-Identifier: MIT
#include "learn/packed_position.hpp"

#include <cstdint>
#include <optional>

#include "base/say.hpp"

namespace gougi::learn {
namespace {

using shogi::Color;
using shogi::Piece;
using shogi::PieceType;
using shogi::Square;

constexpr int kBits = 8 * static_cast<int>(kPackedBytes);
constexpr int kNoKing = 81;

/// A piece's code: its lowest bit is written first.
struct Code {
  PieceType type;
  unsigned bits;
  int length;
};
// On the board; in hand the same without the lowest bit, which tells a piece from an empty square.
constexpr std::array<Code, 7> kCodes{{{PieceType::kPawn, 0b01, 2},
                                      {PieceType::kLance, 0b0011, 4},
                                      {PieceType::kKnight, 0b1011, 4},
                                      {PieceType::kSilver, 0b0111, 4},
                                      {PieceType::kGold, 0b01111, 5},
                                      {PieceType::kBishop, 0b011111, 6},
                                      {PieceType::kRook, 0b111111, 6}}};
constexpr int kLongestCode = 6;

const Code& code_of(PieceType type) {
  for (const Code& code : kCodes) {
    if (code.type == type) return code;
  }
  return kCodes.front();
}

class BitWriter {
 public:
  /// False when there is no room.
  bool write(unsigned bits, int length) {
    if (at_ + length > kBits) return false;
    for (int i = 0; i < length; ++i, ++at_) {
      if (((bits >> static_cast<unsigned>(i)) & 1U) == 0) continue;
      packed_[static_cast<std::size_t>(at_ / 8)] |= std::byte{1} << (at_ % 8);
    }
    return true;
  }
  bool is_full() const { return at_ == kBits; }
  const PackedPosition& packed() const { return packed_; }

 private:
  PackedPosition packed_{};
  int at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::byte, kPackedBytes> packed) : packed_(packed) {}
  /// Behind the end all bits are 0.
  unsigned read(int length) {
    unsigned bits = 0;
    for (int i = 0; i < length; ++i, ++at_) {
      if (at_ >= kBits) continue;
      const auto byte = std::to_integer<unsigned>(packed_[static_cast<std::size_t>(at_ / 8)]);
      bits |= ((byte >> static_cast<unsigned>(at_ % 8)) & 1U) << static_cast<unsigned>(i);
    }
    return bits;
  }
  bool at_end() const { return at_ >= kBits; }
  bool past_end() const { return at_ > kBits; }

  /// The piece kind whose code follows; nothing if none does. `given` bits of it are known to have
  /// been read, and were ones.
  std::optional<PieceType> read_kind(int given) {
    unsigned bits = given > 0 ? 1U : 0U;
    for (int length = given + 1; length <= kLongestCode + given; ++length) {
      bits |= read(1) << static_cast<unsigned>(length - 1);
      for (const Code& code : kCodes) {
        const int shorter = given > 0 ? 0 : 1;
        if (code.length - shorter == length &&
            (code.bits >> static_cast<unsigned>(shorter)) == bits)
          return code.type;
      }
    }
    return std::nullopt;
  }

 private:
  std::span<const std::byte, kPackedBytes> packed_;
  int at_ = 0;
};

bool write_piece(BitWriter& out, PieceType type, bool promoted, Color color, bool in_hand) {
  const Code& code = code_of(type);
  const int left_out = in_hand ? 1 : 0;
  bool fits = out.write(code.bits >> static_cast<unsigned>(left_out), code.length - left_out);
  if (type != PieceType::kGold) fits = out.write(promoted ? 1 : 0, 1) && fits;
  return out.write(static_cast<unsigned>(index(color)), 1) && fits;
}

base::Result<void> read_board(BitReader& in, shogi::Setup& setup) {
  for (const Color color : shogi::kColors) {
    const auto square = in.read(7);
    if (square > kNoKing)
      return base::fail(base::say({"a king's square is none", "玉の位置が盤上にありません"}));
    if (square == kNoKing) continue;
    Piece& place = setup.board[square];
    if (!place.empty())
      return base::fail(
          base::say({"both kings stand on one square", "両方の玉が同じマスにあります"}));
    place = Piece(color, PieceType::kKing);
  }
  for (Piece& place : setup.board) {
    if (!place.empty()) continue;  // a king
    if (in.read(1) == 0) continue;
    const auto type = in.read_kind(1);
    if (!type)
      return base::fail(base::say({"a piece's code is none", "駒の符号が正しくありません"}));
    const bool promoted = *type != PieceType::kGold && in.read(1) != 0;
    const auto color = static_cast<Color>(in.read(1));
    place = Piece(color, promoted ? shogi::promote(*type) : *type);
  }
  return {};
}

base::Result<void> read_hands(BitReader& in, shogi::Setup& setup) {
  std::array<std::array<int, shogi::kPieceTypeCount>, 2> held{};
  while (!in.at_end()) {
    const auto type = in.read_kind(0);
    if (!type)
      return base::fail(
          base::say({"the code of a piece in hand is none", "持ち駒の符号が正しくありません"}));
    const bool in_box = *type != PieceType::kGold && in.read(1) != 0;
    const auto color = in.read(1);
    if (in.past_end())
      return base::fail(base::say({"the last code is cut", "最後の符号が途中で切れています"}));
    if (in_box) continue;
    int& count = held[color][static_cast<std::size_t>(index(*type))];
    if (++count > 18)
      return base::fail(base::say({"too many pieces in hand", "持ち駒が多すぎます"}));
    if (*type != PieceType::kPawn && count > 4)
      return base::fail(base::say({"too many pieces in hand", "持ち駒が多すぎます"}));
    if ((*type == PieceType::kBishop || *type == PieceType::kRook) && count > 2) {
      return base::fail(base::say({"too many pieces in hand", "持ち駒が多すぎます"}));
    }
    setup.hands[color].add(*type);
  }
  return {};
}

}  // namespace

base::Result<PackedPosition> pack(const shogi::Position& position) {
  BitWriter out;
  out.write(static_cast<unsigned>(index(position.side_to_move())), 1);
  for (const Color color : shogi::kColors) {
    const Square king = position.king(color);
    out.write(king.valid() ? static_cast<unsigned>(king.index()) : unsigned{kNoKing}, 7);
  }
  bool fits = true;
  for (int i = 0; i < shogi::kSquareCount; ++i) {
    const Piece piece = position.piece_at(Square(i));
    if (piece.type() == PieceType::kKing) continue;
    if (piece.empty()) {
      fits = out.write(0, 1) && fits;
    } else {
      const PieceType type = piece.type();
      fits = write_piece(out, shogi::unpromote(type), shogi::is_promoted(type), piece.color(),
                         false) &&
             fits;
    }
  }
  for (const Color color : shogi::kColors) {
    for (const PieceType type : shogi::kHandTypes) {
      for (int n = position.hand(color).count(type); n > 0; --n) {
        fits = write_piece(out, type, false, color, true) && fits;
      }
    }
  }
  if (!fits || !out.is_full())
    return base::fail(
        base::say({"not all forty pieces of the game are there", "40枚の駒がそろっていません"}));
  return out.packed();
}

base::Result<shogi::Setup> read_setup(std::span<const std::byte, kPackedBytes> packed) {
  BitReader in(packed);
  shogi::Setup setup;
  setup.side_to_move = static_cast<Color>(in.read(1));
  if (auto read = read_board(in, setup); !read) return tl::unexpected(read.error());
  if (auto read = read_hands(in, setup); !read) return tl::unexpected(read.error());
  return setup;
}

base::Result<shogi::Position> unpack(std::span<const std::byte, kPackedBytes> packed, int ply) {
  auto setup = read_setup(packed);
  if (!setup) return tl::unexpected(setup.error());
  setup->ply = ply;
  return shogi::Position::from(*setup);
}

}  // namespace gougi::learn
