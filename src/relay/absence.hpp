// SPDX-License-Identifier: MIT
// Why an engine is not there: for the row of the vote table that it has all the same, and for those
// who wait for `readyok`.
#pragma once

#include <string_view>

namespace gougi::relay {

enum class Absence {
  kLoading,
  kRestarting,  ///< it ended, or is being ended
  kBusy,        ///< with what it was asked before
  kNoNodes,     ///< of the move's budget
  kReplaced,    ///< another has its nodes of the budget
  kNotRunning,  ///< nor will be, by itself
};

constexpr std::string_view absence_text(Absence absence, bool japanese) {
  switch (absence) {
    case Absence::kLoading:
      return japanese ? "読み込み中" : "loading";
    case Absence::kRestarting:
      return japanese ? "再起動中" : "restarting";
    case Absence::kBusy:
      return japanese ? "前の探索からまだ戻っていません" : "not back from its last search yet";
    case Absence::kNoNodes:
      return japanese ? "予算の割り当てなし" : "no share of the budget";
    case Absence::kReplaced:
      return japanese ? "別のエンジンが代わりに思考" : "replaced by another";
    case Absence::kNotRunning:
      break;
  }
  return japanese ? "起動していません" : "not running";
}

}  // namespace gougi::relay
