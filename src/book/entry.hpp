// SPDX-License-Identifier: MIT
// One position of a book with its candidate moves, and the lines that say it (the text format is
// that of #YANEURAOU-DB2016 1.00). Values and text only: no files, no choice. Used by everything in
// this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "shogi/position.hpp"

namespace gougi::book {

/// The first line of a book.
inline constexpr std::string_view kHeader = "#YANEURAOU-DB2016 1.00";

struct Candidate {
  shogi::BareMove move;
  shogi::BareMove reply;   ///< the one expected; none if there is none
  std::int32_t score = 0;  ///< centipawns, for the side to move
  std::int32_t depth = 0;  ///< of the search that gave the score
  std::int32_t count = 1;  ///< how often it was chosen
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Entry {
  std::string position;               ///< SFEN, usually with its ply: what follows the word `sfen`
  std::vector<Candidate> candidates;  ///< the best first
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Nothing {};  ///< an empty line, or a comment
struct PositionLine {
  std::string text;  ///< as Entry::position
  shogi::Position position;
};
using Line = std::variant<Nothing, PositionLine, Candidate>;

/// Reads one line without its end. Of a candidate the fields after the move may be missing; a word
/// that is no reply (`none`, `resign`, whatever) is none; numbers beyond int32 become its bounds.
/// The error says what is wrong, not where.
base::Result<Line> parse_line(std::string_view line);

/// The text of a position in a book: with its ply, and without.
std::string position_text(const shogi::Position& position);
std::string_view without_ply(std::string_view position_text);

/// The lines of an entry, each with its end.
void append(std::string& out, const Entry& entry);

/// Whether a book prefers `a` to `b` for the same position: searched deeper, or as deep with more
/// candidates.
bool outranks(const Entry& a, const Entry& b);

/// Brings candidates into the order of a book: by falling score if any of them has one, else by
/// falling count; equals keep their order.
void rank(std::vector<Candidate>& candidates);

}  // namespace gougi::book
