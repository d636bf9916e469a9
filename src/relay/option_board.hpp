// SPDX-License-Identifier: MIT
// The options that the GUI sees: the relay's own (G_…, USI_Hash, USI_Ponder, MultiPV) and every
// child's (E1_…, M1_…), and where a setoption goes. Holds values, sends nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "relay/own_options.hpp"
#include "settings/relay_settings.hpp"
#include "usi/answer.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

/// A child's option under the name that the GUI knows.
struct ChildOption {
  int child = 0;  ///< index of the child
  std::string wire_name;
  usi::Option option;  ///< as the child spells it, default from the configuration
};

/// One setoption for one child, in the child's spelling.
struct ForChild {
  int child;
  std::string name;
  std::string value;
  bool button = false;
};

class OptionBoard {
 public:
  explicit OptionBoard(const settings::RelaySettings& settings);

  /// What a child declared; again after each restart. Returns what the configuration says of
  /// options that the child does not have, one complaint each.
  std::vector<std::string> declare(int index, const std::vector<usi::Option>& options);

  /// The option lines for the GUI, in order, with the defaults that the configuration gave.
  std::vector<usi::Option> declarations() const;

  /// What the child must be told when it starts: configuration, then what the GUI set.
  std::vector<ForChild> start_values(int index) const;

  /// The child's MultiPV: what it was set to, or `least` if that is more; nothing if it has none.
  std::optional<ForChild> line_count(int index, int least) const;

  struct Routed {
    std::vector<ForChild> for_children;
    bool own_changed = false;
  };
  /// Takes a setoption. An error says what is allowed. Options of children that have not declared
  /// yet are kept and are part of their start_values.
  base::Result<Routed> set(std::string_view name, const std::optional<std::string>& value);

  /// "name == value" for getoption; nothing if unknown.
  std::optional<std::string> value_of(std::string_view name) const;

  const OwnOptions& own() const { return own_; }

 private:
  struct Child {
    std::string prefix;  ///< "E1_", "M2_", "" for the reserve; a copy has its master's
    bool copy = false;   ///< is not shown; is told what its master is told
    const settings::EngineSettings* settings = nullptr;
    bool declared = false;
    std::vector<ChildOption> options;
    std::vector<std::pair<std::string, std::string>> values;  ///< set by the GUI: child's spelling
    std::vector<std::pair<std::string, std::string>> early;   ///< wire name, value; before declared
  };

  base::Result<Routed> set_common(const std::string& name, const std::string& value);
  base::Result<Routed> set_child(Child& child, std::string_view wire_name,
                                 const std::optional<std::string>& value);
  std::optional<ForChild> common_for(int index, const std::string& name,
                                     const std::string& value) const;
  void remember(Child& child, const std::string& name, const std::string& value);

  std::vector<Child> children_;
  OwnOptions own_;
  OwnOptions own_at_start_;
  std::vector<std::pair<std::string, std::string>> common_;  ///< USI_Hash, … as the GUI set them
};

}  // namespace gougi::relay
