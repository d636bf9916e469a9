// SPDX-License-Identifier: MIT
// The page of analysed games as one file that needs nothing else: the one that `--live` shows, told
// everything at once. Pure functions; used by `gougi analyse`.
#pragma once

#include <string>
#include <string_view>

#include "relay/json_reader.hpp"
#include "tools/analyse_council.hpp"

namespace gougi::tools {

/// What both pages are told first: `members`, and in Japanese what the rule of consensus is called.
relay::Json page_head(const AnalyseCouncil& council);

class AnalysisPage {
 public:
  explicit AnalysisPage(const relay::Json& head);
  /// `game`: of page_game().
  void add(const relay::Json& game);
  std::string html() const;

 private:
  std::string told_;
  std::size_t games_ = 0;
};

/// In one line without an end; what is no UTF-8 is replaced.
std::string page_text(const relay::Json& json);

}  // namespace gougi::tools
