// SPDX-License-Identifier: MIT
// Rights come from the folder, which for users' own folders are theirs alone.
#include <windows.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/link_windows.hpp"
#include "io/private_file.hpp"

namespace gougi::io {
namespace {

HANDLE native(std::intptr_t handle) {
  return reinterpret_cast<HANDLE>(handle);  // NOLINT(performance-no-int-to-ptr)
}

base::Result<PrivateFile> refuse(const std::filesystem::path& file, const std::string& why) {
  return base::fail(base::to_utf8(file) + ": " + why);
}

/// By number: Windows words it in the user's language and code page.
std::string last_error_text() {
  return base::say({"cannot be written (Windows error {0})", "書けません(Windows のエラー {0})"},
                   ::GetLastError());
}

}  // namespace

base::Result<void> make_private_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::filesystem::is_directory(folder, error)) return {};
  return base::fail(base::say({"{0}: this folder cannot be made", "{0}: このフォルダを作れません"},
                              base::to_utf8(folder)));
}

base::Result<PrivateFile> PrivateFile::open(const std::filesystem::path& file, Start start) {
  // A link is opened itself, and then refused. Others may rename it while we write, as rotation
  // does.
  constexpr DWORD kAccess = FILE_APPEND_DATA | FILE_WRITE_DATA | FILE_READ_ATTRIBUTES;
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE handle = ::CreateFileW(
      file.c_str(), kAccess, kShared, nullptr, start == Start::kNew ? CREATE_NEW : OPEN_ALWAYS,
      FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return refuse(file, last_error_text());
  PrivateFile opened(reinterpret_cast<std::intptr_t>(handle));
  const DWORD kind = ::GetFileType(handle);
  if (kind == FILE_TYPE_PIPE)
    return refuse(file, base::say({"is a pipe or a socket, not a file",
                                   "ファイルではなくパイプかソケットです"}));
  const Reparse reparse = kind == FILE_TYPE_DISK ? reparse_of(handle) : Reparse::kNone;
  if (reparse == Reparse::kLink) {
    return refuse(file, base::say({"is a symbolic link, which is not written through",
                                   "シンボリックリンクなので書き込みません"}));
  }
  if (reparse == Reparse::kKeptElsewhere) {
    const HANDLE whole = ::ReOpenFile(handle, kAccess, kShared, 0);
    if (whole == INVALID_HANDLE_VALUE) return refuse(file, last_error_text());
    opened = PrivateFile(reinterpret_cast<std::intptr_t>(whole));
  }
  if (start == Start::kEmpty && kind == FILE_TYPE_DISK) ::SetEndOfFile(native(opened.handle_));
  return opened;
}

PrivateFile::~PrivateFile() {
  if (handle_ != -1) ::CloseHandle(native(handle_));
}

std::size_t PrivateFile::write(std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    constexpr std::size_t kStep = std::size_t{1} << 20U;
    const auto size = static_cast<DWORD>(std::min(text.size() - done, kStep));
    OVERLAPPED at_the_end{};
    at_the_end.Offset = at_the_end.OffsetHigh = 0xFFFFFFFF;
    DWORD written = 0;
    if (::WriteFile(native(handle_), text.data() + done, size, &written, &at_the_end) == 0 ||
        written == 0) {
      break;
    }
    done += written;
  }
  return done;
}

std::uint64_t PrivateFile::size() const {
  LARGE_INTEGER size{};
  return ::GetFileSizeEx(native(handle_), &size) != 0 ? static_cast<std::uint64_t>(size.QuadPart)
                                                      : 0;
}

bool PrivateFile::is_regular() const { return ::GetFileType(native(handle_)) == FILE_TYPE_DISK; }

}  // namespace gougi::io
