// SPDX-License-Identifier: MIT
// What both platforms share of process_info.hpp: looking for a program.
#include "io/process_info.hpp"

#include <vector>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/program_file.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;

/// `path` itself or, where the platform has one, with the ending of programs.
std::optional<fs::path> program_at(const fs::path& path) {
  if (is_program_file(path)) return path;
  const std::string_view ending = program_ending();
  if (ending.empty() || path.extension() == fs::path(ending)) return std::nullopt;
  fs::path longer = path;
  longer += fs::path(ending);
  if (is_program_file(longer)) return longer;
  return std::nullopt;
}

std::vector<fs::path> search_path() {
  std::vector<fs::path> folders;
  const std::string all = environment_variable("PATH").value_or("");
  std::string_view rest(all);
  while (!rest.empty()) {
    const std::size_t end = rest.find(path_list_separator());
    const std::string_view folder = rest.substr(0, end);
    if (!folder.empty()) folders.push_back(base::path_from_utf8(folder));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return folders;
}

base::Result<fs::path> not_found(std::string_view name, const std::string& places) {
  return base::fail(base::say(
      {"no program '{0}'; looked for {1}", "プログラム '{0}' がありません(探した場所: {1})"}, name,
      places));
}

}  // namespace

base::Result<fs::path> find_program(std::string_view name, const fs::path& beside,
                                    const fs::path& base) {
  const fs::path wanted = base::path_from_utf8(name);
  if (wanted.empty())
    return base::fail(base::say({"the program's name is empty", "プログラム名が空です"}));
  if (wanted.has_parent_path()) {
    const fs::path full = base::whole_path(base::path_in(base, wanted));
    if (const auto found = program_at(full)) return *found;
    return not_found(name, base::to_utf8(full));
  }
  if (!beside.empty()) {
    if (const auto found = program_at(base::absolute_path(beside / wanted))) return *found;
  }
  for (const fs::path& folder : search_path()) {
    if (const auto found = program_at(base::absolute_path(folder / wanted))) return *found;
  }
  if (beside.empty()) return not_found(name, base::say({"it along PATH", "PATH"}));
  return not_found(
      name, base::say({"{0} and along PATH", "{0} と PATH"}, base::to_utf8(beside / wanted)));
}

}  // namespace gougi::io
