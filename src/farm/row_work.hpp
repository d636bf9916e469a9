// SPDX-License-Identifier: MIT
// A part whose results are rows, while it is done: its file, what of it is finished already, and
// the log for whoever watches. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "farm/progress_log.hpp"
#include "farm/row_file.hpp"

namespace gougi::farm {

class RowWork {
 public:
  /// Begins the part's file or goes on with it; one that it began goes again with this if no unit
  /// was kept, as it would stand in the way once the engine or the words are mended. `units`: of
  /// all parts together; 0: not known. The error says what the file is if it is another's.
  static base::Result<RowWork> begin(const std::filesystem::path& file, const Part& part,
                                     const Frame& frame, std::uint64_t units);

  /// Of this part, and not finished.
  bool wants(std::uint64_t unit) const {
    return rows_.part().shard.has(unit) && !finished_.contains(unit);
  }
  std::size_t finished() const { return finished_.size(); }
  /// Keeps the unit; it is safe when this returns.
  base::Result<void> add(std::uint64_t unit, const std::string& text);
  /// All units of this part are there, out of `units` of the whole.
  base::Result<void> complete(std::uint64_t units);

 private:
  /// A file that goes again.
  class Fresh {
   public:
    explicit Fresh(std::filesystem::path file) : file_(std::move(file)) {}
    ~Fresh();
    Fresh(const Fresh&) = delete;
    Fresh& operator=(const Fresh&) = delete;

    void keep() { file_.clear(); }

   private:
    std::filesystem::path file_;  ///< empty: it stays
  };

  RowWork(RowFile rows, std::unique_ptr<Fresh> fresh)
      : fresh_(std::move(fresh)), rows_(std::move(rows)) {}

  std::unique_ptr<Fresh> fresh_;  ///< first, as the file is closed before it goes
  RowFile rows_;
  std::set<std::uint64_t> finished_;
  std::unique_ptr<ProgressLog> log_;
};

}  // namespace gougi::farm
