// SPDX-License-Identifier: MIT
// Councils in few words, for the decision tables.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "consensus/strategy.hpp"

namespace gougi::consensus {

using usi::Score;

inline const shogi::BareMove kA =
    shogi::BareMove::board(shogi::Square::of(7, 7), shogi::Square::of(7, 6));
inline const shogi::BareMove kB =
    shogi::BareMove::board(shogi::Square::of(2, 7), shogi::Square::of(2, 6));
inline const shogi::BareMove kC =
    shogi::BareMove::board(shogi::Square::of(5, 7), shogi::Square::of(5, 6));
inline const shogi::BareMove kD =
    shogi::BareMove::board(shogi::Square::of(1, 7), shogi::Square::of(1, 6));

inline Voter voter(int number, consensus::Choice choice,
                   std::optional<Score> score = std::nullopt) {
  Voter v;
  v.number = number;
  v.ballot = Ballot{};
  v.ballot->choice = choice;
  v.ballot->score = score;
  return v;
}

/// With a centipawn score.
inline Voter at(int number, shogi::BareMove move, int cp) {
  return voter(number, move, Score::cp(cp));
}

/// The opponent's score after `move`, searched by `voter`.
inline Reply reply(int voter, shogi::BareMove move, std::optional<Score> score) {
  return {.question = {voter, move}, .score = score};
}
inline Reply reply(int voter, shogi::BareMove move, int cp) {
  return reply(voter, move, Score::cp(cp));
}

inline Voter void_voter(int number, consensus::Choice choice,
                        std::optional<Score> score = std::nullopt) {
  Voter v = voter(number, choice, score);
  v.ballot->void_reason = "illegal move";
  return v;
}

inline Voter awaited(int number) {
  Voter v;
  v.number = number;
  v.awaited = true;
  return v;
}

inline Voter lost(int number) {
  Voter v;
  v.number = number;
  return v;
}

inline Voter weighing(double weight, Voter v) {
  v.weight = weight;
  return v;
}

inline Voter walking_into_mate(Voter v) {
  v.walks_into_mate = true;
  return v;
}

inline Verdict decide(std::string_view strategy, const Council& council) {
  return decide(*find_strategy(strategy), council);
}

/// The number of the voter whose ballot is played, 0 for "wait", -1 for "no ballot", -2 for "ask".
inline int winner(std::string_view strategy, const Council& council) {
  const Verdict verdict = decide(strategy, council);
  if (const auto* decided = std::get_if<Decided>(&verdict)) return decided->voter;
  if (std::holds_alternative<Wait>(verdict)) return 0;
  return std::holds_alternative<NoBallot>(verdict) ? -1 : -2;
}

inline int winner(std::string_view strategy, std::vector<Voter> voters) {
  return winner(strategy, Council{std::move(voters)});
}

/// The reason of a decision; empty if it is none.
inline std::string reason(std::string_view strategy, const Council& council) {
  const Verdict verdict = decide(strategy, council);
  const auto* decided = std::get_if<Decided>(&verdict);
  return decided == nullptr ? "" : decided->reason;
}

inline std::string reason_ja(std::string_view strategy, const Council& council) {
  const Verdict verdict = decide(strategy, council);
  const auto* decided = std::get_if<Decided>(&verdict);
  return decided == nullptr ? "" : decided->reason_ja;
}

}  // namespace gougi::consensus
