// SPDX-License-Identifier: MIT
#include "notation/record_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/csa_record.hpp"
#include "notation/japanese_record.hpp"
#include "notation/jkf.hpp"

namespace gougi::notation {
namespace {

struct FileEnding {
  std::string_view text;
  RecordFormat format;
};
// The first of each format is its word, too.
constexpr std::array kFileEndings{
    FileEnding{".kif", RecordFormat::kKif},  FileEnding{".kifu", RecordFormat::kKif},
    FileEnding{".ki2", RecordFormat::kKi2},  FileEnding{".ki2u", RecordFormat::kKi2},
    FileEnding{".csa", RecordFormat::kCsa},  FileEnding{".jkf", RecordFormat::kJkf},
    FileEnding{".json", RecordFormat::kJkf},
};

base::Result<std::vector<Record>> alone(base::Result<Record> record) {
  if (!record) return tl::unexpected(record.error());
  std::vector<Record> records;
  records.push_back(std::move(*record));
  return records;
}

}  // namespace

std::string_view to_text(RecordFormat format) {
  return std::ranges::find(kFileEndings, format, &FileEnding::format)->text.substr(1);
}

std::optional<RecordFormat> record_format_from_text(std::string_view word) {
  for (const RecordFormat format : kRecordFormats) {
    if (to_text(format) == word) return format;
  }
  return std::nullopt;
}

std::optional<RecordFormat> record_format_of(std::string_view file_name) {
  for (const FileEnding& ending : kFileEndings) {
    if (file_name.size() < ending.text.size()) continue;
    if (base::iequals(file_name.substr(file_name.size() - ending.text.size()), ending.text)) {
      return ending.format;
    }
  }
  return std::nullopt;
}

base::Result<std::vector<Record>> read_records(RecordFormat format, std::string_view text,
                                               Faulty faulty, const SkipGame& skip) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  switch (format) {
    case RecordFormat::kKif:
      return alone(read_kif(text, faulty));
    case RecordFormat::kKi2:
      return alone(read_ki2(text, faulty));
    case RecordFormat::kCsa:
      return read_csa(text, faulty, skip);
    case RecordFormat::kJkf:
      break;
  }
  return alone(read_jkf(text, faulty));
}

std::string write_record(RecordFormat format, const Record& record) {
  switch (format) {
    case RecordFormat::kKif:
      return write_kif(record);
    case RecordFormat::kKi2:
      return write_ki2(record);
    case RecordFormat::kCsa:
      return write_csa(record);
    case RecordFormat::kJkf:
      break;
  }
  return write_jkf(record);
}

base::Result<std::string> write_readable_record(RecordFormat format, const Record& record) {
  std::string text = write_record(format, record);
  const auto excess = format == RecordFormat::kJkf ? jkf_excess(text) : std::nullopt;
  if (!excess) return text;
  return base::fail(
      base::say({"as JKF this record could not be read again ({0}); choose kif or ki2",
                 "JKF にすると読み込めない棋譜になります({0})。kif か ki2 にしてください"},
                *excess));
}

}  // namespace gougi::notation
