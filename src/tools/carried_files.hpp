// SPDX-License-Identifier: MIT
// The files that a job needs on other machines, each by its hash, and the words of its command with
// the names that they have there. Looks for programs and files as the command itself would. Used by
// `gougi farm`; for one thread.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace gougi::tools {

/// What is in the folder `carry`, by its name there.
class CarriedFiles {
 public:
  /// "carry/NAME"; the same file has the same name.
  base::Result<std::string> add(const std::filesystem::path& file);
  /// All files in it and below, which keep their names.
  base::Result<std::string> add_folder(const std::filesystem::path& folder);
  /// A file that is made for it, of this name or one like it.
  base::Result<std::string> add_text(const std::filesystem::path& name, const std::string& text);

  /// Into `folder`/carry, with their hashes in `folder`/`sums`.
  base::Result<void> write(const std::filesystem::path& folder,
                           const std::filesystem::path& sums) const;
  std::size_t size() const { return files_.size(); }
  /// By their names in the folder.
  std::map<std::string, std::string> hashes() const;

 private:
  struct File {
    std::filesystem::path from;  ///< empty: `text`
    std::string text;
    std::string hash;
  };
  std::string add_named(const std::string& name, File file);
  std::map<std::string, File> files_;
};

/// Words of gougi's own command line.
class WordCarrier {
 public:
  explicit WordCarrier(CarriedFiles& carried) : carried_(carried) {}

  /// The words behind the command's name. In those of a match's options farm::kHerePlace is
  /// the job's folder. The error says which file or program is not there, also of those that an
  /// engine's options name.
  base::Result<std::vector<std::string>> carry(const std::string& command,
                                               const std::vector<std::string>& given);

 private:
  base::Result<std::string> value(const std::string& text, bool may_be_folder);
  base::Result<std::string> same_in(const std::vector<std::filesystem::path>& folders,
                                    const std::string& name, bool may_be_folder);
  base::Result<std::string> option(const std::vector<std::string>& words, std::size_t at);
  base::Result<std::string> engine(const std::string& command);
  base::Result<std::string> council(const std::filesystem::path& file);

  CarriedFiles& carried_;
  /// Of the engine named last; before there is one, of all, as what comes first is for all.
  std::vector<std::filesystem::path> homes_;
};

}  // namespace gougi::tools
