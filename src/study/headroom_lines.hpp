// SPDX-License-Identifier: MIT
// The file of a headroom study, line by line as JSON: first the order, which says everything that
// the results depend on, then a line for each position that is done. Whoever wrote it, it is data:
// what does not fit is refused with what is wrong. No file is touched here. Used by `gougi study
// --headroom`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "consensus/council.hpp"
#include "study/headroom.hpp"
#include "study/position_lot.hpp"

namespace gougi::study {

struct HeadroomEngine {
  std::string name;
  std::string command;
  std::vector<std::pair<std::string, std::string>> options;
  /// Of the bytes of its program and of what this reads: where they lie does not matter. Empty: not
  /// known, and the command counts as it is typed.
  std::string identity = {};
  friend bool operator==(const HeadroomEngine&, const HeadroomEngine&) = default;
};

/// What shapes the results.
struct HeadroomOrder {
  std::vector<HeadroomEngine> engines;
  std::size_t anchor = 0;  ///< one of them
  std::uint64_t nodes = 0;
  HeadroomEngine judge;
  std::uint64_t judge_nodes = 0;
  int judge_coef = 600;
  std::uint64_t positions = 200;  ///< wished for
  std::uint64_t seed = 1;
  std::string games;   ///< their fingerprint
  bool again = false;  ///< the moves are those of a study before: a second judge values them
};

/// One position that is done.
struct HeadroomLine {
  std::size_t number = 0;  ///< in the lot, from 0
  std::size_t game = 0;    ///< its place among the games, from 0
  /// The game's fingerprint, the same in whatever study; empty: of an older gougi.
  std::string game_id;
  int ply = 1;                       ///< number of the move to be chosen
  std::string position;              ///< the whole `position …` line
  std::string left_out;              ///< why; empty: the following hold
  std::vector<std::string> moves;    ///< all different ones, "resign" among them
  std::vector<double> win_rates;     ///< of these
  std::vector<bool> captures;        ///< of these
  std::vector<bool> checks;          ///< of these
  std::vector<std::size_t> members;  ///< by member: which of these
  /// By member: its answer as it would be a vote, with all that its search said; no time.
  std::vector<consensus::Ballot> searches;
  std::size_t whole = 0;   ///< the anchor's with all nodes
  std::size_t judges = 0;  ///< the judge's own
};

/// What is to be asked, in the order of the lot.
std::vector<HeadroomLine> drawn_lines(const std::vector<LotGame>& games,
                                      const std::vector<DrawnPosition>& places);

std::string to_line(const HeadroomOrder& order);
std::string to_line(const HeadroomLine& line);

/// Nothing where the file's first line `text` is of the same order; else what differs, or that it
/// is none, in words that go behind the file's name.
std::optional<std::string> difference(std::string_view text, const HeadroomOrder& order);

/// What a file's first line says of its study; what does not fit is named.
base::Result<HeadroomOrder> parse_headroom_order(std::string_view text);

/// What makes the members' answers of two studies, each of which may have its own judge and anchor,
/// such as cannot be taken together; nothing: they can.
std::optional<std::string> members_difference(const HeadroomOrder& order,
                                              const HeadroomOrder& before);

/// Of a study of so many members and positions.
base::Result<HeadroomLine> parse_headroom_line(std::string_view text, std::size_t members,
                                               std::size_t positions);

/// Of a line that is not left out.
HeadroomSample sample_of(const HeadroomLine& line);

}  // namespace gougi::study
