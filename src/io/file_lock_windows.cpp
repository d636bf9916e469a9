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

}  // namespace

FileLock::FileLock(const std::filesystem::path& file) {
  const HANDLE handle = CreateFileW(file.c_str(), GENERIC_READ,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
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

FileLock::~FileLock() {
  if (handle_ != -1) CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

}  // namespace gougi::io
