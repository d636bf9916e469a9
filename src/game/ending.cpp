// SPDX-License-Identifier: MIT
#include "game/ending.hpp"

#include <array>
#include <cstddef>

namespace gougi::game {
namespace {

constexpr std::array<base::Text, kReasonCount> kReasonTexts{{
    {"mate", "詰み"},
    {"resignation", "投了"},
    {"declaration", "入玉宣言"},
    {"repetition", "千日手"},
    {"perpetual check", "連続王手の千日手"},
    {"home", "全駒到達"},
    {"no move", "指す手なし"},
    {"illegal move", "反則手"},
    {"wrong declaration", "宣言失敗"},
    {"max plies", "最大手数"},
    {"agreed loss", "投了扱い(評価値)"},
    {"agreed draw", "引き分け扱い(評価値)"},
    {"proven mate", "詰みの証明"},
    {"time", "時間切れ"},
    {"crash", "異常終了"},
    {"hang", "応答なし"},
    {"not ready", "準備できず"},
}};

}  // namespace

std::string_view to_text(Reason reason) { return words_of(reason).english; }

base::Text words_of(Reason reason) { return kReasonTexts[static_cast<std::size_t>(reason)]; }

std::optional<Reason> reason_from_text(std::string_view text) {
  for (std::size_t i = 0; i < kReasonTexts.size(); ++i) {
    if (kReasonTexts[i].english == text) return static_cast<Reason>(i);
  }
  return std::nullopt;
}

bool is_fault(Reason reason) {
  return reason == Reason::kIllegalMove || reason == Reason::kWrongDeclaration ||
         reason >= Reason::kTime;
}

}  // namespace gougi::game
