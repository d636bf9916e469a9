// SPDX-License-Identifier: MIT
#include "relay/child_options.hpp"

#include <algorithm>
#include <array>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/option_exposure.hpp"

namespace gougi::relay {
namespace {

constexpr std::array<std::string_view, 2> kHeadings{"Engine", "Name"};
constexpr std::array<std::string_view, 4> kCommonNames{"USI_Hash", "USI_Ponder", "MultiPV",
                                                       "Threads"};

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

}  // namespace

std::string_view uci_name(std::string_view usi_name) {
  if (usi_name == "USI_Hash") return "Hash";
  if (usi_name == "USI_Ponder") return "Ponder";
  return usi_name;
}

bool is_common_option(std::string_view name) {
  return std::ranges::find(kCommonNames, name) != kCommonNames.end();
}

std::string hint_at(const std::vector<usi::Option>& options, std::string_view name) {
  std::vector<std::string_view> names;
  for (const usi::Option& option : options) names.emplace_back(option.name);
  return base::did_you_mean(name, names);
}

std::vector<OptionMisfit> ChildOptions::take(const std::vector<usi::Option>& options,
                                             std::string id_name) {
  id_name_ = std::move(id_name);
  options_.clear();
  std::vector<OptionMisfit> misfits;
  for (const usi::Option& option : options) {
    if (prefix_.empty() && option.name != kDeclarationRule) continue;
    const std::string wire_name = usi::to_wire_name(prefix_ + option.name);
    const bool doubled = std::ranges::any_of(
        options_, [&](const ChildOption& o) { return o.wire_name == wire_name; });
    if (!doubled) options_.push_back({wire_name, option});
  }
  if (prefix_.empty()) return misfits;
  const auto complain = [&](int line, const std::string& what) { misfits.push_back({line, what}); };
  for (const auto& [name, value] : settings_->options) {
    const auto line = settings_->option_lines.find(name);
    const int at = line == settings_->option_lines.end() ? 0 : line->second;
    auto known = find_name(options_, name, own_name);
    if (known == options_.end()) known = find_name(options_, uci_name(name), own_name);
    if (known == options_.end()) {
      if (is_common_option(name)) continue;
      complain(at, base::say({"{0}: the engine has no such option{1}",
                              "{0}: エンジンにこのオプションはありません{1}"},
                             prefix_ + name, hint_at(options, name)));
      continue;
    }
    const auto normal = usi::normalise_value(known->option, value);
    if (!normal) {
      complain(at, known->wire_name + ": " + normal.error().message);
      continue;
    }
    known->option = usi::with_default(std::move(known->option), *normal);
  }
  for (const std::string& name : unknown_names(settings_->expose, options)) {
    complain(settings_->expose.line,
             base::say({"{0}: the engine has no such option (expose){1}",
                        "{0}: エンジンにこのオプションはありません(expose){1}"},
                       prefix_ + name, hint_at(options, name)));
  }
  return misfits;
}

const usi::Option* ChildOptions::find(std::string_view name) const {
  const auto found = find_name(options_, name, own_name);
  return found == options_.end() ? nullptr : &found->option;
}

const usi::Option* ChildOptions::find_by_either_name(std::string_view name) const {
  const usi::Option* const option = find(name);
  return option != nullptr ? option : find(uci_name(name));
}

const ChildOption* ChildOptions::find_for_gui(std::string_view wire_name) const {
  const auto found = find_name(options_, wire_name, name_for_gui);
  return found == options_.end() ? nullptr : &*found;
}

bool ChildOptions::is_exposed(const ChildOption& option) const {
  return is_shown(option.option, settings_->expose);
}

std::vector<usi::Option> ChildOptions::visible() const {
  std::vector<usi::Option> all;
  for (const ChildOption& o : options_) {
    if (!is_exposed(o)) continue;
    usi::Option& option = all.emplace_back(o.option);
    option.name = o.wire_name.substr(prefix_.size());
  }
  return all;
}

std::vector<usi::Option> ChildOptions::declarations() const {
  std::vector<usi::Option> all;
  if (auto first = heading_line()) all.push_back(std::move(*first));
  for (const ChildOption& o : options_) {
    if (!is_exposed(o)) continue;
    usi::Option& option = all.emplace_back(o.option);
    option.name = o.wire_name;
  }
  return all;
}

std::vector<std::string> ChildOptions::names() const {
  std::vector<std::string> names{settings_->name, id_name_};
  if (!settings_->command.empty()) {
    names.push_back(base::to_utf8(base::path_from_utf8(settings_->command.front()).stem()));
  }
  if (settings_->nested) names.emplace_back("consensus");
  std::erase(names, "");
  return names;
}

// Where the child has an option of that name itself, it keeps it.
std::optional<usi::Option> ChildOptions::heading_line() const {
  const auto its_names = names();
  if (its_names.empty()) return std::nullopt;
  for (const std::string_view name : kHeadings) {
    std::string wire_name = prefix_ + std::string(name);
    const bool taken = std::ranges::any_of(
        options_, [&](const ChildOption& o) { return base::iequals(o.wire_name, wire_name); });
    if (!taken) return heading(wire_name, its_names.front());
  }
  return std::nullopt;
}

bool ChildOptions::is_heading(std::string_view wire_name, std::string_view value) const {
  const auto shown = heading_line();
  if (shown && base::iequals(shown->name, wire_name)) return true;
  const bool was_shown = std::ranges::any_of(kHeadings, [&](std::string_view name) {
    return base::iequals(wire_name, prefix_ + std::string(name));
  });
  return was_shown && std::ranges::any_of(names(), [&](const auto& name) {
           return usi::default_text(heading("", name)) == value;
         });
}

}  // namespace gougi::relay
