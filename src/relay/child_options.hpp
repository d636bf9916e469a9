// SPDX-License-Identifier: MIT
// What one child declared, as the GUI sees it: each option behind the child's name (E1_Style), a
// heading that says which engine it is (E1_Engine), and what of the configuration does not fit.
// Values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings/relay_settings.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

/// A child's option under the name that the GUI knows.
struct ChildOption {
  std::string wire_name;
  usi::Option option;  ///< as the child spells it, default from the configuration
};

/// What is wrong with an option of the configuration: "E1_Sytle: the engine has no …".
struct OptionMisfit {
  int line = 0;  ///< there; 0: nobody knows
  std::string what;
};

/// USI's common options ("USI_Hash") under the names that UCI-born engines give them ("Hash");
/// others under their own.
std::string_view uci_name(std::string_view usi_name);

/// One of those that USI gives to all engines, or that mean the same of all: USI_Hash, Threads, …
bool is_common_option(std::string_view name);

/// By which rule an engine declares victory, or plays on for it.
inline constexpr std::string_view kDeclarationRule = "EnteringKingRule";

class ChildOptions {
 public:
  /// `prefix` ("E1_") is empty of who has no options of its own (the reserve): of these the rule
  /// for declaring alone is known, and nothing is shown.
  ChildOptions(std::string prefix, const settings::EngineSettings* settings)
      : prefix_(std::move(prefix)), settings_(settings) {}

  /// All that it declared, and what it calls itself ("" if that is not known).
  std::vector<OptionMisfit> take(const std::vector<usi::Option>& options, std::string id_name);

  const std::string& prefix() const { return prefix_; }
  /// By the child's spelling, in any case; one that is written exactly so goes first. nullptr: it
  /// has none.
  const usi::Option* find(std::string_view name) const;
  /// … or by the name that a UCI-born engine gives to it.
  const usi::Option* find_by_either_name(std::string_view name) const;
  /// By the name that the GUI knows, likewise.
  const ChildOption* find_for_gui(std::string_view wire_name) const;

  /// Those that the GUI is shown, without the prefix.
  std::vector<usi::Option> visible() const;
  /// … as it is shown them, behind the heading.
  std::vector<usi::Option> declarations() const;
  /// Whether a GUI says this because it was shown the child's name so, now or earlier.
  bool is_heading(std::string_view wire_name, std::string_view value) const;

 private:
  std::optional<usi::Option> heading_line() const;
  /// What the engine is called, as far as is known: what the user called it, what it calls itself,
  /// or its program.
  std::vector<std::string> names() const;
  bool is_exposed(const ChildOption& option) const;

  std::string prefix_;
  const settings::EngineSettings* settings_;
  std::string id_name_;
  std::vector<ChildOption> options_;
};

/// "; did you mean Seed?" where one of these names is near, else "".
std::string hint_at(const std::vector<usi::Option>& options, std::string_view name);

}  // namespace gougi::relay
