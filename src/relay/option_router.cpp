// SPDX-License-Identifier: MIT
#include "relay/option_router.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/code_page.hpp"
#include "relay/option_complaint.hpp"
#include "relay/option_exposure.hpp"
#include "relay/roster.hpp"

namespace gougi::relay {
namespace {

// An engine may have two that differ in case alone: the one that is written so is meant.
template <class Options, class NameOf>
auto find_name(Options& options, std::string_view name, NameOf name_of) {
  const auto exact =
      std::ranges::find_if(options, [&](const auto& each) { return name_of(each) == name; });
  if (exact != options.end()) return exact;
  return std::ranges::find_if(options,
                              [&](const auto& each) { return base::iequals(name_of(each), name); });
}

std::string_view own_name(const ChildOption& option) { return option.option.name; }
std::string_view name_for_gui(const ChildOption& option) { return option.wire_name; }

const usi::Option* find_option(const std::vector<ChildOption>& options, std::string_view name) {
  const auto found = find_name(options, name, own_name);
  return found == options.end() ? nullptr : &found->option;
}

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

// USI's common options under the names that UCI-born engines give them.
std::string_view uci_name(std::string_view usi_name) {
  if (usi_name == "USI_Hash") return "Hash";
  if (usi_name == "USI_Ponder") return "Ponder";
  return usi_name;
}

ChildOption* find_child_option(std::vector<ChildOption>& options, std::string_view name) {
  auto found = find_name(options, name, own_name);
  if (found == options.end()) found = find_name(options, uci_name(name), own_name);
  return found == options.end() ? nullptr : &*found;
}

using settings::kMostThreads;

// What the engine is called, as far as is known: what the user called it, what it calls itself, or
// its program.
std::vector<std::string> names_of(const settings::EngineSettings& engine,
                                  const std::string& id_name) {
  std::vector<std::string> names{engine.name, id_name};
  if (!engine.command.empty()) {
    names.push_back(base::to_utf8(base::path_from_utf8(engine.command.front()).stem()));
  }
  if (engine.nested) names.emplace_back("consensus");
  std::erase(names, "");
  return names;
}

constexpr std::array<std::string_view, 2> kHeadings{"Engine", "Name"};
constexpr std::array<std::string_view, 4> kCommonNames{"USI_Hash", "USI_Ponder", "MultiPV",
                                                       "Threads"};
bool is_common(std::string_view name) {
  return std::ranges::find(kCommonNames, name) != kCommonNames.end();
}

// Of a consensus among the engines: its budget is ours.
constexpr std::string_view kBudget = "G_BudgetNodes";
constexpr std::string_view kThreads = "Threads";
constexpr std::string_view kBudgetOfGo = "from-go";

// The number of its range that is nearest; nothing: it is no number, or no option of numbers.
std::optional<std::string> nearest_value(const usi::Option& option, const std::string& value) {
  const auto* spin = std::get_if<usi::SpinOption>(&option.kind);
  const auto number = base::to_int(value);
  if (spin == nullptr || !number) return std::nullopt;
  return std::to_string(std::clamp(*number, spin->min, spin->max));
}

// "; did you mean Seed?" where one of the engine's own names is near.
std::string hint_at(const std::vector<usi::Option>& options, std::string_view name) {
  std::vector<std::string_view> names;
  for (const usi::Option& option : options) names.emplace_back(option.name);
  return base::did_you_mean(name, names);
}

}  // namespace

OptionRouter::OptionRouter(const settings::RelaySettings& settings)
    : settings_(settings), own_(own_options(settings)), own_at_start_(own_) {
  const auto all = roster(settings);
  for (const RosterEntry& entry : all) {
    Child& child = children_.emplace_back();
    child.settings = entry.settings;
    child.copy = entry.is_copy();
    if (entry.role == Role::kReserve) continue;  // no options of its own
    child.prefix = all[static_cast<std::size_t>(entry.twin_of)].label() + "_";
  }
  share_out_threads();
}

OptionRouter::Declared OptionRouter::declare(int index, const std::vector<usi::Option>& options,
                                             const std::string& id_name) {
  Child& child = children_[static_cast<std::size_t>(index)];
  child.id_name = id_name;
  child.declared = true;
  child.assumed = false;
  Declared result;
  result.misfits = take_options(index, options);
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
    auto now = visible(child);
    result.difference = difference(*child.shown, now);
    child.shown = std::move(now);  // said once
  }
  return result;
}

void OptionRouter::assume(int index, const std::vector<usi::Option>& options,
                          const std::string& id_name) {
  Child& child = children_[static_cast<std::size_t>(index)];
  child.assumed = true;
  child.id_name = id_name;
  take_options(index, options);  // what there is to complain of is known when it declares
}

bool OptionRouter::knows(int index) const {
  const Child& child = children_[static_cast<std::size_t>(index)];
  return child.declared || child.assumed;
}

std::vector<usi::Option> OptionRouter::visible(const Child& child) {
  std::vector<usi::Option> all;
  for (const ChildOption& o : child.options) {
    if (!is_shown(o.option, child.settings->expose)) continue;
    usi::Option& option = all.emplace_back(o.option);
    option.name = o.wire_name.substr(child.prefix.size());
  }
  return all;
}

