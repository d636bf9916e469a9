// SPDX-License-Identifier: MIT
// What every command ends with: docs/exit-codes.md.
#pragma once

namespace gougi::cli {

inline constexpr int kDone = 0;
/// It ran, and the answer is no; or a file cannot be read, is damaged or cannot be written.
inline constexpr int kFailed = 1;
/// The words, or a file that says what to do, make no sense. Nothing was begun.
inline constexpr int kWrongUsage = 2;
/// A sequential test accepted H0.
inline constexpr int kRefuted = 3;
/// A part lacks results because an engine failed; the same words go on. EX_TEMPFAIL of sysexits.h.
inline constexpr int kTryAgain = 75;
inline constexpr int kInterrupted = 130;

}  // namespace gougi::cli
