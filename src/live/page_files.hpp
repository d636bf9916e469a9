// SPDX-License-Identifier: MIT
// The files of the page (src/live/page), which the build puts into the program. The page fetches
// nothing from elsewhere; its curve and its board are drawn by a few lines of its own, so that
// there is no library to ship.
#pragma once

#include <string_view>

namespace gougi::live {

std::string_view page_html();
std::string_view page_script();
std::string_view page_style();

}  // namespace gougi::live
