// SPDX-License-Identifier: MIT
#include "learn/packed_position.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::learn {
namespace {

std::string hexadecimal(const PackedPosition& packed) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : packed) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

shogi::Position position_of(std::string_view sfen) { return *notation::parse_sfen(sfen); }

// Bit by bit by the format's description: side, kings on 5i (44) and 5a (36), then 1a lance of
// White 0011, not promoted, white; …
TEST(PackedPosition, TheFirstBitsOfTheStartPositionAreAsTheFormatSays) {
  const auto packed = pack(shogi::Position::start());
  ASSERT_TRUE(packed);
  // 0 | 0011010 (44, lowest first) | 0010010 (36) | 1100 0 1 (lance) | 0 (1b empty) …
  const auto bit = [&](int at) {
    const auto byte = std::to_integer<unsigned>((*packed)[static_cast<std::size_t>(at / 8)]);
    return ((byte >> static_cast<unsigned>(at % 8)) & 1U) != 0 ? '1' : '0';
  };
  std::string bits;
  for (int i = 0; i < 26; ++i) bits += bit(i);
  EXPECT_EQ(bits, std::string("0") + "0011010" + "0010010" + "110001" + "0" + "1001");
}

TEST(PackedPosition, RandomGamesComeBackAsTheyWere) {
  base::Random random(7);
  int seen = 0;
  for (int game_number = 0; game_number < 200; ++game_number) {
    shogi::Game game;
    for (int ply = 0; ply < 150; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(game.position(), moves);
      if (moves.empty()) break;
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      ASSERT_TRUE(game.play(moves[static_cast<int>(pick)]));
      const auto packed = pack(game.position());
      ASSERT_TRUE(packed);
      const auto back = unpack(*packed, game.position().ply());
      ASSERT_TRUE(back) << back.error().message;
      ASSERT_EQ(notation::to_sfen(*back), notation::to_sfen(game.position()));
      ++seen;
    }
  }
  EXPECT_GT(seen, 10'000);
}

TEST(PackedPosition, APositionWithoutAllPiecesIsRefused) {
  const auto handicap =
      position_of("lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  EXPECT_FALSE(pack(handicap));
}

TEST(PackedPosition, BytesOfAnyKindAreReadOrRefused) {
  base::Random random(3);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    PackedPosition bytes{};
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next() & 255U);
    const auto read = unpack(bytes);
    if (!read) {
      EXPECT_FALSE(read.error().message.empty());
      ++refused;
    } else {
      const auto again = pack(*read);
      EXPECT_TRUE(!again || hexadecimal(*again).size() == 64);
    }
  }
  EXPECT_GT(refused, 19'000);
}

TEST(PackedPosition, OneWrongBitIsOnePositionOrNone) {
  const auto packed = pack(shogi::Position::start());
  ASSERT_TRUE(packed);
  for (int bit = 0; bit < 256; ++bit) {
    PackedPosition bytes = *packed;
    bytes[static_cast<std::size_t>(bit / 8)] ^= std::byte{1} << (bit % 8);
    const auto read = unpack(bytes);
    if (read) {
      EXPECT_NE(notation::to_sfen(*read), notation::to_sfen(shogi::Position::start())) << bit;
    }
  }
}

}  // namespace
}  // namespace gougi::learn
