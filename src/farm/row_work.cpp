// SPDX-License-Identifier: MIT
#include "farm/row_work.hpp"

#include <system_error>
#include <vector>

#include "match/database.hpp"

namespace gougi::farm {

base::Result<RowWork> RowWork::begin(const std::filesystem::path& file, const Part& part,
                                     const Frame& frame, std::uint64_t units) {
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(file, ignored);
  auto rows = RowFile::open(file, part, frame);
  if (!rows) return tl::unexpected(rows.error());
  RowWork work(std::move(*rows), std::make_unique<Fresh>(is_new ? file : std::filesystem::path()));
  const auto finished = work.rows_.finished();
  if (!finished) return tl::unexpected(finished.error());
  const auto identity = identity_of(part.job);
  if (!identity) return tl::unexpected(identity.error());
  std::vector<ProgressLine> lines;
  for (const std::uint64_t unit : *finished) lines.push_back({unit, {}});
  work.finished_.insert(finished->begin(), finished->end());
  work.log_ = std::make_unique<ProgressLog>(
      file, ProgressHead{part.job.kind, *identity, part.shard, units, {}, {}}, lines);
  return work;
}

RowWork::Fresh::~Fresh() {
  if (file_.empty()) return;
  match::Database::remove(file_);
  std::error_code ignored;
  std::filesystem::remove(ProgressLog::of(file_), ignored);
}

base::Result<void> RowWork::complete(std::uint64_t units) {
  fresh_->keep();
  return rows_.complete(units);
}

base::Result<void> RowWork::add(std::uint64_t unit, const std::string& text) {
  auto kept = rows_.add(unit, text);
  if (!kept) return kept;
  fresh_->keep();
  finished_.insert(unit);
  log_->add({unit, {}});
  return kept;
}

}  // namespace gougi::farm
