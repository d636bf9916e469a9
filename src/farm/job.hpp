// SPDX-License-Identifier: MIT
// What a job is that is done in parts: everything that decides its result, as facts by name, such
// as the seed, the engines' options and the hashes of files. Parts of one job have the same
// identity, whichever machine they were done on and wherever things lie there. It is written into
// each part's file, so that merging can refuse what belongs to another job and say what differs.
// Plain values.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/shard.hpp"

namespace gougi::farm {

struct Job {
  std::string kind;                                        ///< "match", "mate solve"
  std::vector<std::pair<std::string, std::string>> facts;  ///< name, value; any text

  void add(std::string name, std::string value) {
    facts.emplace_back(std::move(name), std::move(value));
  }
  /// The fact of this name is the hash of the file's bytes, or nothing where `file` is empty; an
  /// error if it cannot be read.
  base::Result<void> add_file(std::string name, const std::filesystem::path& file);
  /// A value that may name a file: then the file's hash stands for it.
  base::Result<void> add_value(std::string name, const std::string& value);

  friend bool operator==(const Job&, const Job&) = default;
};

/// A line a fact.
std::string to_text(const Job& job);
/// An error where to_text() wrote no such text.
base::Result<Job> job_from_text(std::string_view text);

/// SHA-256 of the text.
base::Result<std::string> identity_of(const Job& job);

/// What is not the same, in words that stand behind "is of another job: "; empty: nothing.
std::string difference(const Job& one, const Job& other);

/// Which job, and which part of it.
struct Part {
  Job job;
  base::Shard shard;
  friend bool operator==(const Part&, const Part&) = default;
};

/// Into the free texts that a part's file keeps.
void keep_part(std::map<std::string, std::string>& texts, const Part& part);
/// Nothing of a file whose work was not told apart in parts; an error if that is damaged.
base::Result<std::optional<Part>> kept_part(const std::map<std::string, std::string>& texts);

/// Whether `there` is a part that can be gone on with, or put to others, as `wanted`. The error
/// says what differs.
base::Result<void> check_same_job(const Job& wanted, const Job& there);
/// The same, and whether it is this part of the job.
base::Result<void> check_same_part(const Part& wanted, const Part& there);

}  // namespace gougi::farm
