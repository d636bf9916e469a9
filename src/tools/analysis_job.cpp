// SPDX-License-Identifier: MIT
#include "tools/analysis_job.hpp"

#include <fstream>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "analysis/judged_positions.hpp"
#include "analysis/problems.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/version.hpp"
#include "base/whole_file.hpp"
#include "io/private_file.hpp"
#include "io/sha256.hpp"
#include "tools/council_job.hpp"
#include "tools/game_results.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPositionsFile = "positions.db";

/// Whether the new file of problems has all those of the old one. Of which of several games a
/// problem is depends on how many are there, and makes no difference.
bool holds_problems_of(const fs::path& news, const fs::path& olds) {
  std::ifstream new_lines(news, std::ios::binary);
  std::ifstream old_lines(olds, std::ios::binary);
  std::set<std::string, std::less<>> problems;
  std::string line;
  while (std::getline(new_lines, line)) problems.emplace(analysis::problem_alone(line));
  while (std::getline(old_lines, line)) {
    if (!problems.contains(analysis::problem_alone(line))) return false;
  }
  return old_lines.eof() && new_lines.eof();
}

/// A folder that gets its name when all is in it, and otherwise leaves nothing.
class FolderDraft {
 public:
  explicit FolderDraft(fs::path to) : to_(std::move(to)), draft_(to_) {
    if (draft_.filename().empty()) draft_ = draft_.parent_path();  // "DIR/"
    draft_ = base::draft_of(draft_);
  }
  ~FolderDraft() {
    std::error_code ignored;
    fs::remove_all(draft_, ignored);
  }
  FolderDraft(const FolderDraft&) = delete;
  FolderDraft& operator=(const FolderDraft&) = delete;

  const fs::path& place() const { return draft_; }

  base::Result<void> begin() {
    std::error_code error;
    if (fs::exists(to_, error) && !fs::is_directory(to_, error)) {
      return base::fail(base::say({"{0}: is no folder, as the results of an analysis are",
                                   "{0}: フォルダではありません。解析の結果はフォルダです"},
                                  base::to_utf8(to_)));
    }
    fs::remove_all(draft_, error);
    return io::make_private_folder(draft_);
  }

  /// An error where a file that is there already holds what the new one of its name would not.
  base::Result<void> check_what_is_there() const {
    std::error_code error;
    for (fs::directory_iterator at(draft_, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
      const fs::path old = to_ / at->path().filename();
      if (fs::exists(old, error) && !holds(at->path(), old)) return base::would_lose(old);
    }
    return error ? cannot_be_written() : base::Result<void>();
  }

  /// File by file where there is a folder already: of each there is the old one or the new one.
  base::Result<void> put_in_place() {
    std::error_code error;
    if (!fs::exists(to_, error)) {
      error.clear();
      base::rename(draft_, to_, error);
    } else {
      // Of a run that was killed: it belongs to the old file.
      for (const char* const ending : {"-wal", "-shm"}) {
        fs::remove(to_ / (std::string(kPositionsFile) + ending), error);
      }
      for (fs::directory_iterator at(draft_, error); !error && at != fs::directory_iterator();
           at.increment(error)) {
        base::rename(at->path(), to_ / at->path().filename(), error);
        if (error) break;
      }
    }
    return error ? cannot_be_written() : base::Result<void>();
  }

 private:
  base::Result<void> cannot_be_written() const {
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to_)));
  }

  static bool holds(const fs::path& news, const fs::path& olds) {
    if (news.filename() == kPositionsFile) {
      const auto now = analysis::JudgedPositions::open_existing(news);
      const auto before = analysis::JudgedPositions::open_existing(olds);
      return now && before && (*now)->holds_all_of(**before);
    }
    const bool are_problems = news.extension() == ".sfen" || news.extension() == ".json";
    return are_problems ? holds_problems_of(news, olds) : farm::holds_lines_of(news, olds);
  }

  fs::path to_;
  fs::path draft_;
};

}  // namespace

base::Result<farm::Job> analysis_job(const AnalyseOrder& order,
                                     const settings::RelaySettings& settings,
                                     const std::vector<fs::path>& records) {
  farm::Job job{kAnalysis, {}};
  job.add("gougi", std::string(base::kVersion));
  job.add("number of records", std::to_string(records.size()));
  std::string list;  // in their order, which numbers the games
  for (const fs::path& record : records) {
    const auto hash = io::sha256_of_file(record);
    if (!hash) return tl::unexpected(hash.error());
    list += base::to_utf8(record.filename()) + "\n" + *hash + "\n";
  }
  const auto hash = io::sha256_of_text(list);
  if (!hash) return tl::unexpected(hash.error());
  job.add("records, by name and content,", "sha256 " + *hash);
  if (auto added = add_council(job, "council", settings); !added) {
    return tl::unexpected(added.error());
  }
  const auto number = [](auto value) { return std::to_string(value); };
  if (order.movetime) {
    job.add("--movetime", number(order.movetime->count()));
  } else {
    job.add("--nodes", number(order.nodes));
  }
  job.add("--mate-nodes", number(order.mate_nodes));
  job.add("--mistake", number(order.thresholds.mistake * 100));
  job.add("--blunder", number(order.thresholds.blunder * 100));
  return job;
}

base::Result<farm::Merged> merge_analyses(const fs::path& to, std::vector<farm::RowPart>& parts,
                                          bool partial, const std::optional<fs::path>& problems,
                                          const UnitsDone& progress) {
  FolderDraft draft(to);
  std::optional<FolderDraft> problems_draft;
  auto begun = draft.begin();
  if (begun && problems) begun = problems_draft.emplace(*problems).begin();
  if (!begun) return tl::unexpected(begun.error());
  std::string failure;  // the first
  const auto complain = [&failure](const std::string& what) {
    if (failure.empty()) failure = what;
  };
  const fs::path positions = draft.place() / kPositionsFile;
  if (auto made = io::PrivateFile::open(positions, io::PrivateFile::Start::kNew); !made) {
    return tl::unexpected(made.error());
  }
  auto judged = analysis::JudgedPositions::open(positions);
  if (!judged) return tl::unexpected(judged.error());
  ResultsFolder folder(draft.place(), complain);
  std::uint64_t games = 0;
  auto merged =
      farm::for_each_row(parts, partial, [&](farm::RowFile::Row&& row) -> base::Result<void> {
        const auto results = game_results_from_text(row.text);
        if (!results) {
          return base::fail(base::say({"game {0} of the parts {1}", "部分の対局 {0} {1}"}, row.unit,
                                      results.error().message));
        }
        folder.add(*results);
        for (const auto& [name, text] : results->judged) {
          if (auto kept = (*judged)->keep(name, text); !kept) complain(kept.error().message);
        }
        if (!failure.empty()) return base::fail(failure);
        return tell_done(progress, ++games);
      });
  if (!merged) return merged;
  judged->reset();
  folder.finish(problems_draft ? std::optional(problems_draft->place()) : std::nullopt);
  if (!failure.empty()) return base::fail(failure);
  auto placed = draft.check_what_is_there();
  if (placed && problems_draft) placed = problems_draft->check_what_is_there();
  if (placed) placed = draft.put_in_place();
  if (placed && problems_draft) placed = problems_draft->put_in_place();
  if (!placed) return tl::unexpected(placed.error());
  return merged;
}

}  // namespace gougi::tools
