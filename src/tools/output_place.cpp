// SPDX-License-Identifier: MIT
#include "tools/output_place.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "io/process_info.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Opened as if to go on with it, so that nothing is lost. What is made by that goes again: of a
// link what it leads to.
bool can_be_opened(const fs::path& file) {
  std::error_code ignored;
  const bool existed = fs::exists(file, ignored);
  const bool opened = std::ofstream(file, std::ios::binary | std::ios::app).is_open();
  const bool is_link = fs::is_symlink(fs::symlink_status(file, ignored));
  if (opened && !existed) fs::remove(is_link ? fs::canonical(file, ignored) : file, ignored);
  return opened;
}

// A full disk has still room for names.
bool takes_bytes(const fs::path& file) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << std::string(4096, ' ');
  out.close();
  std::error_code ignored;
  fs::remove(file, ignored);
  return !out.fail();
}

}  // namespace

base::Result<void> check_output_file(const fs::path& file) {
  const std::string name = base::to_utf8(file);
  std::error_code ignored;
  const fs::path folder = base::absolute_path(file).parent_path();
  if (!fs::is_directory(folder, ignored)) {
    return base::fail(base::say({"{0}: there is no folder {1}", "{0}: フォルダ {1} がありません"},
                                name, base::to_utf8(folder)));
  }
  if (fs::is_directory(file, ignored))
    return base::fail(
        base::say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, name));
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_fifo(status) || fs::is_socket(status)) {  // whoever opens it waits for who reads it
    return base::fail(base::say(
        {"{0}: is a pipe or a socket, not a file", "{0}: ファイルではなくパイプかソケットです"},
        name));
  }
  if (!can_be_opened(file))
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, name));
  return {};
}

base::Result<void> check_output_file(const fs::path& file, std::span<const fs::path> others) {
  for (const fs::path& other : others) {
    if (base::is_same_file(file, other)) {
      return base::fail(base::say({"{0}: is named twice, and what is written would take its place",
                                   "{0}: 2回指定されており、上書きされてしまいます"},
                                  base::to_utf8(file)));
    }
  }
  return check_output_file(file);
}

base::Result<void> check_new_file(const fs::path& file) {
  std::error_code error;
  const bool is_there = fs::exists(fs::symlink_status(file, error));
  const bool is_empty = is_there && fs::is_regular_file(file, error) && fs::is_empty(file, error);
  if (is_there && !is_empty && !fs::is_directory(file, error)) {
    return base::fail(base::say(
        {"{0}: exists already; choose another name", "{0}: すでにあります。別の名前にしてください"},
        base::to_utf8(file)));
  }
  return check_output_file(file);
}

base::Result<void> check_output_page(const fs::path& file, std::span<const fs::path> others,
                                     std::string_view maker) {
  if (auto place = check_output_file(file, others); !place) return place;
  std::error_code ignored;
  if (!fs::exists(file, ignored) || is_marked(file, maker)) return {};
  return base::fail(
      base::say({"{0}: exists already and is no page of {1}; choose another name",
                 "{0}: すでにあり、{1} が作ったページではありません。別の名前にしてください"},
                base::to_utf8(file), maker));
}

std::string marked_page(std::string html, std::string_view maker) {
  return html.insert(html.find('\n') + 1, "<!-- " + std::string(maker) + " -->\n");
}

bool is_marked(const fs::path& file, std::string_view mark) {
  constexpr std::size_t kMostHead = 1 << 20;  // a line may be a whole game
  auto stream = base::open_to_read(file);
  if (!stream) return false;
  std::string head(kMostHead, '\0');
  stream->read(head.data(), static_cast<std::streamsize>(head.size()));
  if (stream->bad()) return false;
  head.resize(static_cast<std::size_t>(stream->gcount()));
  if (head.empty()) return true;
  head.resize(
      std::min(head.find('\n', std::min(head.find('\n'), head.size() - 1) + 1), head.size()));
  const std::size_t at = head.find(mark);
  if (at == std::string::npos) return false;
  const std::string_view behind = std::string_view(head).substr(at + mark.size());
  return behind.empty() || behind.starts_with(" -->") || behind.find_first_of("\r\n\"") == 0;
}

bool is_same_place(const fs::path& one, const fs::path& other) {
  const auto plain = [](const fs::path& name) {
    std::error_code error;
    fs::path whole = base::plain_path(base::absolute_path(name) / "");
    if (base::is_on_server(whole)) return whole;
    const fs::path path = fs::weakly_canonical(whole, error);
    return ((error ? whole : path) / "").lexically_normal();
  };
  return plain(one) == plain(other);
}

base::Result<void> check_output_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::path there = base::whole_path(folder);
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, ignored)) {
    return base::fail(base::say(
        {"{0}: cannot be made, as {1} is no folder", "{0}: {1} がフォルダではないため作れません"},
        base::to_utf8(folder), base::to_utf8(there)));
  }
  const fs::path probe = there / (".gougi-" + std::to_string(io::own_pid()));
  if (can_be_opened(probe) && takes_bytes(probe)) return {};
  return base::fail(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(folder)));
}

}  // namespace gougi::tools
