// SPDX-License-Identifier: MIT
#include <windows.h>

#include "io/file_lock.hpp"

namespace gougi::io {
namespace {

// Locks are mandatory here: a byte that no file has.
OVERLAPPED byte_beyond_any_file() {
  OVERLAPPED place{};
  place.OffsetHigh = 0x40000000;
  return place;
}

HANDLE open_to(DWORD access, const std::filesystem::path& file) {
  return CreateFileW(file.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                     nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file, Beside /*beside*/) {
  const HANDLE handle = open_to(GENERIC_READ, file);
  if (handle == INVALID_HANDLE_VALUE) return;
  OVERLAPPED place = byte_beyond_any_file();
  if (LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) !=
      0) {
    handle_ = reinterpret_cast<std::intptr_t>(handle);
    return;
  }
  const DWORD why = GetLastError();
  is_refused_ = why == ERROR_LOCK_VIOLATION || why == ERROR_IO_PENDING;
  CloseHandle(handle);
}

bool FileLock::is_of(const std::filesystem::path& file) const {
  const HANDLE handle = open_to(FILE_READ_ATTRIBUTES, file);
  if (handle == INVALID_HANDLE_VALUE) return false;
  BY_HANDLE_FILE_INFORMATION ours{};
  BY_HANDLE_FILE_INFORMATION there{};
  const bool are_known =
      is_held() && GetFileInformationByHandle(reinterpret_cast<HANDLE>(handle_), &ours) != 0 &&
      GetFileInformationByHandle(handle, &there) != 0;
  CloseHandle(handle);
  return are_known && ours.dwVolumeSerialNumber == there.dwVolumeSerialNumber &&
         ours.nFileIndexHigh == there.nFileIndexHigh && ours.nFileIndexLow == there.nFileIndexLow;
}

FileLock::~FileLock() {
  if (handle_ != -1) CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

}  // namespace gougi::io
