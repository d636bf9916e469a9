// SPDX-License-Identifier: MIT
#include <windows.h>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/mapped_file.hpp"

namespace gougi::io {

base::Result<std::shared_ptr<const MappedFile>> MappedFile::open(
    const std::filesystem::path& file) {
  const std::string name = base::to_utf8(file);
  const HANDLE handle = CreateFileW(file.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    return base::fail(
        base::say({"{0}: cannot be opened (error {1})", "{0}: 開けません(エラー {1})"}, name,
                  GetLastError()));
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
