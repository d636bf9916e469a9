// SPDX-License-Identifier: MIT
#include "tools/judged_disputes.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "tools/study_lines.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJudgedFormat = "gougi study 1";

std::string head_line(const std::string& job) {
  return nlohmann::json{{"format", kJudgedFormat}, {"job", job}}.dump() + "\n";
}

std::string judged_line(std::uint64_t unit, const std::vector<double>& win_rates) {
  return nlohmann::json{{"decision", unit}, {"win_rates", win_rates}}.dump() + "\n";
}

std::optional<std::pair<std::uint64_t, std::vector<double>>> parse_judged(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("decision") || !json.contains("win_rates")) return {};
  if (!json["decision"].is_number_unsigned() || !json["win_rates"].is_array()) return {};
  std::vector<double> win_rates;
  for (const nlohmann::json& rate : json["win_rates"]) {
    if (!rate.is_number() || rate.get<double>() < 0 || rate.get<double>() > 1) return {};
    win_rates.push_back(rate.get<double>());
  }
  return std::pair(json["decision"].get<std::uint64_t>(), std::move(win_rates));
}

}  // namespace

base::Result<JudgedDisputes> JudgedDisputes::open(const fs::path& file,
                                                  const std::optional<base::Shard>& shard,
                                                  farm::Job job, std::uint64_t units) {
  JudgedDisputes opened;
  opened.units_ = units;
  opened.shard_ = shard.value_or(base::Shard());
  if (file.empty()) return opened;
  const auto identity = farm::identity_of(job);
  if (!identity) return tl::unexpected(identity.error());
  const std::string head = head_line(*identity);
  if (!shard) {
    if (auto done = opened.open_lines(file, head); !done) return tl::unexpected(done.error());
    return opened;
  }
  auto part = farm::RowWork::begin(file, {std::move(job), *shard}, {head, "", "", head}, units);
  if (!part) return tl::unexpected(part.error());
  opened.part_ = std::move(*part);
  return opened;
}

bool JudgedDisputes::wants(std::uint64_t unit) const {
  return unit < units_ && (part_ ? part_->wants(unit) : !known_.contains(unit));
}

std::uint64_t JudgedDisputes::wanted() const {
  return part_ ? shard_.count(units_) - part_->finished() : units_ - known_.size();
}

base::Result<void> JudgedDisputes::add(std::uint64_t unit, const std::vector<double>& win_rates) {
  const std::string line = judged_line(unit, win_rates);
  if (part_) return part_->add(unit, line);
  if (!lines_ || lines_->write(line) == line.size()) return {};
  return base::fail(
      base::say({"{0}: cannot be written any more, perhaps the disk is full; what is done stays",
                 "{0}: 書けなくなりました。ディスクの空きを確かめてください。終わった分は残ります"},
                base::to_utf8(file_)));
}

base::Result<void> JudgedDisputes::finish() {
  return part_ ? part_->complete(units_) : base::Result<void>();
}

base::Result<void> JudgedDisputes::open_lines(const fs::path& file, const std::string& head) {
  file_ = file;
  const std::string name = base::to_utf8(file);
  {  // it must be there to be locked
    const auto made = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
    if (!made) return tl::unexpected(made.error());
    if (!made->is_regular())
      return base::fail(
          base::say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"}, name));
  }
  lock_ = std::make_unique<io::FileLock>(file);
  if (lock_->is_refused()) {
    return base::fail(
        base::say({"{0}: another gougi study writes it; wait for it, or name another file",
                   "{0}: ほかの gougi study "
                   "が書き込んでいます。終わるのを待つか、別のファイルにしてください"},
                  name));
  }
  if (auto read = read_lines(head); !read) return read;
  auto lines = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
  if (!lines) return tl::unexpected(lines.error());
  lines_ = std::move(*lines);
  if (lines_->size() > 0 || lines_->write(head) == head.size()) return {};
  return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, name));
}

base::Result<void> JudgedDisputes::read_lines(const std::string& head) {
  const std::string name = base::to_utf8(file_);
  auto lines = StudyLines::open(file_);
  if (!lines) return tl::unexpected(lines.error());
  const auto wrong_line = [&](std::size_t number) {
    return base::fail(base::say(
        {"{0}:{1}: is no judged decision", "{0}:{1}: 判定した決定ではありません"}, name, number));
  };
  const auto no_file_of_ours = [&] {
    return base::fail(
        base::say({"{0}: is no file of gougi study; name a new file",
                   "{0}: gougi study のファイルではありません。新しいファイルにしてください"},
                  name));
  };
  std::string line;
  LineEnd end = lines->next(line);
  for (; end == LineEnd::kWhole; end = lines->next(line)) {
    if (lines->number() == 1) {
      if (line + "\n" == head) continue;
      return nlohmann::json::parse(line, nullptr, false).is_object()
                 ? base::fail(base::say(
                       {"{0}: is of other files, nodes or decisions; name a new file",
                        "{0}: "
                        "別のファイル・ノード数・決定のものです。新しいファイルにしてください"},
                       name))
                 : no_file_of_ours();
    }
    auto judged = parse_judged(line);
    if (!judged || judged->first >= units_ || known_.contains(judged->first)) {
      return wrong_line(lines->number());
    }
    known_.insert(std::move(*judged));
  }
  // The half of a line, which a program that was killed leaves behind; of the first line only what
  // could have become ours.
  if (end == LineEnd::kNone) return lines->check();
  if (lines->number() == 0 && !head.starts_with(line)) {
    return no_file_of_ours();
  }
  if (end == LineEnd::kTooLong) return wrong_line(lines->number() + 1);
  return lines->cut();
}

}  // namespace gougi::tools
