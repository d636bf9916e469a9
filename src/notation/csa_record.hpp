// SPDX-License-Identifier: MIT
// Records in CSA's format: V1 to V3 are read, several games in one text too; V2.2 is written, or V3
// where only that has the words. It knows no variations. A comment is "'*…", which programs read;
// times of fractions of a second stand behind theirs ("'1500 ms") in V2.2. What an engine said
// stands as Floodgate has it ("'** 39 -3334FU +2726FU #5000") and is in the Record as KIF has it
// (thought.hpp). How freezes stand in it is in record_builder.hpp; theirs is a plain comment
// ("'freeze G").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "notation/record.hpp"

namespace gougi::notation {

/// The games of a text, one at least. An error names the line, but for a text with neither a header
/// line nor a move, which is no record. With `skip` a game that is an error costs no other.
base::Result<std::vector<Record>> read_csa(std::string_view text, Faulty faulty = Faulty::kRefuse,
                                           const SkipGame& skip = {});

/// The game without its variations.
std::string write_csa(const Record& record);

/// "TORYO", "+ILLEGAL_ACTION"; kNone has none.
std::string_view csa_end_word(End end);
std::optional<End> csa_end(std::string_view word);

}  // namespace gougi::notation
