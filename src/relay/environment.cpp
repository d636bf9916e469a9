// SPDX-License-Identifier: MIT
#include "relay/environment.hpp"

#include <algorithm>

namespace gougi::relay {

const std::vector<usi::Option>* Environment::remembered(int child) const {
  static const std::vector<usi::Option> none;
  const auto index = static_cast<std::size_t>(child);
  if (index < remembered_options.size() && !remembered_options[index].empty()) {
    return &remembered_options[index];
  }
  const bool known = std::ranges::find(without_options, child) != without_options.end();
  return known ? &none : nullptr;
}

std::string Environment::remembered_name(int child) const {
  const auto index = static_cast<std::size_t>(child);
  return index < remembered_names.size() ? remembered_names[index] : "";
}

}  // namespace gougi::relay
