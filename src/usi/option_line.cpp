// SPDX-License-Identifier: MIT
#include "usi/option_line.hpp"

#include <string_view>
#include <variant>

namespace gougi::usi {
namespace {

std::string or_empty(std::string_view text) { return text.empty() ? "<empty>" : std::string(text); }

struct ExactKind {
  std::string operator()(const CheckOption& check) const {
    return std::string("check default ") + (check.default_value ? "true" : "false");
  }
  std::string operator()(const SpinOption& spin) const {
    return "spin default " + std::to_string(spin.default_value) + " min " +
           std::to_string(spin.min) + " max " + std::to_string(spin.max);
  }
  std::string operator()(const ComboOption& combo) const {
    std::string line = "combo default " + or_empty(combo.default_value);
    for (const std::string& choice : combo.choices) line += " var " + or_empty(choice);
    return line;
  }
  std::string operator()(const ButtonOption&) const { return "button"; }
  std::string operator()(const StringOption& text) const {
    return "string default " + or_empty(text.default_value);
  }
  std::string operator()(const FilenameOption& file) const {
    return "filename default " + or_empty(file.default_value);
  }
};

}  // namespace

std::string exact_line(const Option& option) {
  return "option name " + option.name + " type " + std::visit(ExactKind{}, option.kind);
}

}  // namespace gougi::usi
