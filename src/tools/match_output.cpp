// SPDX-License-Identifier: MIT
#include "tools/match_output.hpp"

#include <fstream>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "match/game_text.hpp"
#include "notation/record_text.hpp"
#include "tools/output_place.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Which match made a file; of one that is not kept, the command alone.
std::string mark_of(const MatchOutputs& outputs) {
  return outputs.identity.empty() ? "gougi match" : "gougi match " + outputs.identity;
}

base::Result<void> be_ours(const fs::path& file, const MatchOutputs& outputs) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(file, ignored))) return {};
  const bool is_ours = outputs.is_new
                           ? fs::is_regular_file(file, ignored) && fs::is_empty(file, ignored)
                           : is_marked(file, mark_of(outputs));
  if (is_ours) return {};
  return base::fail(
      base::say({"{0}: exists already and was not made by this match; choose another name",
                 "{0}: すでにあり、この対局が作ったものではありません。別の名前にしてください"},
                base::to_utf8(file)));
}

// Records have numbers as names.
bool is_record_name(const fs::path& name, const std::string& format) {
  const std::string stem = base::to_utf8(name.stem());
  return name.extension() == "." + format && !stem.empty() &&
         stem.find_first_not_of("0123456789") == std::string::npos;
}

base::Result<void> check_export_place(const MatchOutputs& outputs, const Export& wanted,
                                      const std::vector<fs::path>& taken) {
  if (is_line_format(wanted.format)) {
    if (auto fits = check_output_file(wanted.to, taken); !fits) return fits;
    return be_ours(wanted.to, outputs);
  }
  std::error_code none;
  for (fs::directory_iterator entry(wanted.to, none), end; !none && entry != end;
       entry.increment(none)) {
    if (!is_record_name(entry->path().filename(), wanted.format)) continue;
    if (auto ours = be_ours(entry->path(), outputs); !ours) return ours;
  }
  return check_output_folder(wanted.to);
}

/// Writes one file after the other and remembers the first that could not be.
class Writer {
 public:
  explicit Writer(const MatchOutputs& outputs) : outputs_(outputs) {}

  // It may have come since the check, while the games ran.
  void write(const fs::path& file, const std::string& text) {
    if (auto ours = be_ours(file, outputs_); !ours) return keep(ours.error().message);
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text << std::flush;
    if (!stream)
      keep(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(file)));
  }
  base::Result<void> result() const {
    return trouble_.empty() ? base::Result<void>() : base::fail(trouble_);
  }

 private:
  void keep(const std::string& trouble) {
    if (trouble_.empty()) trouble_ = trouble;
  }

  const MatchOutputs& outputs_;
  std::string trouble_;
};

// With a line behind the first one, as that says how the text is to be read.
std::string marked(std::string text, const std::string& line) {
  return text.insert(text.find('\n') + 1, line + "\n");
}

std::string export_text(const std::string& format, const match::GameRecord& game,
                        const match::GameNames& names, const std::string& mark) {
  const auto known = notation::record_format_from_text(format);
  notation::Record record = match::to_record(game, names);
  if (known == notation::RecordFormat::kJkf) {
    record.headers.insert(record.headers.begin(), {"備考", mark});
    return write_record(*known, record);
  }
  const std::string text = write_record(*known, record);
  if (known == notation::RecordFormat::kKif) return marked(text, "#" + mark);
  if (known == notation::RecordFormat::kCsa) return marked(text, "'" + mark);
  return "#" + mark + "\n" + text;
}

void write_export(Writer& writer, const MatchOutputs& outputs, const Export& wanted,
                  const match::ReportFacts& facts, const std::vector<match::GameRecord>& games) {
  const auto names_of = [&facts](const match::GameRecord& game) {
    return match::GameNames{facts.engines[game.black].name, facts.engines[game.white].name};
  };
  if (is_line_format(wanted.format)) {
    std::string lines;
    for (const match::GameRecord& game : games) {
      // A line is a game: the mark is in the first one's remark.
      const std::string mark = lines.empty() ? ", " + mark_of(outputs) : "";
      lines += match::to_line(game, names_of(game)) + mark + "\n";
    }
    return writer.write(wanted.to, lines);
  }
  std::error_code ignored;
  fs::create_directories(wanted.to, ignored);
  for (const match::GameRecord& game : games) {
    const std::string number = std::to_string(game.number + 1);
    const std::string zeros(number.size() < 6 ? 6 - number.size() : 0, '0');
    writer.write(wanted.to / (zeros + number + "." + wanted.format),
                 export_text(wanted.format, game, names_of(game), mark_of(outputs)));
  }
}

}  // namespace

base::Result<void> check_outputs(const MatchOutputs& outputs) {
  std::vector<fs::path> taken = outputs.taken;
  if (!outputs.report.empty()) {
    if (auto fits = check_output_file(outputs.report, taken); !fits) return fits;
    if (auto ours = be_ours(outputs.report, outputs); !ours) return ours;
    taken.push_back(outputs.report);
  }
  for (const Export& wanted : outputs.exports) {
    if (auto fits = check_export_place(outputs, wanted, taken); !fits) return fits;
    taken.push_back(wanted.to);
  }
  return {};
}

base::Result<void> write_outputs(const MatchOutputs& outputs, const match::ReportFacts& facts,
                                 const std::vector<match::GameRecord>& games) {
  Writer writer(outputs);
  if (!outputs.report.empty()) {
    writer.write(outputs.report, marked_page(match::report_html(facts, games), mark_of(outputs)));
  }
  for (const Export& wanted : outputs.exports) write_export(writer, outputs, wanted, facts, games);
  return writer.result();
}

}  // namespace gougi::tools
