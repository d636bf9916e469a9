// SPDX-License-Identifier: MIT
// Records as text in any of their formats. Used by the match's exports, by openings and by the
// commands that read records; files are for whoever uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "notation/record.hpp"

namespace gougi::notation {

enum class RecordFormat : std::uint8_t { kKif, kKi2, kCsa, kJkf };
inline constexpr RecordFormat kRecordFormats[] = {RecordFormat::kKif, RecordFormat::kKi2,
                                                  RecordFormat::kCsa, RecordFormat::kJkf};

/// "kif", "ki2", "csa", "jkf", and back.
std::string_view to_text(RecordFormat format);
std::optional<RecordFormat> record_format_from_text(std::string_view word);
/// By the end of a file's name; nothing: it is no record's.
std::optional<RecordFormat> record_format_of(std::string_view file_name);

/// The games of `text` (UTF-8; a byte order mark is passed over), one at least. An error says in a
/// line why there is none, with the line of `text`, or the place in JKF. Of several games (CSA) one
/// that is an error makes all of them one, unless `skip` takes it.
base::Result<std::vector<Record>> read_records(RecordFormat format, std::string_view text,
                                               Faulty faulty = Faulty::kRefuse,
                                               const SkipGame& skip = {});

/// CSA has the game alone, all others its variations, too.
std::string write_record(RecordFormat format, const Record& record);
/// The same for a file that is to be read again. The error says in a line what of the record JKF,
/// which is read within bounds, has no room for.
base::Result<std::string> write_readable_record(RecordFormat format, const Record& record);

}  // namespace gougi::notation
