// SPDX-License-Identifier: MIT
#include <windows.h>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/mapped_file.hpp"

namespace gougi::io {
namespace {

std::string why_not_opened(const std::filesystem::path& file, DWORD error) {
  const std::string name = base::to_utf8(file);
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {  // Windows says that access is denied
    return base::say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, name);
  }
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return base::say({"{0}: no such file", "{0}: ファイルがありません"}, name);
    case ERROR_ACCESS_DENIED:
      return base::say({"{0}: may not be read", "{0}: 読む権限がありません"}, name);
    case ERROR_SHARING_VIOLATION:
      return base::say({"{0}: another program has it open and shares it with nobody",
                        "{0}: 別のプログラムが占有しています"},
                       name);
    default:
      return base::say(
          {"{0}: cannot be opened (Windows error {1})", "{0}: 開けません(Windows のエラー {1})"},
          name, error);
  }
}

}  // namespace

base::Result<std::shared_ptr<const MappedFile>> MappedFile::open(
    const std::filesystem::path& file) {
  const std::string name = base::to_utf8(file);
  const HANDLE handle = CreateFileW(file.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    return base::fail(why_not_opened(file, GetLastError()));
  }
  LARGE_INTEGER size{};
  if (GetFileType(handle) != FILE_TYPE_DISK || GetFileSizeEx(handle, &size) == 0) {
    CloseHandle(handle);
    return base::fail(
        base::say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"}, name));
  }
  if (size.QuadPart == 0) {
    CloseHandle(handle);
    return base::fail(base::say({"{0}: is empty", "{0}: 空です"}, name));
  }
  const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
  CloseHandle(handle);
  const void* memory =
      mapping == nullptr ? nullptr : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  if (mapping != nullptr) CloseHandle(mapping);
  if (memory == nullptr) {
    return base::fail(base::say(
        {"{0}: cannot be mapped (error {1})", "{0}: メモリに割り当てられません(エラー {1})"}, name,
        GetLastError()));
  }
  return std::shared_ptr<const MappedFile>(new MappedFile(
      {static_cast<const std::byte*>(memory), static_cast<std::size_t>(size.QuadPart)}));
}

MappedFile::~MappedFile() { UnmapViewOfFile(bytes_.data()); }

}  // namespace gougi::io
