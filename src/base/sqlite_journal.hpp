// SPDX-License-Identifier: MIT
// What is looked at before SQLite opens a file that may be anybody's. Files of ours keep a
// write-ahead log. The other kind, a rollback journal, may name any file of the user's as its
// super-journal, and SQLite would read and delete that. Blocks; safe from any thread.
#pragma once

#include <filesystem>
#include <system_error>

#include "base/path.hpp"
#include "base/result.hpp"
#include "base/say.hpp"

namespace gougi::base {

/// An error where a rollback journal lies beside `file`, or beside what it leads to as a link:
/// there SQLite would find it.
inline Result<void> refuse_rollback_journal(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path itself = std::filesystem::weakly_canonical(file, error);
  if (error) itself = file;
  for (std::filesystem::path journal : {file, itself}) {
    journal += "-journal";
    if (!std::filesystem::exists(std::filesystem::symlink_status(journal, error))) continue;
    return fail(say({"{0}: beside it lies {1}, which gougi did not make; move that away",
                     "{0}: 隣に gougi の作っていない {1} があります。よそへ移してください"},
                    to_utf8(file), to_utf8(journal.filename())));
  }
  return {};
}

}  // namespace gougi::base
