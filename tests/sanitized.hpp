// SPDX-License-Identifier: MIT
// Whether this is a build with a sanitizer, or for Windows. There all takes longer, and who judges
// thousands of random cases is content with fewer: the plain build runs the rest.
#pragma once

namespace gougi {

#ifdef GOUGI_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

#ifdef _WIN32
inline constexpr bool kBrief = true;
#else
inline constexpr bool kBrief = kSanitized;
#endif

}  // namespace gougi