// Where the child has an option of that name itself, it keeps it.
std::optional<usi::Option> OptionRouter::heading_of(const Child& child) {
  const auto names = names_of(*child.settings, child.id_name);
  if (names.empty()) return std::nullopt;
  for (const std::string_view name : kHeadings) {
    std::string wire_name = child.prefix + std::string(name);
    const bool taken = std::ranges::any_of(
        child.options, [&](const ChildOption& o) { return base::iequals(o.wire_name, wire_name); });
    if (!taken) return heading(wire_name, names.front());
  }
  return std::nullopt;
}

bool OptionRouter::is_heading(const Child& child, std::string_view wire_name,
                              std::string_view value) {
  const auto shown = heading_of(child);
  if (shown && base::iequals(shown->name, wire_name)) return true;
  const bool was_shown = std::ranges::any_of(kHeadings, [&](std::string_view name) {
    return base::iequals(wire_name, child.prefix + std::string(name));
  });
  return was_shown &&
         std::ranges::any_of(names_of(*child.settings, child.id_name), [&](const auto& name) {
           return usi::default_text(heading("", name)) == value;
         });
}

void OptionRouter::note_shown() {
  for (Child& child : children_) {
    if (!child.copy && !child.prefix.empty()) child.shown = visible(child);
  }
}

std::vector<OptionRouter::Misfit> OptionRouter::take_options(
    int index, const std::vector<usi::Option>& options) {
  Child& child = children_[static_cast<std::size_t>(index)];
  child.options.clear();
  std::vector<Misfit> misfits;
  if (child.prefix.empty()) return misfits;
  for (const usi::Option& option : options) {
    const std::string wire_name = usi::to_wire_name(child.prefix + option.name);
    const bool doubled = std::ranges::any_of(
        child.options, [&](const ChildOption& o) { return o.wire_name == wire_name; });
    if (!doubled) child.options.push_back({index, wire_name, option});
  }
  const auto complain = [&](int line, const std::string& what) { misfits.push_back({line, what}); };
  for (const auto& [name, value] : child.settings->options) {
    const auto line = child.settings->option_lines.find(name);
    const int at = line == child.settings->option_lines.end() ? 0 : line->second;
    ChildOption* known = find_child_option(child.options, name);
    if (known == nullptr) {
      if (is_common(name)) continue;
      complain(at, base::say({"{0}: the engine has no such option{1}",
                              "{0}: エンジンにこのオプションはありません{1}"},
                             child.prefix + name, hint_at(options, name)));
      continue;
    }
    const auto normal = usi::normalise_value(known->option, value);
    if (!normal) {
      complain(at, known->wire_name + ": " + normal.error().message);
      continue;
    }
    known->option = usi::with_default(std::move(known->option), *normal);
  }
  for (const std::string& name : unknown_names(child.settings->expose, options)) {
    complain(child.settings->expose.line,
             base::say({"{0}: the engine has no such option (expose){1}",
                        "{0}: エンジンにこのオプションはありません(expose){1}"},
                       child.prefix + name, hint_at(options, name)));
  }
  return misfits;
}

