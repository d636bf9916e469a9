// SPDX-License-Identifier: MIT
#include "tools/match_output.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "match/game_text.hpp"
#include "notation/record_text.hpp"
#include "tools/output_place.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMatchMark = "gougi match ";

// The mark stands in one of the first two lines, of which one may be a whole game.
bool is_made_by(const fs::path& file, const std::string& identity) {
  constexpr std::size_t kMostHead = 1 << 20;
  auto stream = base::open_to_read(file);
  if (!stream) return false;
  std::string head(kMostHead, '\0');
  stream->read(head.data(), static_cast<std::streamsize>(head.size()));
  if (stream->bad()) return false;
  head.resize(static_cast<std::size_t>(stream->gcount()));
  if (head.empty()) return true;  // nothing is lost
  if (identity.empty()) return false;
  head.resize(
      std::min(head.find('\n', std::min(head.find('\n'), head.size() - 1) + 1), head.size()));
  return head.find(kMatchMark + identity) != std::string::npos;
}

base::Result<void> be_ours(const fs::path& file, const std::string& identity) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(file, ignored)) || is_made_by(file, identity)) return {};
  return base::fail(
      base::say({"{0}: is there and was not made by this match, whose file names it; move it away, "
                 "or say --report or --export anew on the command line",
                 "{0}: "
                 "対局のファイルに書かれた書き出し先ですが、この対局が作ったものではありません。よ"
                 "そへ移すか、--report や --export を指定し直してください"},
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
    if (outputs.exports_are_of_file) {
      if (auto ours = be_ours(wanted.to, outputs.identity); !ours) return ours;
    }
    return check_output_file(wanted.to, taken);
  }
  if (outputs.exports_are_of_file) {
    std::error_code none;
    for (fs::directory_iterator entry(wanted.to, none), end; !none && entry != end;
         entry.increment(none)) {
      if (!is_record_name(entry->path().filename(), wanted.format)) continue;
      if (auto ours = be_ours(entry->path(), outputs.identity); !ours) return ours;
    }
  }
  return check_output_folder(wanted.to);
}

/// Writes one file after the other and remembers the first that could not be.
class Writer {
 public:
  explicit Writer(const std::string& identity) : identity_(identity) {}

  void write(const fs::path& file, const std::string& text, bool is_of_file) {
    if (is_of_file) {
      if (auto ours = be_ours(file, identity_); !ours) return keep(ours.error().message);
    }
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

  const std::string& identity_;
  std::string trouble_;
};

// With a line behind the first one, as that says how the text is to be read.
std::string marked(std::string text, const std::string& identity, const std::string& before,
                   const std::string& after = "") {
  if (identity.empty()) return text;
  return text.insert(text.find('\n') + 1, before + kMatchMark + identity + after + "\n");
}

std::string export_text(const std::string& format, const match::GameRecord& game,
                        const match::GameNames& names, const std::string& identity) {
  const auto known = notation::record_format_from_text(format);
  notation::Record record = match::to_record(game, names);
  if (known == notation::RecordFormat::kJkf) {
    if (!identity.empty())
      record.headers.insert(record.headers.begin(), {"備考", kMatchMark + identity});
    return write_record(*known, record);
  }
  const std::string text = write_record(*known, record);
  if (known == notation::RecordFormat::kKif) return marked(text, identity, "#");
  if (known == notation::RecordFormat::kCsa) return marked(text, identity, "'");
  return identity.empty() ? text : "#" + (kMatchMark + identity) + "\n" + text;
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
      const bool has_mark = lines.empty() && !outputs.identity.empty();
      lines += match::to_line(game, names_of(game)) +
               (has_mark ? ", " + (kMatchMark + outputs.identity) : std::string()) + "\n";
    }
    return writer.write(wanted.to, lines, outputs.exports_are_of_file);
  }
  std::error_code ignored;
  fs::create_directories(wanted.to, ignored);
  for (const match::GameRecord& game : games) {
    const std::string number = std::to_string(game.number + 1);
    const std::string zeros(number.size() < 6 ? 6 - number.size() : 0, '0');
    writer.write(wanted.to / (zeros + number + "." + wanted.format),
                 export_text(wanted.format, game, names_of(game), outputs.identity),
                 outputs.exports_are_of_file);
  }
}

}  // namespace

base::Result<void> check_outputs(const MatchOutputs& outputs) {
  std::vector<fs::path> taken = outputs.taken;
  if (!outputs.report.empty()) {
    if (outputs.report_is_of_file) {
      if (auto ours = be_ours(outputs.report, outputs.identity); !ours) return ours;
    }
    if (auto fits = check_output_file(outputs.report, taken); !fits) return fits;
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
  Writer writer(outputs.identity);
  if (!outputs.report.empty()) {
    writer.write(outputs.report,
                 marked(match::report_html(facts, games), outputs.identity, "<!-- ", " -->"),
                 outputs.report_is_of_file);
  }
  for (const Export& wanted : outputs.exports) write_export(writer, outputs, wanted, facts, games);
  return writer.result();
}

}  // namespace gougi::tools
