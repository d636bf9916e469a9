// SPDX-License-Identifier: MIT
// What comes of a child's line, a wish or a moment, as HostSide gives it: values, to be taken in
// this order. Lines for the child are among them, so that what is said to others in between stays
// in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "usi/answer.hpp"

namespace gougi::usi {

/// Numbers the searches of one HostSide, from 1; 0 is none.
using SearchId = std::uint64_t;

/// A line for the child, without line end.
struct ToEngine {
  std::string line;
};
/// usiok: name and options are complete. Nothing goes out until the owner, who sets options now,
/// says go_on().
struct EngineDeclared {};
/// readyok. What was wished meanwhile waits for go_on().
struct EngineReady {};
/// A line of thought of search `id`. The views live until the next line().
struct EngineThinks {
  SearchId id;
  std::string_view line;
  InfoView info;
};
struct EngineMoves {
  SearchId id;
  BestMoveAnswer answer;
};
struct EngineMates {
  SearchId id;
  CheckMateAnswer answer;
};
/// What stands behind `bestmove`, `words`, is no move: search `id` has no other answer.
struct EngineUnreadable {
  SearchId id;
  std::string words;
};
/// A search that will have no answer: the child died, or was told to stop before it had begun.
struct SearchLost {
  SearchId id;
  /// HostSide::dropped_answer() of a child that died.
  std::optional<BestMoveAnswer> dropped = std::nullopt;
};
/// It was a search behind, and is no longer: `dropped` is what it had said for an older one.
struct EngineBackInStep {
  std::string dropped;
};
/// Something odd that did no harm: for the log.
struct EngineOddity {
  std::string text;
};
/// The child does not answer what it must: to be killed and restarted.
struct EngineStuck {
  std::string why;
};

using HostEvent =
    std::variant<ToEngine, EngineDeclared, EngineReady, EngineThinks, EngineMoves, EngineMates,
                 EngineUnreadable, SearchLost, EngineBackInStep, EngineOddity, EngineStuck>;

/// What the answers to a search are measured by. It goes down with the search, so that the
/// conversation asks nobody.
class SearchJudge {
 public:
  SearchJudge() = default;
  virtual ~SearchJudge() = default;
  SearchJudge(const SearchJudge&) = delete;
  SearchJudge& operator=(const SearchJudge&) = delete;

  /// Whether the rules allow this answer in the position that is searched.
  virtual bool is_possible(const BestMoveAnswer& answer) const = 0;
  /// Whether a line of thought, raw words, can be of this search.
  virtual bool may_think(std::string_view pv) const = 0;
};

}  // namespace gougi::usi
