// SPDX-License-Identifier: MIT
#include "naitou/steps.hpp"

#include <initializer_list>

namespace gougi::naitou::detail {
namespace {

// COM's; forward is +11.
constexpr Steps make_steps(std::initializer_list<int> slides, std::initializer_list<int> singles) {
  Steps made;
  for (const int d : slides) {
    made.slides[static_cast<std::size_t>(made.slide_count++)] = static_cast<std::int16_t>(d);
  }
  for (const int d : singles) {
    made.singles[static_cast<std::size_t>(made.single_count++)] = static_cast<std::int16_t>(d);
  }
  return made;
}

constexpr Steps com_steps(Kind kind) {
  switch (kind) {
    case Kind::kPawn:
      return make_steps({}, {11});
    case Kind::kLance:
      return make_steps({11}, {});
    case Kind::kKnight:
      return make_steps({}, {23, 21});
    case Kind::kSilver:
      return make_steps({}, {12, 11, 10, -10, -12});
    case Kind::kGold:
    case Kind::kProPawn:
    case Kind::kProLance:
    case Kind::kProKnight:
    case Kind::kProSilver:
      return make_steps({}, {12, 11, 10, 1, -1, -11});
    case Kind::kKing:
      return make_steps({}, {12, 11, 10, 1, -1, -10, -11, -12});
    case Kind::kBishop:
      return make_steps({-12, -10, 10, 12}, {});
    case Kind::kRook:
      return make_steps({-11, 11, -1, 1}, {});
    case Kind::kHorse:
      return make_steps({-12, -10, 10, 12}, {11, 1, -1, -11});
    case Kind::kDragon:
      return make_steps({-11, 11, -1, 1}, {12, 10, -10, -12});
    case Kind::kNone:
      break;
  }
  return {};
}

constexpr StepTable make_table() {
  StepTable table;
  for (int k = 1; k < shogi::kPieceTypeCount; ++k) {
    const auto kind = static_cast<Kind>(k);
    const Steps com = com_steps(kind);
    Steps hum = com;
    for (auto& d : hum.slides) d = static_cast<std::int16_t>(-d);
    for (auto& d : hum.singles) d = static_cast<std::int16_t>(-d);
    table.of[index(Side::kCom)][at(kind)] = com;
    table.of[index(Side::kHum)][at(kind)] = hum;
    if (kind == Kind::kKing || kind == Kind::kKnight) continue;
    for (const Side side : {Side::kCom, Side::kHum}) {
      const Steps& own = table.of[index(side)][at(kind)];
      auto& passes = table.passes_on[index(side)][at(kind)];
      for (const int d : own.sliding()) passes[static_cast<std::size_t>(d + kLargestStep)] = true;
      for (const int d : own.single()) passes[static_cast<std::size_t>(d + kLargestStep)] = true;
    }
  }
  return table;
}

}  // namespace

constinit const StepTable kSteps = make_table();

}  // namespace gougi::naitou::detail
