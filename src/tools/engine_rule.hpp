// SPDX-License-Identifier: MIT
// A rule of `gougi check --engine`: what is wanted of an engine, where that comes from, and the
// function that tries it. The rules stand in tables by what they are about; docs/check.md lists
// them all, and a test compares. For the tools room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check_words.hpp"
#include "tools/engine_examinee.hpp"

namespace gougi::tools {

enum class Verdict : std::uint8_t { kOk, kWarning, kFailed, kSkipped };

struct Finding {
  Verdict verdict = Verdict::kOk;
  std::string what;  ///< in words: what was sent, what came
};

/// How bad it is not to keep a rule.
enum class Weight : std::uint8_t {
  kMust,    ///< games are lost or GUIs refuse the engine
  kShould,  ///< some GUI or user misses it: a warning
};

struct Rule {
  std::string_view name;
  Bilingual wants;
  std::string_view source;
  Weight weight;
  /// The engine is ready and idle, and need not be afterwards. kFailed becomes a warning where the
  /// rule is no must.
  Finding (*check)(Examinee& engine);
};

// How it introduces itself, its options, and what it bears before the first game.
std::span<const Rule> start_rules();
// Positions and what is played there.
std::span<const Rule> position_rules();
// go, stop, ponder, mate.
std::span<const Rule> search_rules();
// Games, what was seen on the way, and the end.
std::span<const Rule> manner_rules();
/// All of them, in the order in which they are tried.
std::vector<const Rule*> all_rules();

// What the rules' functions share.

/// Where nothing is wrong.
Finding kept();
Finding broken(std::string what);
/// `sent` was answered by `came`.
Finding answered_wrongly(const Examinee& engine, std::string_view sent, std::string_view came);
/// `sent` was not answered within `limit`, or the engine is gone.
Finding unanswered(const Examinee& engine, std::string_view sent, base::Duration limit);
/// Whether it answers `isready` still; `sent` is what may have hurt it.
Finding lives_on(Examinee& engine, std::string_view sent);

/// Whether resigning is right.
enum class Resigning : std::uint8_t { kWrong, kFine };
/// `answer` to `sent`, judged in the position that was said last.
Finding judged(const Examinee& engine, std::string_view sent, const Examinee::Answer& answer,
               Resigning resigning = Resigning::kWrong);
/// Says `position` and `go`, and judges the answer, which may take `time` and some patience.
Finding plays(Examinee& engine, const std::string& position, const std::string& go,
              base::Milliseconds time, Resigning resigning = Resigning::kWrong);

}  // namespace gougi::tools
