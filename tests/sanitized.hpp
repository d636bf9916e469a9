// SPDX-License-Identifier: MIT
// Whether this is a build with a sanitizer. There all takes ten times as long, and who judges
// thousands of random cases is content with fewer: the plain build runs the rest.
#pragma once

namespace gougi {

#ifdef GOUGI_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace gougi