std::vector<usi::Option> OptionRouter::declarations() const {
  std::vector<usi::Option> all = relay::declarations(own_at_start_);
  const bool multipv = std::ranges::any_of(children_, [](const Child& child) {
    return find_option(child.options, "MultiPV") != nullptr;
  });
  const bool threads = std::ranges::any_of(children_, [](const Child& child) {
    return find_option(child.options, "Threads") != nullptr;
  });
  if (threads) {
    const std::int64_t budget = settings_.resources.threads.value_or(0);
    const auto place = std::ranges::find_if(
        all, [](const usi::Option& option) { return option.name.starts_with("G_"); });
    all.insert(place, {"Threads", usi::SpinOption{budget, 0, kMostThreads}});
  }
  if (multipv) all.insert(all.begin() + 2, {"MultiPV", usi::SpinOption{1, 1, 500}});
  for (const Child& child : children_) {
    if (child.copy || child.prefix.empty()) continue;
    if (auto first = heading_of(child)) all.push_back(std::move(*first));
    for (const ChildOption& o : child.options) {
      if (!is_shown(o.option, child.settings->expose)) continue;
      usi::Option option = o.option;
      option.name = o.wire_name;
      all.push_back(std::move(option));
    }
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
  for (const std::string_view known : {std::string_view(name), uci_name(name)}) {
    if (const auto* option = find_option(child.options, known)) {
      if (const auto normal = usi::normalise_value(*option, value)) {
        return ForChild{index, option->name, *normal};
      }
      const auto nearest = nearest_value(*option, value);
      return nearest ? std::optional(ForChild{index, option->name, *nearest}) : std::nullopt;
    }
  }
  // USI's own two may be sent to any engine, declared or not.
  if (name.starts_with("USI_")) return ForChild{index, name, value};
  return std::nullopt;
}

std::optional<ForChild> OptionRouter::threads_for(int index) const {
  const auto& child = children_[static_cast<std::size_t>(index)];
  const auto* option = find_option(child.options, "Threads");
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
  const auto* option = find_option(child.options, kBudget);
  const auto& nodes = own_.budget.nodes;
  if (option == nullptr || nodes == settings_.budget.nodes) return std::nullopt;
  return ForChild{index, option->name, std::string(nodes == 0 ? "0" : kBudgetOfGo)};
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
  if (child.settings != nullptr) {
    for (const auto& [name, value] : child.settings->options) {
      const bool replaced = threads_ && child.settings->threads_are_a_share &&
                            base::iequals(name, "Threads");  // by what the GUI shares out
      if (replaced) continue;
      const auto* option = find_option(child.options, name);
      if (option == nullptr) option = find_option(child.options, uci_name(name));
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
  const auto* option = find_option(children_[static_cast<std::size_t>(index)].options, "MultiPV");
  if (option == nullptr) return std::nullopt;
  const std::string value = value_in_force(index, *option).value;
  const auto lines = std::max<std::int64_t>(base::to_int(value).value_or(1), least);
  const auto normal = usi::normalise_value(*option, std::to_string(lines));
  return ForChild{index, option->name, normal.value_or(value)};
}

base::Result<OptionRouter::Routed> OptionRouter::set(std::string_view name,
                                                     const std::optional<std::string>& value) {
  if (is_common(name)) return set_common(std::string(name), value.value_or(""));
  for (const usi::Option& option : relay::declarations(own_)) {
    if (option.name != name) continue;
    const auto company = own_.strategy->company;
    if (const auto set = set_own_option(own_, name, value.value_or(""), own_at_start_); !set) {
      return tl::unexpected(set.error());
    }
    Routed routed;
    routed.own_changed = true;
    if (own_.strategy->company != company) {
      share_out_threads();
      routed.for_children = threads_in_force();
    }
    if (name == kBudget) {
      for (std::size_t i = 0; i < children_.size(); ++i) {
        const Child& child = children_[i];
        const auto* known = find_option(child.options, kBudget);
        if (known == nullptr || !child.declared || !child.settings->nested) continue;
        routed.for_children.push_back(value_in_force(static_cast<int>(i), *known));
      }
    }
    return routed;
  }
  std::string wire_name(name);
  if (wire_name.starts_with("E0_")) wire_name.replace(0, 3, "M1_");  // saved by older programs
  std::optional<Routed> routed;
  for (Child& child : children_) {
    if (child.prefix.empty() || !wire_name.starts_with(child.prefix)) continue;
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
  for (std::size_t i = 0; i < children_.size(); ++i) {
    if (!children_[i].declared) continue;  // it is told when it has started
    if (auto common = common_for(static_cast<int>(i), name, value)) {
      if (!children_[i].copy && base::to_int(common->value) != base::to_int(value)) {
        routed.notes.push_back(base::say({"{0}{1}: {2} is beyond its range; {3} is what it gets",
                                          "{0}{1}: {2} は範囲外なので {3} を設定します"},
                                         children_[i].prefix, common->name,
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
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const auto* option = find_option(children_[i].options, kThreads);
    if (!children_[i].declared || option == nullptr) continue;  // it is told when it has started
    values.push_back(value_in_force(static_cast<int>(i), *option));
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
  const std::string fit_name = usi::to_wire_name(wire_name);
  const auto known = find_name(child.options, fit_name, name_for_gui);
  if (known == child.options.end()) {
    if (is_heading(child, wire_name, value.value_or(""))) return routed;
    return base::fail(no_such_option(wire_name));
  }
  if (std::holds_alternative<usi::ButtonOption>(known->option.kind)) {
    routed.for_children.push_back({known->child, known->option.name, "", true});
    return routed;
  }
  const auto normal = is_shown_default(known->option, value.value_or(""))
                          ? usi::default_text(known->option)
                          : usi::normalise_value(known->option, value.value_or(""));
  if (!normal && is_heading(child, wire_name, value.value_or(""))) return routed;
  if (!normal) return base::fail(known->wire_name + ": " + normal.error().message);
  // GUIs send every option at every start. A common one left at its default follows the common
  // value.
  const std::string name = known->option.name;
  const bool has_common = std::ranges::any_of(kCommonNames,
                                              [&](std::string_view common) {
                                                return name == common || name == uci_name(common);
                                              }) ||
                          (child.settings->nested && name == kBudget);
  if (has_common && *normal == usi::default_text(known->option)) {
    const bool was_set =
        std::ranges::any_of(child.values, [&](const auto& v) { return v.first == name; });
    std::erase_if(child.values, [&](const auto& v) { return v.first == name; });
    if (was_set) routed.for_children.push_back(value_in_force(known->child, known->option));
    return routed;
  }
  remember(child, name, *normal);
  routed.for_children.push_back({known->child, name, *normal});
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
    if (child.copy) continue;
    const auto known = find_name(child.options, name, name_for_gui);
    if (known == child.options.end()) continue;
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
