// SPDX-License-Identifier: MIT
// The files of the pages (src/live/page), which the build puts into the program. A page fetches
// nothing from elsewhere: its board is drawn by a few lines of its own, its curves by uPlot, which
// is among the files (page/third_party/uplot).
#pragma once

#include <string>
#include <string_view>

namespace gougi::live {

struct PageFiles {
  std::string_view html;
  std::string_view script;
};

PageFiles council_page();
PageFiles match_page();
PageFiles analysis_page();

/// The page as a browser gets it: in the language that was asked for (base::told()), if any.
std::string told_html(const PageFiles& page);
/// The page as one file that needs nothing else: what stands before the parts that it is told,
/// a part, and what stands behind them. `told` is a JSON object of values by name (story.hpp); a
/// name that ends with a dot is given the number of the part, from 0 on.
std::string file_head(const PageFiles& page);
std::string file_part(std::string_view told);
std::string file_foot(const PageFiles& page);

/// Of all pages; the chart library with its licence.
std::string_view chart_script();
std::string_view common_script();
std::string_view page_style();

}  // namespace gougi::live
