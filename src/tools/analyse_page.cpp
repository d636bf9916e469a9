// SPDX-License-Identifier: MIT
#include "tools/analyse_page.hpp"

#include "live/page_files.hpp"

namespace gougi::tools {

relay::Json page_head(const AnalyseCouncil& council) {
  return {{"members", council.plan().names}, {"rule_ja", council.japanese_rule()}};
}

std::string analysis_page_head() { return live::file_head(live::analysis_page()); }

std::string analysis_page_game(const relay::Json& head, const relay::Json& game) {
  return live::file_part(page_text({{"head", head}, {"game.", game}}));
}

std::string analysis_page_foot() { return live::file_foot(live::analysis_page()); }

std::string page_text(const relay::Json& json) {
  return json.dump(-1, ' ', false, relay::Json::error_handler_t::replace);
}

}  // namespace gougi::tools
