// SPDX-License-Identifier: MIT
// The options that the GUI sees: the relay's own (G_…, USI_Hash, USI_Ponder, MultiPV, Threads) and
// every child's (E1_…, M1_…) behind its name (E1_Engine), and where a setoption goes. Holds values,
// sends nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "relay/child_options.hpp"
#include "relay/option_difference.hpp"
#include "relay/own_options.hpp"
#include "relay/thread_parts.hpp"
#include "settings/relay_settings.hpp"
#include "usi/answer.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

/// One setoption for one child, in the child's spelling.
struct ForChild {
  int child;
  std::string name;
  std::string value;
  bool button = false;
};

class OptionRouter {
 public:
  explicit OptionRouter(const settings::RelaySettings& settings);

  /// What came of a child's declaration.
  struct Declared {
    std::vector<OptionMisfit> misfits;  ///< of the configuration's options
    std::vector<std::string> refusals;  ///< of what the GUI set before, one each
    std::vector<ForChild> buttons;      ///< that the GUI pressed before
    OptionDifference difference;        ///< from what the GUI was shown
  };
  /// What a child declared, and what it calls itself; again after each restart.
  Declared declare(int index, const std::vector<usi::Option>& options,
                   const std::string& id_name = "");
  /// What a child that has not declared yet is shown with: its options at an earlier start.
  void assume(int index, const std::vector<usi::Option>& options, const std::string& id_name = "");
  /// Whether the child has declared, ever, or its options are assumed.
  bool knows(int index) const;

  /// The option lines for the GUI, in order, with the defaults that the configuration gave.
  std::vector<usi::Option> declarations() const;
  /// The GUI has been shown the declarations: what children declare from now on is compared.
  void note_shown();

  /// What the child must be told when it starts: configuration, then what the GUI set.
  std::vector<ForChild> start_values(int index) const;

  /// The child's MultiPV: what it was set to, or `least` if that is more; nothing if it has none.
  std::optional<ForChild> line_count(int index, int least) const;

  struct Routed {
    std::vector<ForChild> for_children;
    bool own_changed = false;
    std::vector<std::string> notes{};  ///< for the user
  };
  /// Takes a setoption. An error says what is allowed. Options of children that have not declared
  /// yet are kept and are part of their start_values.
  base::Result<Routed> set(std::string_view name, const std::optional<std::string>& value);

  /// "name == value" for getoption; nothing if unknown.
  std::optional<std::string> value_of(std::string_view name) const;

  const OwnOptions& own() const { return own_; }

 private:
  struct Child {
    int index = 0;
    const settings::EngineSettings* settings = nullptr;
    ChildOptions options;   ///< with the prefix "E1_", "M2_", "" for the reserve; a copy's master's
    bool copy = false;      ///< is not shown; is told what its master is told
    bool declared = false;  ///< by itself
    bool assumed = false;   ///< `options` are those of an earlier start

    bool has_options() const { return !options.prefix().empty(); }
    std::optional<std::vector<usi::Option>> shown{};  ///< to the GUI, without the prefix
    std::vector<std::pair<std::string, std::string>>
        values{};  ///< set by the GUI: child's spelling
    /// What the GUI said before the child has declared: wire name and value, nothing for a button.
    std::vector<std::pair<std::string, std::optional<std::string>>> early{};
  };

  base::Result<Routed> set_threads(std::int64_t total);
  /// By what the GUI has given to all together, else by the configuration.
  void share_out_threads();
  /// What those that have declared are to be told of their threads.
  std::vector<ForChild> threads_in_force() const;
  std::string no_such_option(std::string_view name) const;
  base::Result<Routed> set_common(const std::string& name, const std::string& value);
  base::Result<Routed> set_child(Child& child, std::string_view wire_name,
                                 const std::optional<std::string>& value);
  std::optional<ForChild> common_for(int index, const std::string& name,
                                     const std::string& value) const;
  std::optional<ForChild> threads_for(int index) const;
  std::optional<ForChild> budget_for(int index) const;
  std::optional<ForChild> rule_for(int index) const;
  static const usi::Option* rule_of(const Child& child);
  /// What the child stands at, or is to be told: the value of its option, by whomever.
  ForChild value_in_force(int index, const usi::Option& option) const;
  void remember(Child& child, const std::string& name, const std::string& value);

  std::vector<Child> children_;
  const settings::RelaySettings& settings_;
  OwnOptions own_;
  OwnOptions own_at_start_;
  std::vector<std::pair<std::string, std::string>> common_;  ///< USI_Hash, … as the GUI set them
  std::int64_t threads_of_gui_ = 0;     ///< for all together; 0: what the configuration says
  std::optional<ThreadParts> threads_;  ///< other parts than those in the configuration's options
};

}  // namespace gougi::relay
