// SPDX-License-Identifier: MIT
#include "live/page_files.hpp"

#include <gmock/gmock.h>

namespace gougi::live {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PageFiles, AsOneFileAPageNeedsNothingElse) {
  const std::string html =
      file_head(analysis_page()) + file_part("{}") + file_foot(analysis_page());
  EXPECT_THAT(html, Not(HasSubstr(" src=")));
  EXPECT_THAT(html, Not(HasSubstr("rel=\"stylesheet\"")));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  for (const std::string_view part : {common_script(), page_style(), analysis_page().script}) {
    EXPECT_THAT(html, HasSubstr(std::string(part)));
    EXPECT_EQ(part.find("</script"), std::string_view::npos) << "it would end there";
  }
}

TEST(PageFiles, WhatAFileIsToldCannotEndItsElement) {
  const std::string html = file_part(R"x({"name":"</script><script>alert(1)"})x");
  EXPECT_THAT(html, HasSubstr(R"x("\u003c/script>\u003cscript>alert(1)")x"));
}

}  // namespace
}  // namespace gougi::live
