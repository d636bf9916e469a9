// SPDX-License-Identifier: MIT
// What must hold for any bytes that were kept of a judged position. Used by the fuzzer
// (judgement_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/game_review.hpp"
#include "analysis/mate_proofs.hpp"
#include "analysis/problems.hpp"
#include "base/text.hpp"
#include "fuzz/record_target.hpp"
#include "notation/sfen.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::fuzz {

inline shogi::Game judged_game() {
  shogi::Game game;
  static_cast<void>(game.play(*notation::parse_usi_move("7g7f")));
  static_cast<void>(game.play(*notation::parse_usi_move("3c3d")));
  return game;
}

/// What the council would do is possible where it was asked.
inline std::string check_verdict(const shogi::Position& position,
                                 const analysis::Verdict& verdict) {
  if (verdict.move && !shogi::Game(position).play(*verdict.move)) return "an illegal move";
  for (const auto& line : {verdict.line, verdict.mate_line}) {
    shogi::Game game(position);
    for (const shogi::Move move : line) {
      if (!game.play(move)) return "a line that cannot be played";
    }
  }
  for (const auto& rate : verdict.members) {
    if (rate && !(*rate >= 0 && *rate <= 1)) return "a win rate that is none";
  }
  return "";
}

/// What `gougi analyse` makes of a judgement of each position of a game.
inline std::string check_judged_game(const tools::Judgement& judgement) {
  const shogi::Game game = judged_game();
  std::vector<analysis::Verdict> verdicts;
  shogi::Game at;
  consensus::Council council;
  council.facts.engines = static_cast<int>(judgement.ballots.size());
  council.facts.may_ask = false;
  for (const consensus::Ballot& ballot : judgement.ballots) {
    consensus::Voter& voter = council.voters.emplace_back();
    voter.number = static_cast<int>(council.voters.size());
    voter.ballot = ballot;
  }
  for (const char* const rule : {"majority", "optimistic", "visits"}) {
    const consensus::Strategy* const strategy = consensus::find_strategy(rule);
    if (strategy == nullptr) return "no such rule";
    analysis::Verdict verdict = analysis::verdict_of(at, *strategy, council);
    analysis::settle_mate(at, judgement.mate, verdict);
    if (auto broken = check_verdict(at.position(), verdict); !broken.empty()) return broken;
    verdicts.push_back(std::move(verdict));
  }
  const auto review = analysis::review_of(game, verdicts, {});
  notation::Record record;
  notation::NodeIndex last = 0;
  for (const shogi::Move move : game.moves()) last = record.add(last, move);
  analysis::annotate(record, verdicts, review);
  analysis::problems_of("game", game, verdicts, review);
  return check_record(record);
}

/// What was broken by `bytes`, or nothing. What is taken is kept as the same again.
inline std::string check_judgement(std::string_view bytes) {
  const shogi::Position start = shogi::Position::start();
  for (const std::size_t members : {std::size_t{1}, std::size_t{3}}) {
    const auto judgement = tools::read_judgement(bytes, members, start);
    if (!judgement) continue;
    if (judgement->ballots.size() != members) return "a judgement of others";
    const std::string text = tools::judgement_text(*judgement);
    if (text.find('\n') != std::string::npos || !base::is_valid_utf8(text)) return "no line";
    const auto again = tools::read_judgement(text, members, start);
    if (!again || tools::judgement_text(*again) != text) return "a judgement that changes";
    return check_judged_game(*judgement);
  }
  return "";
}

}  // namespace gougi::fuzz
