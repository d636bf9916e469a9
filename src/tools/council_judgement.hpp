// SPDX-License-Identifier: MIT
// What a council is to say of positions and what it said of one, with the text by which that is
// kept. Plain values; used by `gougi analyse`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/mate_proofs.hpp"
#include "base/clock.hpp"
#include "base/result.hpp"
#include "consensus/council.hpp"
#include "shogi/game.hpp"
#include "tools/asked_engine.hpp"
#include "usi/limits.hpp"

namespace gougi::tools {

struct CouncilPlan {
  std::vector<std::string> names;  ///< of the members
  std::vector<AskedProgram> members;
  std::vector<usi::SearchLimits> limits;  ///< of each for a position
  std::uint64_t mate_nodes = 0;           ///< of the solver for a position; 0: it is not asked
  base::Milliseconds patience{600'000};
  std::string key;  ///< all that answers depend on besides the position
};

/// The positions of a game, with the line that each is told to an engine by.
class GameLine {
 public:
  explicit GameLine(const shogi::Game& game);
  std::size_t plies() const { return positions_.size() - 1; }
  /// After so many of its moves.
  const shogi::Position& position(std::size_t plies) const { return positions_[plies]; }
  /// So far, which knows what has stood before.
  shogi::Game game(std::size_t plies) const;
  std::string text(std::size_t plies) const { return line_.substr(0, ends_[plies]); }

 private:
  shogi::Game game_;
  std::string line_;
  std::vector<std::size_t> ends_;
  std::vector<shogi::Position> positions_;
};

/// By member; of one that failed the ballot is void, with the reason.
using CouncilBallots = std::vector<consensus::Ballot>;

struct Judgement {
  CouncilBallots ballots;
  std::optional<analysis::ProvenMate> mate;
  bool has_failures() const;
};

/// By which it is kept: another name for whatever may have another judgement.
base::Result<std::string> name_of(const CouncilPlan& plan, std::string_view position);

std::string judgement_text(const Judgement& judgement);
/// Nothing: `text` is no judgement of so many members at `position`.
std::optional<Judgement> read_judgement(std::string_view text, std::size_t members,
                                        const shogi::Position& position);

}  // namespace gougi::tools
