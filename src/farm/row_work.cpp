// SPDX-License-Identifier: MIT
#include "farm/row_work.hpp"

#include <vector>

namespace gougi::farm {

base::Result<RowWork> RowWork::begin(const std::filesystem::path& file, const Part& part,
                                     const Frame& frame, std::uint64_t units) {
  auto rows = RowFile::open(file, part, frame);
  if (!rows) return tl::unexpected(rows.error());
  RowWork work(std::move(*rows));
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

base::Result<void> RowWork::add(std::uint64_t unit, const std::string& text) {
  auto kept = rows_.add(unit, text);
  if (!kept) return kept;
  finished_.insert(unit);
  log_->add({unit, {}});
  return kept;
}

}  // namespace gougi::farm
