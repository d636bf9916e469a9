// SPDX-License-Identifier: MIT
// Files read and replaced as a whole. What was read does not change any more, whatever becomes of
// the file; what is shared by processes is io::MappedFile's. What replaces a file is written beside
// it first, so that its name always has a whole file. Blocks; safe from any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/result.hpp"
#include "base/say.hpp"

namespace gougi::base {

/// All bytes of a regular file that has at most `most`.
inline Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& file,
                                                 std::uintmax_t most) {
  auto stream = open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return fail(say({"{0}: cannot be read", "{0}: 読めません"}, to_utf8(file)));
  if (size > most) {
    return fail(say({"{0}: has {1} bytes, more than it may", "{0}: {1} バイトあり、大きすぎます"},
                    to_utf8(file), size));
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  stream->read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!*stream) return fail(say({"{0}: cannot be read", "{0}: 読めません"}, to_utf8(file)));
  return bytes;
}

/// Where what replaces `file` is written, and what is there is of a run that was killed: the name
/// says that it is gougi's, so that it is nobody's file.
inline std::filesystem::path draft_of(std::filesystem::path file) { return file += ".gougi-new"; }

/// An error where what is there is none that a run has left: a link would have its target written
/// over.
inline Result<void> check_draft(const std::filesystem::path& draft) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(draft, error);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return {};
  return fail(say({"{0}: is in the way, and is no file that gougi made; move it away",
                   "{0}: gougi が作ったファイルではありません。よそへ移してください"},
                  to_utf8(draft)));
}

/// Where the draft of `file` is begun: nothing is there any more, so that nothing is written over.
inline Result<std::filesystem::path> begin_draft(const std::filesystem::path& file) {
  std::filesystem::path draft = draft_of(file);
  if (auto free = check_draft(draft); !free) return tl::unexpected(free.error());
  std::error_code error;
  base::remove(draft, error);
  if (!error) return draft;
  return fail(say({"{0}: cannot be written", "{0}: 書けません"}, to_utf8(draft)));
}

/// An error where what is there is no regular file (as a device, it would be put away), or where
/// the draft would be written over one of those that are `read`, or over what is no draft.
inline Result<void> check_replaceable(const std::filesystem::path& file,
                                      std::span<const std::filesystem::path> read) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status))
    return fail(
        say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, to_utf8(file)));
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return fail(
        say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"}, to_utf8(file)));
  }
  for (const fs::path& other : read) {
    if (!is_same_file(other, draft_of(file))) continue;
    return fail(say({"{0}: is read, and would be written over on the way to {1}",
                     "{0}: 読み込むファイルですが、{1} を書く途中で上書きされます"},
                    to_utf8(other), to_utf8(file)));
  }
  return check_draft(draft_of(file));
}

/// Whether the old file's bytes are the first of the new one's, as those of less of the same are.
inline bool begins_as(const std::filesystem::path& news, const std::filesystem::path& olds) {
  std::ifstream new_stream(news, std::ios::binary);
  std::ifstream old_stream(olds, std::ios::binary);
  std::vector<char> wanted(1U << 16U);
  std::vector<char> bytes(wanted.size());
  while (new_stream && old_stream) {
    old_stream.read(wanted.data(), static_cast<std::streamsize>(wanted.size()));
    const auto count = old_stream.gcount();
    new_stream.read(bytes.data(), count);
    if (new_stream.gcount() != count ||
        !std::equal(wanted.begin(), wanted.begin() + count, bytes.begin())) {
      return false;
    }
    if (old_stream.eof()) return true;
  }
  return false;
}

/// Of a file that is to be replaced, and holds what the new one would not.
inline tl::unexpected<Error> would_lose(const std::filesystem::path& file) {
  return fail(say({"{0}: is there already and holds what the new file would not; nothing was "
                   "written, choose another name",
                   "{0}: すでにあり、新しいファイルにない内容を含むため、何も書いていません。"
                   "別の名前にしてください"},
                  to_utf8(file)));
}

/// Replaces the file; where that fails, what was there stays, and nothing else is left.
inline Result<void> replace_file(const std::filesystem::path& file,
                                 std::span<const std::byte> bytes) {
  if (auto place = check_replaceable(file, {}); !place) return place;
  const auto begun = begin_draft(file);
  if (!begun) return tl::unexpected(begun.error());
  const std::filesystem::path& draft = *begun;
  std::ofstream out(draft, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code error;
  if (out) base::rename(draft, file, error);
  if (out && !error) return {};
  base::remove(draft, error);
  return fail(say({"{0}: cannot be written", "{0}: 書けません"}, to_utf8(file)));
}

}  // namespace gougi::base
