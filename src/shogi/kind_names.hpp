// SPDX-License-Identifier: MIT
// What the kinds of pieces are called where a person is told of several, by their index.
#pragma once

#include <array>

#include "base/language.hpp"
#include "shogi/types.hpp"

namespace gougi::shogi {

inline constexpr std::array<base::Text, kPieceTypeCount> kKindNames{{{"nothing", "なし"},
                                                                     {"pawns", "歩"},
                                                                     {"lances", "香"},
                                                                     {"knights", "桂"},
                                                                     {"silvers", "銀"},
                                                                     {"bishops", "角"},
                                                                     {"rooks", "飛"},
                                                                     {"golds", "金"},
                                                                     {"the king", "玉"},
                                                                     {"promoted pawns", "と"},
                                                                     {"promoted lances", "成香"},
                                                                     {"promoted knights", "成桂"},
                                                                     {"promoted silvers", "成銀"},
                                                                     {"horses", "馬"},
                                                                     {"dragons", "竜"}}};

}  // namespace gougi::shogi
