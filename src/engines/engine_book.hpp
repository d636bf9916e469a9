// SPDX-License-Identifier: MIT
// The bundled engine's opening book: its USI options, and a move out of it before any search. Used
// by SearchEngine, from the engine's one thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "book/chooser.hpp"
#include "usi/engine.hpp"

namespace gougi::engines {

class EngineBook {
 public:
  /// `home`: what a relative BookDir is relative to (the program's folder).
  EngineBook(std::filesystem::path home, std::uint64_t seed);

  static std::vector<usi::Option> options();
  /// False if the option is none of these.
  bool set_option(const std::string& name, const std::string& value);
  /// Reads the book that the options name, if it is another than before. Returns what is wrong
  /// with it, a line each.
  std::vector<std::string> prepare();
  /// What is played without thinking; nothing: the book has no say here. What it holds of the
  /// position is shown to `host` either way.
  std::optional<usi::BestMoveAnswer> answer(const shogi::Position& position,
                                            const usi::SearchLimits& limits, usi::SearchHost& host);

 private:
  std::filesystem::path path() const;

  std::filesystem::path home_;
  base::Random random_;
  bool used_ = true;  // USI_OwnBook
  bool on_the_fly_ = false;
  std::string file_ = "no_book";
  std::string folder_ = "book";
  book::Choosiness choosiness_;

  bool stale_ = true;  // the options name another book than library_ is
  std::unique_ptr<book::Library> library_;
};

}  // namespace gougi::engines
