// SPDX-License-Identifier: MIT
#include "settings/carried_configuration.hpp"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>
#include <vector>

#include "base/path.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

// Values are written in quotes: they are read as they are without. Not so ~ and null, which are
// texts where something is expected, and else nothing at all.
class CarriedWriter {
 public:
  explicit CarriedWriter(const CarriedNames& names) : names_(names) {}

  void write(const YamlNode& node) {
    switch (node.kind) {
      case YamlNode::Kind::kNull:
        if (node.text.empty()) return write_text(node.text);
        out_.WriteIntegralType(node.text);  // a text would be quoted
        return;
      case YamlNode::Kind::kScalar:
        return write_text(node.text);
      case YamlNode::Kind::kSequence:
        out_ << YAML::BeginSeq;
        for (const YamlPointer& item : node.items) write(*item);
        out_ << YAML::EndSeq;
        return;
      case YamlNode::Kind::kMapping:
        return write_mapping(node);
    }
  }
  std::string text() const { return out_.c_str(); }
  /// The first of those that the names gave; empty: none.
  const std::string& failure() const { return failure_; }

 private:
  static bool is_nothing(const YamlNode& node) {
    return node.kind == YamlNode::Kind::kNull && node.text.empty();
  }

  // An engine's program first, as what follows may lie beside it.
  void write_mapping(const YamlNode& node) {
    std::vector<const YamlEntry*> entries;
    for (const YamlEntry& entry : node.entries) entries.push_back(&entry);
    std::stable_partition(entries.begin(), entries.end(),
                          [](const YamlEntry* entry) { return entry->key == "command"; });
    out_ << YAML::BeginMap;
    for (const YamlEntry* const entry : entries) {
      if (is_nothing(*entry->value)) continue;  // as if it were not there
      out_ << YAML::Key << YAML::DoubleQuoted << entry->key << YAML::Value;
      write_value(*entry);
    }
    out_ << YAML::EndMap;
  }

  void write_value(const YamlEntry& entry) {
    const YamlNode& value = *entry.value;
    if (entry.key == "command") return write_command(value);
    const bool has_own_keys = entry.key == "options" || entry.key == "environment";
    if (has_own_keys && value.kind == YamlNode::Kind::kMapping) {
      out_ << YAML::BeginMap;
      for (const YamlEntry& own : value.entries) {
        out_ << YAML::Key << YAML::DoubleQuoted << own.key << YAML::Value;
        if (entry.key == "options") {
          write_name([&](const std::string& text) { return names_.option(own.key, text); },
                     *own.value);
        } else {
          write(*own.value);
        }
      }
      out_ << YAML::EndMap;
      return;
    }
    if (entry.key == "scale" || entry.key == "arbiter_model") {
      return write_name(names_.file, value);
    }
    write(value);
  }

  void write_command(const YamlNode& command) {
    if (command.kind != YamlNode::Kind::kSequence) return write_name(names_.program, command);
    out_ << YAML::BeginSeq;
    for (std::size_t i = 0; i < command.items.size(); ++i) {
      write_name(i == 0 ? names_.program : names_.word, *command.items[i]);
    }
    out_ << YAML::EndSeq;
  }

  void write_name(const CarriedNames::Name& name, const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kScalar) return write(node);
    const auto carried = name(node.text);
    if (!carried && failure_.empty()) failure_ = carried.error().message;
    write_text(carried.value_or(node.text));
  }

  void write_text(const std::string& text) { out_ << YAML::DoubleQuoted << text; }

  const CarriedNames& names_;
  YAML::Emitter out_;
  std::string failure_;
};

}  // namespace

base::Result<std::string> carried_configuration(std::string_view text,
                                                const std::filesystem::path& file,
                                                const CarriedNames& names) {
  const std::string name = base::to_utf8(file);
  const auto tree = parse_yaml(text);
  if (!tree) {
    const std::string line = tree.error().line > 0 ? std::to_string(tree.error().line) + ":" : "";
    return base::fail(name + ":" + line + " " + tree.error().message);
  }
  CarriedWriter writer(names);
  writer.write(**tree);
  if (!writer.failure().empty()) return base::fail(name + ": " + writer.failure());
  return writer.text() + "\n";
}

}  // namespace gougi::settings
