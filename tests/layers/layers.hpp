// SPDX-License-Identifier: MIT
// Checks source text against the room table of src/README.md. Pure: files come as text, so that it
// can be tried on small trees. Used by layers_test.cpp alone.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gougi::layers {

/// Room -> what its row allows: other rooms, and library words such as `fmt` or `boost`.
using RoomTable = std::map<std::string, std::set<std::string>>;
/// Path below src/ with '/' -> text.
using SourceTree = std::map<std::string, std::string>;

/// Reads the rows "| `room` | sentence | a, b |" of the tour.
RoomTable read_room_table(std::string_view readme);

/// `text` without comments, and without the insides of string literals if `without_strings`; line
/// ends stay, so that line numbers hold.
std::string strip(std::string_view text, bool without_strings);

struct Findings {
  /// "src/path:line: what", sorted by path; empty if the tree keeps its layers.
  std::vector<std::string> violations;
  /// Every word of a row, but for `all`, that no file of its room makes use of.
  std::vector<std::string> unused_permissions;
};
Findings look_through(const RoomTable& table, const SourceTree& tree);

/// Types of one name that two files of a room define: "src/room: Name: a.cpp, b.hpp". Builds that
/// compile several sources as one would break, and two headers would break the language's rule.
/// Twins for two systems (x_posix.cpp, x_windows.cpp) are never compiled together.
std::vector<std::string> clashing_types(const SourceTree& tree);

}  // namespace gougi::layers
