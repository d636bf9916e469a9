// SPDX-License-Identifier: MIT
// The bundled engine's evaluation file: its USI options, and the network that they name. Used by
// SearchEngine, from the engine's one thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/nnue_network.hpp"
#include "eval/nnue_state.hpp"
#include "usi/option.hpp"

namespace gougi::engines {

class EngineNetwork {
 public:
  /// `home`: what a relative EvalDir is relative to (the program's folder).
  explicit EngineNetwork(std::filesystem::path home) : home_(std::move(home)) {}

  static std::vector<usi::Option> options();
  /// Which of the program's own networks it is.
  void set_style(eval::Style style);
  /// False if the option is none of these.
  bool set_option(const std::string& name, const std::string& value);
  /// Reads the file that the options name; whether network() or scale() are others than before.
  /// Without the usual file it is the program's own; another one that is wanted must be there.
  bool prepare();

  /// Null: none is wanted, so scores are the hand-made ones.
  const std::shared_ptr<const eval::NnueNetwork>& network() const { return network_; }
  int scale() const { return scale_; }
  /// It is one of the program's own, and has its style from its games.
  bool is_shipped() const { return is_shipped_; }
  /// What network() would be in another style: the program's own of that style, or the same. Reads
  /// it anew each time.
  std::shared_ptr<const eval::NnueNetwork> network_of(eval::Style style);
  /// What was wrong, or is worth knowing, since the last time.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }

 private:
  base::Result<std::shared_ptr<const eval::NnueNetwork>> read(const std::filesystem::path& file);
  std::shared_ptr<const eval::NnueNetwork> read_shipped(eval::Style style);
  void take_shipped();

  std::filesystem::path home_;
  bool wanted_ = true;
  std::string folder_ = "eval";
  std::string file_ = "nn.bin";
  bool shared_ = true;
  int scale_ = eval::kUsualFvScale;
  eval::Style style_ = eval::Style::kBalanced;
  bool stale_ = true;
  bool is_shipped_ = false;
  std::shared_ptr<const eval::NnueNetwork> network_;
  std::vector<std::string> messages_;
};

}  // namespace gougi::engines
