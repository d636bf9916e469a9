// SPDX-License-Identifier: MIT
#include "tools/analyse_page.hpp"

#include "live/page_files.hpp"

namespace gougi::tools {

relay::Json page_head(const AnalyseCouncil& council) {
  return {{"members", council.plan().names}, {"rule_ja", council.japanese_rule()}};
}

AnalysisPage::AnalysisPage(const relay::Json& head)
    : told_(R"({"set":{"head":)" + page_text(head)) {}

void AnalysisPage::add(const relay::Json& game) {
  told_ += ",\"game." + std::to_string(games_++) + "\":" + page_text(game);
}

std::string AnalysisPage::html() const {
  return live::one_file(live::analysis_page(), told_ + R"(},"add":[],"number":0})");
}

std::string page_text(const relay::Json& json) {
  return json.dump(-1, ' ', false, relay::Json::error_handler_t::replace);
}

}  // namespace gougi::tools
