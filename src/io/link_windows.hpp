// SPDX-License-Identifier: MIT
// What the files are that Windows marks as reparse points. Windows only.
#pragma once

#include <windows.h>

namespace gougi::io {

enum class Reparse {
  kNone,
  kLink,           ///< stands for another name: a symbolic link or a junction
  kKeptElsewhere,  ///< a file as any, whose volume has its bytes elsewhere: once, or far away
};

/// Of what is open by FILE_FLAG_OPEN_REPARSE_POINT. A file that is kept elsewhere is to be opened
/// again without that, by ReOpenFile(), before it is read or written.
inline Reparse reparse_of(HANDLE handle) {
  FILE_ATTRIBUTE_TAG_INFO facts{};
  if (GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &facts, sizeof facts) == 0) {
    BY_HANDLE_FILE_INFORMATION less{};
    const bool is_marked = GetFileInformationByHandle(handle, &less) != 0 &&
                           (less.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    return is_marked ? Reparse::kLink : Reparse::kNone;  // the worst that it may be
  }
  if ((facts.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) return Reparse::kNone;
  return IsReparseTagNameSurrogate(facts.ReparseTag) ? Reparse::kLink : Reparse::kKeptElsewhere;
}

}  // namespace gougi::io
