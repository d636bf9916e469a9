// SPDX-License-Identifier: MIT
// What can be learnt from a match's file besides its result: each engine's scores with how its
// games ended, and the decisions of the relays whose votes were kept. Used by `gougi calibrate` and
// `gougi study`.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "match/game_record.hpp"
#include "relay/decision_record.hpp"
#include "study/score_samples.hpp"

namespace gougi::tools {

/// What is gathered of a file, within bounds: what is counted for every voter in every decision
/// would fill the memory if a file named ever more voters, or told of ever longer games.
class GatheredBounds {
 public:
  /// Whether these voters are still within the bounds.
  bool admit(const std::vector<relay::RecordedVoter>& voters);
  /// Whether so many bytes of positions more are.
  bool admit(std::size_t bytes);
  /// The error says what was too much in `file`.
  base::Result<void> result(const std::filesystem::path& file) const;

 private:
  std::set<std::pair<int, std::string>> voters_;
  std::size_t bytes_ = 0;
};

/// Whether the file is an SQLite database, as `gougi match --file` writes one. False if it cannot
/// be read.
bool is_match_file(const std::filesystem::path& file);

/// Whose scores are looked at: engines as they are numbered, those of a match and those of a relay.
struct MatchSamples {
  study::ScoreSamples players;
  study::ScoreSamples voters;  ///< of relays whose notes hold their votes
};

/// Adds every game, of whatever game; players are numbered in the match's order, voters in their
/// relay's. `goes_on` is asked before each game; once it says false, that is an error.
base::Result<void> take_match(const std::filesystem::path& file, MatchSamples& samples,
                              const std::function<bool()>& goes_on);

/// The decisions of engine `engine` in a game whose notes hold its votes, as a relay would have
/// recorded them, of its first 2000 moves. What the votes do not say is taken as usual: weights are
/// 1, and voters from the first on have these coefficients, or 600. `number` becomes the record's
/// game.
std::vector<relay::DecisionRecord> decisions_of(const match::GameRecord& game, std::size_t engine,
                                                const std::vector<int>& eval_coefs, int number);

}  // namespace gougi::tools
