// SPDX-License-Identifier: MIT
#include <windows.h>

#include <string>

#include "io/use_mark.hpp"

namespace gougi::io {

// A named event for each file, by what tells files apart whatever their paths; it lives as long as
// somebody has it open.
UseMark::UseMark(const std::filesystem::path& file) {
  const HANDLE handle = CreateFileW(file.c_str(), FILE_READ_ATTRIBUTES,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return;
  BY_HANDLE_FILE_INFORMATION known{};
  const bool is_known = GetFileInformationByHandle(handle, &known) != 0;
  CloseHandle(handle);
  if (!is_known) return;
  const std::wstring name = L"Local\\gougi-in-use-" + std::to_wstring(known.dwVolumeSerialNumber) +
                            L"-" + std::to_wstring(known.nFileIndexHigh) + L"-" +
                            std::to_wstring(known.nFileIndexLow);
  const HANDLE event = CreateEventW(nullptr, TRUE, FALSE, name.c_str());
  if (event == nullptr) return;
  is_one_more_ = GetLastError() == ERROR_ALREADY_EXISTS;
  handle_ = reinterpret_cast<std::intptr_t>(event);
}

UseMark::~UseMark() {
  if (handle_ != -1) CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

}  // namespace gougi::io
