// SPDX-License-Identifier: MIT
// The words of JKF that its reader and its writer share: handicaps, and which of several pieces
// moves. For jkf_reader.cpp and jkf_writer.cpp alone.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "shogi/position.hpp"
#include "shogi/types.hpp"

namespace gougi::notation {

/// A start position that JKF has a word for, and the Japanese name of it.
struct JkfPreset {
  std::string_view word;
  std::string_view name;
};
inline constexpr std::array kJkfPresets{
    JkfPreset{"HIRATE", "平手"},    JkfPreset{"KY", "香落ち"},      JkfPreset{"KY_R", "右香落ち"},
    JkfPreset{"KA", "角落ち"},      JkfPreset{"HI", "飛車落ち"},    JkfPreset{"HIKY", "飛香落ち"},
    JkfPreset{"2", "二枚落ち"},     JkfPreset{"3", "三枚落ち"},     JkfPreset{"4", "四枚落ち"},
    JkfPreset{"5", "五枚落ち"},     JkfPreset{"5_L", "左五枚落ち"}, JkfPreset{"6", "六枚落ち"},
    JkfPreset{"7_L", "左七枚落ち"}, JkfPreset{"7_R", "七枚落ち"},   JkfPreset{"8", "八枚落ち"},
    JkfPreset{"10", "十枚落ち"}};
/// Its word where it is none of these.
inline constexpr std::string_view kJkfOther = "OTHER";

/// "LU" of the piece from the left that goes up: which of several could be meant; empty: no other.
std::string relative_letters(const shogi::Position& position, shogi::BareMove move);

}  // namespace gougi::notation
