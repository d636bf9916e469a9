// SPDX-License-Identifier: MIT
#include "settings/relay_settings.hpp"

#include <fmt/format.h>

#include "base/path.hpp"
#include "base/text.hpp"
#include "settings/relay_reader.hpp"
#include "settings/section.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {

double EngineSettings::weight_at(int ply, int chuuban_start_plies, int shuuban_start_plies) const {
  if (!phase_weights) return weight;
  if (ply < chuuban_start_plies) return phase_weights->opening;
  return ply < shuuban_start_plies ? phase_weights->middle : phase_weights->end;
}

base::Result<RelaySettings> parse_relay_settings(std::string_view text,
                                                 const std::filesystem::path& file,
                                                 const std::vector<std::string>& strategies,
                                                 const std::vector<int>& member, int processors) {
  const auto tree = parse_yaml(text);
  if (tree) return read_relay_settings(**tree, file, strategies, member, processors);
  Complaints complaints(base::to_utf8(file));
  complaints.add(tree.error().line, "", tree.error().message);
  return tl::unexpected(complaints.error());
}

std::optional<std::vector<int>> parse_member(std::string_view text) {
  constexpr int kMost = 1000;  // engine numbers are far smaller
  std::vector<int> member;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    const auto number = base::to_int(text.substr(begin, end - begin));
    if (!number || *number < 1 || *number > kMost) return std::nullopt;
    member.push_back(static_cast<int>(*number));
    begin = end + 1;
  }
  return member;
}

std::string member_text(const std::vector<int>& member) {
  return fmt::format("{}", fmt::join(member, "."));
}

}  // namespace gougi::settings
