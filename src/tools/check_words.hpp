// SPDX-License-Identifier: MIT
// What `gougi check` says, in English and Japanese side by side. It knows neither engines nor
// configurations; complaints about the configuration's own lines come from the settings and relay
// rooms. Values only.
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace gougi::tools {

/// One text in both languages.
struct Bilingual {
  std::string_view english;
  std::string_view japanese;
};

enum class CheckText {
  // The table of a configuration's engines.
  kEngine,
  kMove,
  kPonder,
  kMemory,
  kNameAndAuthor,
  kAuthorAndOptions,
  kSeconds,
  kMilliseconds,
  kMegabytes,
  kNobody,
  kOff,
  kCannot,
  kYes,
  kNo,
  kIllegal,
  kMate,
  kStillWaiting,
  // What is wrong with one.
  kNotFound,
  kCannotBeStarted,
  kUnclear,
  kWritesNowhere,
  kBeforeUsiok,
  kBeforeReadyok,
  kLastWords,
  kTimeoutHint,
  kDuring,
  kIllegalTestMove,
  kOddTestMove,
  kUnreadableTestMove,
  kNoTestMove,
  kPonderEarly,
  kInfiniteEarly,
  kSlowStop,
  kNoMateSearch,
  kMateMissed,
  kMateWrong,
  kNoMateAnswer,
  // How a process ended.
  kNoUsiok,
  kNoReadyok,
  // One engine by rules.
  kOk,
  kWarning,
  kFailed,
  kSkipped,
  kRulesLeft,
  kStopped,
  kSum,
  kSent,
  kCame,
  kNothingIn,
  kCameAfter,
  kItEnded,
  kUnusable,
  kThen,
  kNoBestmove,
  kNoMove,
  kIsIllegal,
  kTooEarly,
  kNoWin,
  kOddWords,
  kMissing,
  kNoDefault,
  kNoRange,
  kOutside,
  kNotTrueOrFalse,
  kNoVar,
  kNoSuchOption,
  kGrew,
  kErrorBytes,
  kRunsOn,
  kEndedAfter,
  kEndOfInput,
  kCameTimes,
  kCameEarly,
  kUnasked,
  kCount,
};

class CheckWords {
 public:
  explicit CheckWords(bool japanese) : japanese_(japanese) {}

  bool japanese() const { return japanese_; }
  std::string_view of(const Bilingual& text) const {
    return japanese_ ? text.japanese : text.english;
  }
  /// The text with `values` in its places.
  template <class... Values>
  std::string operator()(CheckText text, const Values&... values) const {
    return fmt::vformat(of(bilingual(text)), fmt::make_format_args(values...));
  }
  /// "0.31 s".
  std::string seconds(base::Duration span) const;
  std::string milliseconds(base::Duration span) const;
  /// Why a process ended or was given up, which comes in English from the rooms below.
  std::string reason(std::string_view why) const;

  static const Bilingual& bilingual(CheckText text);

 private:
  bool japanese_;
};

/// `language` as --lang has it: "ja", "en", or "auto": the user's.
CheckWords check_words(std::string_view language);

/// Writes a line at once, as somebody waits for it.
void print_line(std::string_view line, std::ostream& out);

}  // namespace gougi::tools
