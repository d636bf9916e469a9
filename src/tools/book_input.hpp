// SPDX-License-Identifier: MIT
// What `gougi book` reads: the games of a file, and the entries of a book, one after the other.
// Lines that cannot be read are complained of, counted and passed by.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/language.hpp"
#include "base/result.hpp"
#include "book/entry.hpp"
#include "book/reader.hpp"
#include "shogi/game.hpp"

namespace gougi::tools {

inline constexpr base::Text kNoFreezesInBooks{"the game has freezes, which books do not know",
                                              "フリーズのある対局は定跡にできません"};

class BookInput {
 public:
  /// `name` is how the program was called, for its messages.
  explicit BookInput(std::string name) : name_(std::move(name)) {}

  /// The games of `file`, of a record without their variations. An error: it cannot be read.
  base::Result<void> for_each_game(const std::filesystem::path& file,
                                   const std::function<void(const shogi::Game&)>& use);
  /// The first error that `use` gives ends it.
  base::Result<void> for_each_entry(const std::filesystem::path& file,
                                    const std::function<base::Result<void>(book::Entry)>& use);
  /// Prints complaints of the lines of `file`; must not outlive this.
  book::Complain complaints_of(const std::filesystem::path& file);

  const std::string& name() const { return name_; }
  std::size_t skipped() const { return skipped_; }  ///< lines and games so far

 private:
  void complain(const std::string& file, std::size_t line, std::string_view what);
  base::Result<void> for_each_recorded_game(const std::filesystem::path& file,
                                            const std::string& format,
                                            const std::function<void(const shogi::Game&)>& use);

  std::string name_;
  std::size_t skipped_ = 0;
};

}  // namespace gougi::tools
