// SPDX-License-Identifier: MIT
#include "shogi/attacks.hpp"

#include <utility>
#include <vector>

namespace gougi::shogi::detail {
namespace {

// Found by trying random sparse numbers; a wrong one fails the tests of attacks.
constexpr std::array<std::uint64_t, kSquareCount> kBishopMagics = {
    0x802006800A1C1012ULL, 0x200800C0C0020204ULL, 0x8062020010210400ULL, 0x0002034040008010ULL,
    0x00284408080015A0ULL, 0x04AF002084404000ULL, 0x01804010A2008000ULL, 0x0284400811802100ULL,
    0x0600812048400230ULL, 0x010000910104C402ULL, 0x0500120048390144ULL, 0x8E04010501031202ULL,
    0x00001A0440020108ULL, 0x2200410120C20805ULL, 0x5400090482004004ULL, 0xA000041009002380ULL,
    0x0410008084904021ULL, 0x0244000840900220ULL, 0x163000028A012104ULL, 0x0930220A00D08804ULL,
    0x8008000020400041ULL, 0x000400444408008AULL, 0x8080805042010011ULL, 0x2010800100904008ULL,
    0xE8108004C3084052ULL, 0x0600800202884090ULL, 0x9010204021100402ULL, 0x0410020808404412ULL,
    0x0104010000540820ULL, 0x0900840003882101ULL, 0x0036020008A85001ULL, 0x4004008804200104ULL,
    0x101120C000030180ULL, 0x1000202C40100088ULL, 0x1000180810100844ULL, 0x420030C040020188ULL,
    0x0808010088008444ULL, 0x080103432080A020ULL, 0x00080A00C0102010ULL, 0x2010010002002004ULL,
    0x4000810020004284ULL, 0x0400114002002009ULL, 0x02A8203010000802ULL, 0x090C011006801408ULL,
    0x0200601028080668ULL, 0x0101811044012082ULL, 0x30008810C0208041ULL, 0x0080A24449000020ULL,
    0x00800080C0080020ULL, 0x0700102808400201ULL, 0x100A040008200205ULL, 0xC090015438040036ULL,
    0x210101A080010004ULL, 0x881308A020092014ULL, 0x8502008100104005ULL, 0x0400850030402800ULL,
    0x2200400280052000ULL, 0x0140000440102000ULL, 0x0040000101006004ULL, 0x0D000022A1004C00ULL,
    0x0010003A00200104ULL, 0x0010110420040804ULL, 0x10640200E0410080ULL, 0x0111108009004024ULL,
    0x0400482480102240ULL, 0xC20412201040080CULL, 0x0000200008052010ULL, 0x8010804801808110ULL,
    0x8222302102040C12ULL, 0x5129120204084001ULL, 0x0204440810082006ULL, 0x0208054140021204ULL,
    0x100080C018022410ULL, 0x0202004940022010ULL, 0x4800002C48010220ULL, 0x204000C904140821ULL,
    0x8400601003104484ULL, 0x0040400D82084004ULL, 0x8180040208108042ULL, 0x810002022101B404ULL,
    0x002103800880081CULL,
};

struct Step {
  int file;
  int rank;
};

// As Black sees it: forward is rank - 1.
constexpr std::array kOrthogonal{Step{0, -1}, Step{0, 1}, Step{-1, 0}, Step{1, 0}};
constexpr std::array kDiagonal{Step{-1, -1}, Step{1, -1}, Step{-1, 1}, Step{1, 1}};

std::vector<Step> steps(PieceType t) {
  std::vector<Step> gold{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}};
  switch (t) {
    case PieceType::kPawn:
      return {{0, -1}};
    case PieceType::kKnight:
      return {{-1, -2}, {1, -2}};
    case PieceType::kSilver:
      return {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}};
    case PieceType::kGold:
    case PieceType::kProPawn:
    case PieceType::kProLance:
    case PieceType::kProKnight:
    case PieceType::kProSilver:
      return gold;
    case PieceType::kKing:
      return {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    case PieceType::kHorse:
      return {kOrthogonal.begin(), kOrthogonal.end()};
    case PieceType::kDragon:
      return {kDiagonal.begin(), kDiagonal.end()};
    default:
      return {};
  }
}

std::vector<Step> slides(PieceType t) {
  switch (t) {
    case PieceType::kLance:
      return {{0, -1}};
    case PieceType::kBishop:
    case PieceType::kHorse:
      return {kDiagonal.begin(), kDiagonal.end()};
    case PieceType::kRook:
    case PieceType::kDragon:
      return {kOrthogonal.begin(), kOrthogonal.end()};
    default:
      return {};
  }
}

Square moved(Square s, Step step, int times = 1) {
  const int file = s.file() + step.file * times;
  const int rank = s.rank() + step.rank * times;
  return file >= 1 && file <= 9 && rank >= 1 && rank <= 9 ? Square::of(file, rank) : kNoSquare;
}

// All squares from `s` in one direction up to and including the first one occupied.
Bitboard walk(Square s, Step step, Bitboard occupied) {
  Bitboard set;
  for (Square t = moved(s, step); t.valid(); t = moved(t, step)) {
    set |= Bitboard::of(t);
    if (occupied.has(t)) break;
  }
  return set;
}

// The k-th way to occupy `squares`, 0 <= k < 2^count.
Bitboard subset(Bitboard squares, unsigned k) {
  Bitboard set;
  squares.for_each([&](Square s) {
    if ((k & 1U) != 0) set |= Bitboard::of(s);
    k >>= 1U;
  });
  return set;
}

Step seen_by(Color c, Step step) {
  return c == Color::kBlack ? step : Step{-step.file, -step.rank};
}

void fill_steps_and_rays(AttackTables& t) {
  for (const Color c : kColors) {
    for (int type = 1; type < kPieceTypeCount; ++type) {
      const Piece piece(c, static_cast<PieceType>(type));
      for (int i = 0; i < kSquareCount; ++i) {
        const Square s(i);
        for (const Step step : steps(piece.type())) {
          t.step[at(piece)][at(s)] |= Bitboard::of(moved(s, seen_by(c, step)));
        }
        t.rays[at(piece)][at(s)] = t.step[at(piece)][at(s)];
        for (const Step step : slides(piece.type())) {
          t.rays[at(piece)][at(s)] |= walk(s, seen_by(c, step), {});
        }
      }
    }
  }
}

void fill_bishop(AttackTables& t) {
  constexpr Bitboard kEdge = rank_squares(1) | rank_squares(9) | file_squares(1) | file_squares(9);
  std::uint32_t offset = 0;
  for (int i = 0; i < kSquareCount; ++i) {
    const Square s(i);
    const Bitboard full = t.rays[at(Piece(Color::kBlack, PieceType::kBishop))][at(s)];
    const Bitboard inner = full.without(kEdge);
    const auto bits = static_cast<unsigned>(inner.count());
    t.bishop[at(s)] = {inner, full, kBishopMagics[at(s)], 64 - bits, offset};
    for (unsigned k = 0; k < 1U << bits; ++k) {
      const Bitboard occupied = subset(inner, k);
      Bitboard attack;
      for (const Step step : kDiagonal) attack |= walk(s, step, occupied);
      const std::uint64_t index =
          ((occupied.lo | occupied.hi) * kBishopMagics[at(s)]) >> (64 - bits);
      t.bishop_attacks[offset + index] = attack.lo | attack.hi;
    }
    offset += 1U << bits;
  }
}

void fill_rank_and_file(AttackTables& t) {
  for (unsigned k = 0; k < 128; ++k) {
    // Along a rank, bit 0 is file 8, then files 2 to 7 (see rank_attacks).
    Bitboard on_rank;
    for (int bit = 0; bit < 7; ++bit) {
      if (((k >> bit) & 1U) != 0) on_rank |= Bitboard::of(Square::of(bit == 0 ? 8 : bit + 1, 1));
    }
    const Bitboard on_file{static_cast<std::uint64_t>(k) << 1U, 0};
    for (int i = 1; i <= 9; ++i) {
      const auto row = static_cast<std::size_t>(i - 1);
      const Square file_square = Square::of(1, i);
      const Square rank_square = Square::of(i, 1);
      t.rank_attacks[row][k] =
          walk(rank_square, {-1, 0}, on_rank) | walk(rank_square, {1, 0}, on_rank);
      t.file_attacks[row][k] = static_cast<std::uint16_t>(
          (walk(file_square, {0, -1}, on_file) | walk(file_square, {0, 1}, on_file)).lo);
    }
  }
}

void fill_lines(AttackTables& t) {
  for (int i = 0; i < kSquareCount; ++i) {
    const Square a(i);
    const auto all = {kOrthogonal, kDiagonal};
    for (const auto& group : all) {
      for (const Step step : group) {
        const Step back{-step.file, -step.rank};
        const Bitboard line = walk(a, step, {}) | walk(a, back, {}) | Bitboard::of(a);
        Bitboard passed;
        for (Square b = moved(a, step); b.valid(); b = moved(b, step)) {
          t.between[at(a)][at(b)] = passed;
          t.line[at(a)][at(b)] = line;
          passed |= Bitboard::of(b);
        }
      }
    }
  }
}

void fill_king_vicinity(AttackTables& t) {
  for (const Color c : kColors) {
    for (int i = 0; i < kSquareCount; ++i) {
      const Square king(i);
      const Bitboard zone = t.step[at(Piece(c, PieceType::kKing))][at(king)] | Bitboard::of(king);
      for (int j = 0; j < kSquareCount; ++j) {
        for (int type = 1; type < kPieceTypeCount; ++type) {
          const Piece piece(c, static_cast<PieceType>(type));
          if (t.step[at(piece)][static_cast<std::size_t>(j)] & zone) {
            t.king_vicinity[at(c)][at(king)] |= Bitboard::of(Square(j));
          }
        }
      }
    }
  }
}

AttackTables make_tables() {
  AttackTables t{};
  fill_steps_and_rays(t);
  fill_bishop(t);
  fill_rank_and_file(t);
  fill_lines(t);
  fill_king_vicinity(t);
  return t;
}

}  // namespace

const AttackTables kAttackTables = make_tables();

}  // namespace gougi::shogi::detail
