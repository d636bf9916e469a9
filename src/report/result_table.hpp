// SPDX-License-Identifier: MIT
// A table of figures with its title and what it means, as text for a terminal and as HTML. Pure
// functions; used by the pages of `gougi study`.
#pragma once

#include <string>
#include <vector>

namespace gougi::report {

/// The first column is a name, the others are figures. Without a head it is its remark alone.
struct ResultTable {
  std::string title;
  std::string remark;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  ///< each as long as the head
};

/// With an empty line behind it.
std::string text_of(const ResultTable& table);
/// The same table in both languages, of which a page shows the one that its reader wants.
std::string html_of(const ResultTable& english, const ResultTable& japanese);

}  // namespace gougi::report
