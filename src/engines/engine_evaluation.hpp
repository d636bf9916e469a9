// SPDX-License-Identifier: MIT
// What the bundled engine judges by: its USI options, the files that they name, and the source of
// scores that comes of both. Used by SearchEngine, from the engine's one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "eval/evaluator.hpp"
#include "eval/score_source.hpp"
#include "io/use_mark.hpp"
#include "usi/option.hpp"

namespace gougi::engines {

class EngineEvaluation {
 public:
  /// `home`: what a relative EvalDir is relative to (the program's folder).
  explicit EngineEvaluation(std::filesystem::path home) : home_(std::move(home)) {}

  static std::vector<usi::Option> options();
  /// Which of the program's own networks it is.
  void set_style(eval::Style style);
  /// False if the option is none of these.
  bool set_option(const std::string& name, const std::string& value);
  /// Reads the files that the options name; whether source() is another than before. Without the
  /// usual network it is the program's own; other files that are wanted must be there.
  bool prepare();

  const eval::ScoreSource& source() const { return source_; }
  /// It is one of the program's own networks, and has its style from its games.
  bool is_shipped() const { return is_shipped_; }
  /// What source() would be in another style: the program's own network of that style, or the same.
  /// Reads it anew each time.
  eval::ScoreSource source_of(eval::Style style);
  /// What was wrong, or is worth knowing, since the last time.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }

 private:
  enum class Kind : std::uint8_t { kNetwork, kHandMade, kTables, kMaterial, kNone };

  /// A file's bytes, and what keeps them.
  struct Bytes {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> keep_alive;
  };

  base::Result<Bytes> bytes_of(const std::filesystem::path& file) const;
  base::Result<eval::ScoreSource> read_network(const std::filesystem::path& file,
                                               std::string& said);
  base::Result<eval::ScoreSource> read_tables(const std::filesystem::path& folder,
                                              std::string& said);
  void read_files();
  void say_how_shared(const std::filesystem::path& file);
  eval::ScoreSource shipped(eval::Style style);
  void take_shipped();
  void stand_in(std::string_view why);

  std::filesystem::path home_;
  Kind kind_ = Kind::kNetwork;
  std::string folder_ = "eval";
  std::string file_ = "nn.bin";
  bool shared_ = true;
  int scale_ = eval::kUsualFvScale;
  eval::Style style_ = eval::Style::kBalanced;
  bool stale_ = true;
  bool is_shipped_ = false;
  eval::ScoreSource source_;
  std::unique_ptr<io::UseMark> in_use_;  ///< on a file that is shared
  std::vector<std::string> messages_;
};

}  // namespace gougi::engines
