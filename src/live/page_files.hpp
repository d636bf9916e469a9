// SPDX-License-Identifier: MIT
// The files of the pages (src/live/page), which the build puts into the program. A page fetches
// nothing from elsewhere; its curve and its board are drawn by a few lines of its own, so that
// there is no library to ship.
#pragma once

#include <string_view>

namespace gougi::live {

struct PageFiles {
  std::string_view html;
  std::string_view script;
};

PageFiles council_page();
PageFiles match_page();

/// Of all pages.
std::string_view common_script();
std::string_view page_style();

}  // namespace gougi::live
