// SPDX-License-Identifier: MIT
// Records as KIF and KI2 write them, with headers, comments, variations (変化) and ends; KIF with
// times to the second. UTF-8; KIF is written with its line about that. KI2 knows no times: they
// stand in comments ("*1500 ms"). How freezes stand in them is in record_builder.hpp.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "notation/record.hpp"

namespace gougi::notation {

/// Reads KIF. The start is that of a freeze line; without one, what is drawn (see
/// diagram_reader.hpp), or even or a handicap by its name. An error names the line, but for a text
/// with neither a header line nor a move, which is no record.
base::Result<Record> read_kif(std::string_view text, Faulty faulty = Faulty::kRefuse);
/// As read_kif. Moves must be written as to_ki2 writes them, marks and spellings aside.
base::Result<Record> read_ki2(std::string_view text, Faulty faulty = Faulty::kRefuse);

std::string write_kif(const Record& record);
std::string write_ki2(const Record& record);

/// "先手の勝ち", "千日手": how KI2 says it behind "まで78手で".
std::string end_sentence(End end, shogi::Color mover, const Record& record);

}  // namespace gougi::notation
