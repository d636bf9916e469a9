// SPDX-License-Identifier: MIT
#include "relay/option_router.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "io/code_page.hpp"
#include "relay/option_complaint.hpp"
#include "relay/roster.hpp"

namespace gougi::relay {
namespace {

// GUIs send back at every start what they were shown: with '_' for blanks, and by G_Encoding.
bool is_shown_default(const usi::Option& option, std::string_view value) {
  const auto read = usi::parse_option(usi::format(option));
  if (!read) return false;
  const std::string shown = usi::default_text(*read);
  value = base::trim(value);
  if (value == shown) return true;
  if (base::is_ascii(shown)) return false;
  return value == base::to_ascii(shown) || value == io::cp932_to_utf8(io::utf8_to_cp932(shown));
}

using settings::kMostThreads;

// Of a consensus among the engines: its budget is ours.
constexpr std::string_view kBudget = "G_BudgetNodes";
constexpr std::string_view kThreads = "Threads";
constexpr std::string_view kBudgetOfGo = "from-go";
// By which our rule for declaring victory is known.
constexpr std::string_view kOurRule = "G_EnteringKingRule";

// … or as a UCI-born engine calls it.
bool is_common_in_child(std::string_view name) {
  return is_common_option(name) || name == uci_name("USI_Hash") || name == uci_name("USI_Ponder");
}

// The number of its range that is nearest; nothing: it is no number, or no option of numbers.
std::optional<std::string> nearest_value(const usi::Option& option, const std::string& value) {
  const auto* spin = std::get_if<usi::SpinOption>(&option.kind);
  const auto number = base::to_int(value);
  if (spin == nullptr || !number) return std::nullopt;
  return std::to_string(std::clamp(*number, spin->min, spin->max));
}

}  // namespace

OptionRouter::OptionRouter(const settings::RelaySettings& settings)
    : settings_(settings), own_(own_options(settings)), own_at_start_(own_) {
  const auto all = roster(settings);
  for (const RosterEntry& entry : all) {
    // The reserve has no options of its own.
    const std::string prefix = entry.role == Role::kReserve
                                   ? ""
                                   : all[static_cast<std::size_t>(entry.twin_of)].label() + "_";
    children_.push_back({.index = static_cast<int>(children_.size()),
                         .settings = entry.settings,
                         .options = {prefix, entry.settings},
                         .copy = entry.is_copy()});
  }
  share_out_threads();
}

OptionRouter::Declared OptionRouter::declare(int index, const std::vector<usi::Option>& options,
                                             const std::string& id_name) {
  Child& child = children_[static_cast<std::size_t>(index)];
  child.declared = true;
  child.assumed = false;
  Declared result;
  result.misfits = child.options.take(options, id_name);
  for (const auto& [wire_name, value] : std::exchange(child.early, {})) {
    const auto routed = set_child(child, wire_name, value);
    if (!routed) {
      result.refusals.push_back(routed.error().message);
      continue;
    }
    for (const ForChild& to : routed->for_children) {
      if (to.button) result.buttons.push_back(to);
    }
  }
  if (child.copy) {  // its master's are the same
    result.misfits.clear();
    result.refusals.clear();
  }
  if (child.shown) {
    auto now = child.options.visible();
    result.difference = difference(*child.shown, now);
    child.shown = std::move(now);  // said once
  }
  return result;
}

void OptionRouter::assume(int index, const std::vector<usi::Option>& options,
                          const std::string& id_name) {
  Child& child = children_[static_cast<std::size_t>(index)];
  child.assumed = true;
  child.options.take(options, id_name);  // what there is to complain of is known when it declares
}

bool OptionRouter::knows(int index) const {
  const Child& child = children_[static_cast<std::size_t>(index)];
  return child.declared || child.assumed;
}

void OptionRouter::note_shown() {
  for (Child& child : children_) {
    if (!child.copy && child.has_options()) child.shown = child.options.visible();
  }
}

std::vector<usi::Option> OptionRouter::declarations() const {
  std::vector<usi::Option> all = relay::declarations(own_at_start_);
  const auto somebody_has = [this](std::string_view name) {
    return std::ranges::any_of(
        children_, [name](const Child& child) { return child.options.find(name) != nullptr; });
  };
  if (somebody_has(kThreads)) {
    const std::int64_t budget = settings_.resources.threads.value_or(0);
    const auto place = std::ranges::find_if(
        all, [](const usi::Option& option) { return option.name.starts_with("G_"); });
    all.insert(place, {"Threads", usi::SpinOption{budget, 0, kMostThreads}});
  }
  if (somebody_has("MultiPV")) all.insert(all.begin() + 2, {"MultiPV", usi::SpinOption{1, 1, 500}});
  for (const Child& child : children_) {
    if (child.copy || !child.has_options()) continue;
    std::ranges::move(child.options.declarations(), std::back_inserter(all));
  }
  return all;
}

std::optional<ForChild> OptionRouter::common_for(int index, const std::string& name,
                                                 const std::string& value) const {
  if (name == "Threads") return threads_for(index);
  const Child& child = children_[static_cast<std::size_t>(index)];
  // What the configuration gives to this child alone, it keeps (the hash is split there by share).
  if (child.settings != nullptr) {
    for (const auto& [known, its_value] : child.settings->options) {
      if (base::iequals(known, name) || base::iequals(known, uci_name(name))) return std::nullopt;
    }
  }
  if (const auto* option = child.options.find_by_either_name(name)) {
    if (const auto normal = usi::normalise_value(*option, value)) {
      return ForChild{index, option->name, *normal};
    }
    const auto nearest = nearest_value(*option, value);
    return nearest ? std::optional(ForChild{index, option->name, *nearest}) : std::nullopt;
  }
  // USI's own two may be sent to any engine, declared or not.
  if (name.starts_with("USI_")) return ForChild{index, name, value};
  return std::nullopt;
}

std::optional<ForChild> OptionRouter::threads_for(int index) const {
  const auto& child = children_[static_cast<std::size_t>(index)];
  const auto* option = child.options.find(kThreads);
  if (!threads_ || option == nullptr) return std::nullopt;
  const auto part = threads_->of_children[static_cast<std::size_t>(index)];
  if (!part) return std::nullopt;
  std::int64_t threads = *part;
  if (const auto* spin = std::get_if<usi::SpinOption>(&option->kind)) {
    threads = std::clamp(threads, spin->min, spin->max);
  }
  return ForChild{index, option->name, std::to_string(threads)};
}

// Where the GUI has given us another budget than the configuration, which is handed down there.
std::optional<ForChild> OptionRouter::budget_for(int index) const {
  const Child& child = children_[static_cast<std::size_t>(index)];
  if (child.settings == nullptr || !child.settings->nested) return std::nullopt;
  const auto* option = child.options.find(kBudget);
  const auto& nodes = own_.budget.nodes;
  if (option == nullptr || nodes == settings_.budget.nodes) return std::nullopt;
  return ForChild{index, option->name, std::string(nodes == 0 ? "0" : kBudgetOfGo)};
}

// Whose rule nobody has set goes by ours, and so does the reserve: what it declares, or plays on
// for, is judged by ours. What the configuration or the GUI says of it comes behind, and holds.
std::optional<ForChild> OptionRouter::rule_for(int index) const {
  const Child& child = children_[static_cast<std::size_t>(index)];
  const auto* option = rule_of(child);
  if (option == nullptr) return std::nullopt;
  const auto own = relay::declarations(own_);
  const auto ours = std::ranges::find(own, kOurRule, &usi::Option::name);
  if (ours == own.end()) return std::nullopt;
  const auto value = usi::normalise_value(*option, usi::default_text(*ours));
  if (!value || *value == usi::default_text(*option)) return std::nullopt;
  return ForChild{index, option->name, *value};
}

const usi::Option* OptionRouter::rule_of(const Child& child) {
  const auto* option = child.options.find(kDeclarationRule);
  return option != nullptr ? option : child.options.find(kOurRule);
}

ForChild OptionRouter::value_in_force(int index, const usi::Option& option) const {
  ForChild value{index, option.name, usi::default_text(option)};
  for (const ForChild& start : start_values(index)) {
    if (start.name == option.name) value.value = start.value;
  }
  return value;
}

std::vector<ForChild> OptionRouter::start_values(int index) const {
  const Child& child = children_[static_cast<std::size_t>(index)];
  std::vector<ForChild> values;
  for (const auto& [name, value] : common_) {
    if (auto common = common_for(index, name, value)) values.push_back(std::move(*common));
  }
  if (auto rule = rule_for(index)) values.push_back(std::move(*rule));
  if (child.settings != nullptr) {
    for (const auto& [name, value] : child.settings->options) {
      const bool replaced = threads_ && child.settings->threads_are_a_share &&
                            base::iequals(name, "Threads");  // by what the GUI shares out
      if (replaced) continue;
      const auto* option = child.options.find_by_either_name(name);
      if (option == nullptr) {
        if (name.starts_with("USI_")) values.push_back({index, name, value});
        continue;
      }
      if (auto normal = usi::normalise_value(*option, value)) {
        values.push_back({index, option->name, *normal});
      }
    }
  }
  if (auto budget = budget_for(index)) values.push_back(std::move(*budget));
  for (const auto& [name, value] : child.values) values.push_back({index, name, value});
  return values;
}

std::optional<ForChild> OptionRouter::line_count(int index, int least) const {
  const auto* option = children_[static_cast<std::size_t>(index)].options.find("MultiPV");
  if (option == nullptr) return std::nullopt;
  const std::string value = value_in_force(index, *option).value;
  const auto lines = std::max<std::int64_t>(base::to_int(value).value_or(1), least);
  const auto normal = usi::normalise_value(*option, std::to_string(lines));
  return ForChild{index, option->name, normal.value_or(value)};
}

base::Result<OptionRouter::Routed> OptionRouter::set(std::string_view name,
                                                     const std::optional<std::string>& value) {
  if (is_common_option(name)) return set_common(std::string(name), value.value_or(""));
  for (const usi::Option& option : relay::declarations(own_)) {
    if (option.name != name) continue;
    const auto company = own_.strategy->company;
    const auto rule = own_.declaration;
    if (const auto set = set_own_option(own_, name, value.value_or(""), own_at_start_); !set) {
      return tl::unexpected(set.error());
    }
    Routed routed;
    routed.own_changed = true;
    if (own_.strategy->company != company) {
      share_out_threads();
      routed.for_children = threads_in_force();
    }
    if (own_.declaration != rule) {
      for (const Child& child : children_) {
        const auto* known = rule_of(child);
        if (known == nullptr || !child.declared) continue;
        routed.for_children.push_back(value_in_force(child.index, *known));
      }
    }
    if (name == kBudget) {
      for (const Child& child : children_) {
        const auto* known = child.options.find(kBudget);
        if (known == nullptr || !child.declared || !child.settings->nested) continue;
        routed.for_children.push_back(value_in_force(child.index, *known));
      }
    }
    return routed;
  }
  std::string wire_name(name);
  if (wire_name.starts_with("E0_")) wire_name.replace(0, 3, "M1_");  // saved by older programs
  std::optional<Routed> routed;
  for (Child& child : children_) {
    if (!child.has_options() || !wire_name.starts_with(child.options.prefix())) continue;
    auto set = set_child(child, wire_name, value);
    if (!routed) {  // the master comes before its copies
      if (!set) return set;
      routed = std::move(*set);
    } else if (set) {
      std::ranges::move(set->for_children, std::back_inserter(routed->for_children));
    }
  }
  if (routed) return std::move(*routed);
  return base::fail(no_such_option(name));
}

std::string OptionRouter::no_such_option(std::string_view name) const {
  return base::say({"no such option: {0}{1}", "そのようなオプションはありません: {0}{1}"},
                   base::printable(name, 80), hint_at(declarations(), name));
}

base::Result<OptionRouter::Routed> OptionRouter::set_common(const std::string& name,
                                                            const std::string& value) {
  Routed routed;
  if (name == "USI_Ponder" && settings_.protocol == settings::GameProtocol::kUpi) {
    return base::fail(
        base::say({"no such option: {0}", "そのようなオプションはありません: {0}"}, "USI_Ponder"));
  }
  for (const usi::Option& option : declarations()) {
    if (option.name != name) continue;
    if (const auto normal = usi::normalise_value(option, value); !normal) {
      return base::fail(option_complaint(normal.error()));
    }
  }
  if (value.empty())
    return base::fail(base::say({"{0}: there is no value", "{0}: 値がありません"},
                                name));  // nobody may have declared it
  if (name == "Threads") return set_threads(base::to_int(value).value_or(0));
  if (name == "USI_Ponder") {
    own_.ponders = base::iequals(value, "true");
    routed.own_changed = true;
  }
  std::erase_if(common_, [&](const auto& known) { return known.first == name; });
  common_.emplace_back(name, value);
  for (const Child& child : children_) {
    if (!child.declared) continue;  // it is told when it has started
    if (auto common = common_for(child.index, name, value)) {
      if (!child.copy && base::to_int(common->value) != base::to_int(value)) {
        routed.notes.push_back(base::say({"{0}{1}: {2} is beyond its range; {3} is what it gets",
                                          "{0}{1}: {2} は範囲外なので {3} を設定します"},
                                         child.options.prefix(), common->name,
                                         base::printable(value, 40), common->value));
      }
      routed.for_children.push_back(std::move(*common));
    }
  }
  return routed;
}

base::Result<OptionRouter::Routed> OptionRouter::set_threads(std::int64_t total) {
  Routed routed;
  // The default, which GUIs send back at every start: what the configuration says.
  const bool as_configured = total < 1 || total == settings_.resources.threads;
  threads_of_gui_ = as_configured ? 0 : total;
  share_out_threads();
  if (threads_ && threads_->too_few) {
    routed.notes.push_back(
        base::say({"Threads: {0} are too few for all engines; each that has no number of its own "
                   "gets 1",
                   "Threads: {0} では全エンジンに足りません。個別の指定がないものは 1 になります"},
                  total));
  }
  routed.for_children = threads_in_force();
  return routed;
}

void OptionRouter::share_out_threads() {
  std::erase_if(common_, [](const auto& known) { return known.first == kThreads; });
  threads_.reset();
  const consensus::Company company = own_.strategy->company;
  std::int64_t total = threads_of_gui_;
  if (total == 0 && company != consensus::Company::kAll) {
    total = settings_.resources.threads.value_or(0);
  }
  if (total < 1) return;  // each engine has what the configuration says
  common_.emplace_back(kThreads, std::to_string(total));
  threads_ = share_threads(settings_, static_cast<int>(std::min(total, kMostThreads)), company);
  if (threads_->of_children.empty()) threads_.reset();
}

std::vector<ForChild> OptionRouter::threads_in_force() const {
  std::vector<ForChild> values;
  for (const Child& child : children_) {
    const auto* option = child.options.find(kThreads);
    if (!child.declared || option == nullptr) continue;  // it is told when it has started
    values.push_back(value_in_force(child.index, *option));
  }
  return values;
}

base::Result<OptionRouter::Routed> OptionRouter::set_child(
    Child& child, std::string_view wire_name, const std::optional<std::string>& value) {
  Routed routed;
  if (!child.declared) {
    std::erase_if(child.early, [&](const auto& known) { return known.first == wire_name; });
    child.early.emplace_back(wire_name, value);
    return routed;
  }
  // Who writes the child's own spelling means it, too.
  const ChildOption* const known = child.options.find_for_gui(usi::to_wire_name(wire_name));
  const auto is_heading = [&] { return child.options.is_heading(wire_name, value.value_or("")); };
  if (known == nullptr) {
    if (is_heading()) return routed;
    return base::fail(no_such_option(wire_name));
  }
  if (std::holds_alternative<usi::ButtonOption>(known->option.kind)) {
    routed.for_children.push_back({child.index, known->option.name, "", true});
    return routed;
  }
  const auto normal = is_shown_default(known->option, value.value_or(""))
                          ? usi::default_text(known->option)
                          : usi::normalise_value(known->option, value.value_or(""));
  if (!normal && is_heading()) return routed;
  if (!normal) return base::fail(known->wire_name + ": " + normal.error().message);
  // GUIs send every option at every start. A common one left at its default follows the common
  // value.
  const std::string name = known->option.name;
  const bool has_common = is_common_in_child(name) || &known->option == rule_of(child) ||
                          (child.settings->nested && name == kBudget);
  if (has_common && *normal == usi::default_text(known->option)) {
    const bool was_set =
        std::ranges::any_of(child.values, [&](const auto& v) { return v.first == name; });
    std::erase_if(child.values, [&](const auto& v) { return v.first == name; });
    if (was_set) routed.for_children.push_back(value_in_force(child.index, known->option));
    return routed;
  }
  remember(child, name, *normal);
  routed.for_children.push_back({child.index, name, *normal});
  return routed;
}

void OptionRouter::remember(Child& child, const std::string& name, const std::string& value) {
  std::erase_if(child.values, [&](const auto& known) { return known.first == name; });
  child.values.emplace_back(name, value);
}

std::optional<std::string> OptionRouter::value_of(std::string_view name) const {
  for (const auto& [common, value] : common_) {
    if (common == name) return value;
  }
  for (const usi::Option& option : relay::declarations(own_)) {
    if (base::iequals(option.name, name)) return usi::default_text(option);
  }
  for (const Child& child : children_) {
    if (child.copy || !child.has_options()) continue;
    const ChildOption* const known = child.options.find_for_gui(name);
    if (known == nullptr) continue;
    for (const auto& [early_name, value] : child.early) {
      if (base::iequals(early_name, known->wire_name)) return value.value_or("");
    }
    for (const auto& [set_name, value] : child.values) {
      if (set_name == known->option.name) return value;
    }
    return usi::default_text(known->option);
  }
  for (const usi::Option& option : declarations()) {
    if (base::iequals(option.name, name)) return usi::default_text(option);
  }
  return std::nullopt;
}

}  // namespace gougi::relay
