// SPDX-License-Identifier: MIT
// Golden dialogues: a file of lines said and heard, played against anything that speaks USI (a
// state machine or a process). Format, one step a line:
//   > go byoyomi 1000       said to the subject
//   < bestmove 7g7f *       the next line heard; * stands for any text, also none
//   @ engine answers 7g7f   something only this subject understands, given to Subject::act
//   @ ignore info *         from here on, heard lines of that form are skipped (done by play)
//   @ nothing is heard      for subjects whose hear() does not wait (done by play)
//   # remark                ignored, as are empty lines
// Every line heard must be expected, in order, until the end of the file.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gougi::transcript {

enum class Kind { kSay, kHear, kAct };
struct Step {
  Kind kind;
  std::string text;
  int line = 0;  ///< in the file, from 1
};

/// What a transcript is played against.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual void say(std::string_view line) = 0;
  /// The next line heard; waits for it as long as is reasonable, then nothing.
  virtual std::optional<std::string> hear() = 0;
  /// Does what `@ text` asks. False: it is not understood.
  virtual bool act(std::string_view text) = 0;
  /// Ends the dialogue (EOF) and gives what was still to be heard.
  virtual std::vector<std::string> finish() = 0;
};

inline bool matches(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const auto rest = pattern.substr(star + 1);
  for (std::size_t i = star; i <= text.size(); ++i) {
    if (matches(rest, text.substr(i))) return true;
  }
  return false;
}

inline std::vector<Step> read(const std::filesystem::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in.is_open()) << file;
  std::vector<Step> steps;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    // "> " and what follows is taken as it is: trailing blanks may be what is tested.
    const std::string text = line.size() > 2 ? line.substr(2) : std::string();
    const auto kind = line[0] == '>' ? Kind::kSay : line[0] == '<' ? Kind::kHear : Kind::kAct;
    if ((line[0] != '>' && line[0] != '<' && line[0] != '@') ||
        (line.size() > 1 && line[1] != ' ')) {
      ADD_FAILURE() << file << ":" << number << ": no transcript line: " << line;
      continue;
    }
    steps.push_back({kind, text, number});
  }
  return steps;
}

/// Plays `file` against `subject`; failures name the line. Stops at the first one.
inline void play(const std::filesystem::path& file, Subject& subject) {
  std::vector<std::string> ignored;
  const auto is_ignored = [&](std::string_view line) {
    for (const auto& pattern : ignored) {
      if (matches(pattern, line)) return true;
    }
    return false;
  };
  for (const auto& step : read(file)) {
    const std::string where = file.filename().string() + ":" + std::to_string(step.line);
    SCOPED_TRACE(where);
    if (step.kind == Kind::kSay) {
      subject.say(step.text);
    } else if (step.kind == Kind::kHear) {
      auto heard = subject.hear();
      while (heard && is_ignored(*heard)) heard = subject.hear();
      ASSERT_TRUE(heard.has_value()) << where << ": nothing came for: " << step.text;
      ASSERT_TRUE(matches(step.text, *heard))
          << where << ": expected: " << step.text << "\nheard: " << *heard;
    } else if (step.text.starts_with("ignore ")) {
      ignored.push_back(step.text.substr(7));
    } else if (step.text == "nothing is heard") {
      auto heard = subject.hear();
      while (heard && is_ignored(*heard)) heard = subject.hear();
      ASSERT_FALSE(heard.has_value()) << where << ": heard: " << *heard;
    } else {
      ASSERT_TRUE(subject.act(step.text)) << where << ": not understood: " << step.text;
    }
  }
  for (const auto& line : subject.finish()) {
    EXPECT_TRUE(is_ignored(line)) << file.filename() << ": heard at the end: " << line;
  }
}

}  // namespace gougi::transcript
