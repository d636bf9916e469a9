// SPDX-License-Identifier: MIT
#include "relay/option_cache.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "base/hash.hpp"
#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/text.hpp"
#include "io/private_file.hpp"
#include "io/process_info.hpp"

namespace gougi::relay {
namespace {

constexpr std::size_t kMostLines = 10'000;

}  // namespace

OptionCache OptionCache::of_user() {
  if (const auto local = io::environment_variable("LOCALAPPDATA"); local && !local->empty()) {
    return OptionCache(base::path_from_utf8(*local) / "gougi" / "options");
  }
  if (const auto cache = io::environment_variable("XDG_CACHE_HOME"); cache && !cache->empty()) {
    return OptionCache(base::path_from_utf8(*cache) / "gougi" / "options");
  }
  if (const auto home = io::environment_variable("HOME"); home && !home->empty()) {
    return OptionCache(base::path_from_utf8(*home) / ".cache" / "gougi" / "options");
  }
  return OptionCache({});
}

std::filesystem::path OptionCache::file_for(const io::LaunchSpec& spec) const {
  std::error_code error;
  if (folder_.empty()) return {};
  const auto size = std::filesystem::file_size(spec.program, error);
  if (error) return {};
  const auto time = std::filesystem::last_write_time(spec.program, error);
  if (error) return {};
  std::string key = base::to_utf8(spec.program) + "\n" + std::to_string(size) + "\n" +
                    std::to_string(time.time_since_epoch().count()) + "\n" +
                    base::to_utf8(spec.directory);
  for (const auto& argument : spec.arguments) key += "\n" + argument;
  for (const auto& [name, value] : spec.environment) {
    key += '\n';
    key += name;
    key += '=';
    key += value;
  }
  if (spec.is_clean) key += "\nclean";
  if (spec.is_confined) key += "\nconfined";
  return folder_ / fmt::format("{:016x}.txt", base::fnv1a(key));
}

std::optional<std::vector<usi::Option>> OptionCache::load(const io::LaunchSpec& spec,
                                                          usi::FreezeAbility* freezes,
                                                          std::string* name) const {
  const auto file = file_for(spec);
  if (file.empty()) return std::nullopt;
  std::ifstream in(file);
  if (!in) return std::nullopt;
  std::vector<usi::Option> options;
  std::string line;
  while (options.size() < kMostLines && base::read_line(in, line) != base::LineRead::kEnd) {
    if (auto option = usi::parse_option(line)) {
      options.push_back(std::move(*option));
    } else if (const auto answer = usi::parse_answer(line)) {
      const auto* freeze = std::get_if<usi::FreezeAnswer>(&*answer);
      if (freeze != nullptr && freezes != nullptr) *freezes = freeze->ability;
      const auto* id = std::get_if<usi::IdNameAnswer>(&*answer);
      if (id != nullptr && name != nullptr) *name = base::printable(id->name, 100);
    }
  }
  return options;
}

void OptionCache::save(const io::LaunchSpec& spec, const std::vector<std::string>& lines) const {
  const auto file = file_for(spec);
  if (file.empty()) return;
  if (!io::make_private_folder(folder_)) return;
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  std::ifstream in(file, std::ios::binary);
  const std::string known((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.is_open() && known == text) return;
  in.close();
  // A cache: what cannot be written is asked for again; and an engine may be back in mid-move.
  static_cast<void>(io::write_private_file(file, text, base::Patience::kNone));
}

}  // namespace gougi::relay
