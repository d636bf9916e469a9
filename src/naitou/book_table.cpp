// SPDX-License-Identifier: MIT
// The book's entries, branches first. Squares as file and rank, 34 is 3四, in the frame where COM
// is at the top. What moves is whatever stands there.
#include <array>

#include "naitou/book.hpp"

namespace gougi::naitou {
namespace {

constexpr Byte named(int file_and_rank) {
  return wrapped(square_at(10 - file_and_rank / 10, file_and_rank % 10));
}
constexpr Move step(int from, int to) { return Move::board(named(from), named(to), false); }
constexpr BookBranch reply(int square, Kind piece, int from, int to) {
  return {named(square), piece, step(from, to), Formation::kNone, 0};
}
constexpr BookBranch turn(int square, Kind piece, Formation formation, Byte last_ply) {
  return {named(square), piece, {}, formation, last_ply};
}

// 中飛車
constexpr std::array kCentralRookBranches{
    turn(22, Kind::kBishop, Formation::kBishopExchange, 5),
    turn(22, Kind::kHorse, Formation::kBishopExchange, 5),
    reply(55, Kind::kBishop, 53, 54),
    reply(46, Kind::kBishop, 44, 45),
    reply(46, Kind::kSilver, 44, 45),
    reply(26, Kind::kSilver, 41, 32),
    reply(46, Kind::kPawn, 22, 33),
    reply(96, Kind::kPawn, 93, 94),
    reply(25, Kind::kPawn, 22, 33),
    reply(35, Kind::kSilver, 44, 45),
};
constexpr std::array kCentralRookSequence{step(33, 34), step(43, 44), step(31, 42), step(82, 52),
                                          step(42, 43), step(51, 62), step(62, 72), step(71, 62),
                                          step(22, 33), step(53, 54), step(63, 64), step(62, 63),
                                          step(61, 62), step(41, 42), step(42, 53), step(52, 22),
                                          step(23, 24), step(24, 25), step(44, 45)};

// 四間飛車
constexpr std::array kFourthFileRookBranches{
    turn(22, Kind::kBishop, Formation::kBishopExchange, 5),
    turn(22, Kind::kHorse, Formation::kBishopExchange, 5),
    reply(55, Kind::kBishop, 53, 54),
    reply(46, Kind::kBishop, 44, 45),
    reply(46, Kind::kSilver, 44, 45),
    reply(26, Kind::kSilver, 42, 32),
    reply(46, Kind::kPawn, 22, 33),
    reply(96, Kind::kPawn, 93, 94),
    reply(25, Kind::kPawn, 22, 33),
    reply(35, Kind::kSilver, 44, 45),
};
constexpr std::array kFourthFileRookSequence{
    step(33, 34), step(43, 44), step(31, 32), step(82, 42), step(32, 43), step(51, 62),
    step(62, 72), step(72, 82), step(71, 72), step(41, 52), step(22, 33), step(63, 64),
    step(52, 63), step(73, 74), step(42, 41), step(93, 94), step(44, 45)};

// 角換わり
constexpr std::array kBishopExchangeBranches{
    turn(45, Kind::kBishop, Formation::kOffDiagonalBishop, 5),
    turn(56, Kind::kBishop, Formation::kOffDiagonalBishop, 5),
    reply(96, Kind::kPawn, 93, 94),
};
constexpr std::array kBishopExchangeSequence{
    step(33, 34), step(31, 22), step(22, 33), step(71, 62), step(83, 84),
    step(41, 32), step(84, 85), step(61, 52), step(51, 41), step(63, 64),
    step(62, 63), step(73, 74), step(41, 31), step(31, 22), step(43, 44),
    step(52, 43), step(93, 94), step(81, 73), step(64, 65), step(63, 54)};

// 筋違い角
constexpr std::array kOffDiagonalBishopBranches{
    reply(96, Kind::kPawn, 93, 94),
    reply(16, Kind::kPawn, 13, 14),
};
constexpr std::array kOffDiagonalBishopSequence{
    step(33, 34), step(31, 22), step(61, 52), step(41, 32), step(22, 33), step(71, 62),
    step(83, 84), step(84, 85), step(51, 41), step(63, 64), step(62, 63), step(53, 54),
    step(73, 74), step(81, 73), step(93, 94), step(13, 14), step(33, 44), step(64, 65)};

// プレイヤー飛車落ち
constexpr std::array kHumWithoutRookBranches{
    reply(16, Kind::kPawn, 13, 14),
    reply(96, Kind::kPawn, 93, 94),
    reply(22, Kind::kBishop, 31, 22),
    reply(22, Kind::kHorse, 31, 22),
};
constexpr std::array kHumWithoutRookSequence{
    step(33, 34), step(83, 84), step(84, 85), step(41, 32), step(71, 62), step(61, 52),
    step(51, 41), step(53, 54), step(73, 74), step(31, 42), step(63, 64), step(62, 63),
    step(81, 73), step(93, 94), step(13, 14), step(22, 33), step(64, 65)};

// プレイヤー二枚落ち
constexpr std::array kHumWithoutBothBranches{
    reply(56, Kind::kPawn, 53, 54),
};
constexpr std::array kHumWithoutBothSequence{step(33, 34), step(63, 64), step(64, 65), step(82, 62),
                                             step(73, 74), step(74, 75), step(71, 72), step(72, 73),
                                             step(41, 32), step(61, 52), step(51, 41), step(31, 42),
                                             step(53, 54), step(73, 74), step(81, 73), step(93, 94),
                                             step(13, 14), step(62, 61), step(75, 76)};

// COM飛車落ち
constexpr std::array kComWithoutRookBranches{
    reply(25, Kind::kPawn, 22, 33),
    reply(96, Kind::kPawn, 93, 94),
    reply(16, Kind::kPawn, 13, 14),
};
constexpr std::array kComWithoutRookSequence{
    step(33, 34), step(43, 44), step(41, 32), step(31, 42), step(42, 43), step(51, 62),
    step(62, 72), step(71, 62), step(53, 54), step(13, 14), step(93, 94), step(63, 64),
    step(62, 63), step(61, 62), step(73, 74), step(22, 33)};

// COM二枚落ち
constexpr std::array kComWithoutBothBranches{
    reply(16, Kind::kPawn, 13, 14),
    reply(96, Kind::kPawn, 93, 94),
    reply(56, Kind::kPawn, 53, 54),
    reply(35, Kind::kPawn, 31, 22),
};
constexpr std::array kComWithoutBothSequence{step(41, 32), step(71, 62), step(53, 54), step(62, 53),
                                             step(61, 62), step(63, 64), step(62, 63), step(73, 74),
                                             step(51, 62), step(13, 14), step(93, 94), step(81, 73),
                                             step(31, 42), step(64, 65)};

}  // namespace

BookPage book_page(Formation formation) {
  switch (formation) {
    case Formation::kCentralRook:
      return {kCentralRookBranches, kCentralRookSequence};
    case Formation::kFourthFileRook:
      return {kFourthFileRookBranches, kFourthFileRookSequence};
    case Formation::kBishopExchange:
      return {kBishopExchangeBranches, kBishopExchangeSequence};
    case Formation::kOffDiagonalBishop:
      return {kOffDiagonalBishopBranches, kOffDiagonalBishopSequence};
    case Formation::kHumWithoutRook:
      return {kHumWithoutRookBranches, kHumWithoutRookSequence};
    case Formation::kHumWithoutBoth:
      return {kHumWithoutBothBranches, kHumWithoutBothSequence};
    case Formation::kComWithoutRook:
      return {kComWithoutRookBranches, kComWithoutRookSequence};
    case Formation::kComWithoutBoth:
      return {kComWithoutBothBranches, kComWithoutBothSequence};
    case Formation::kNone:
      break;
  }
  return {};
}

}  // namespace gougi::naitou
