// SPDX-License-Identifier: MIT
#include "live/page_files.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/told.hpp"
#include "io/sha256.hpp"

namespace gougi::live {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(PageFiles, AsOneFileAPageNeedsNothingElse) {
  const std::string html =
      file_head(analysis_page()) + file_part("{}") + file_foot(analysis_page());
  EXPECT_THAT(html, Not(HasSubstr(" src=")));
  EXPECT_THAT(html, Not(HasSubstr("rel=\"stylesheet\"")));
  // But for where the chart library is from, which its first line says.
  constexpr std::string_view kFrom = "/*! https://github.com/leeoniya/uPlot (v1.6.32) */";
  const std::size_t from = html.find(kFrom);
  ASSERT_NE(from, std::string::npos);
  EXPECT_THAT(html.substr(0, from) + html.substr(from + kFrom.size()), Not(HasSubstr("http")));
  for (const std::string_view part :
       {chart_script(), common_script(), page_style(), analysis_page().script}) {
    EXPECT_THAT(html, HasSubstr(std::string(part)));
    EXPECT_EQ(part.find("</script"), std::string_view::npos) << "it would end there";
  }
}

TEST(PageFiles, TheChartLibraryComesWithItsLicence) {
  EXPECT_THAT(chart_script(),
              StartsWith("/*\nThe MIT License (MIT)\n\nCopyright (c) 2022 Leon Sorokin"));
  EXPECT_THAT(chart_script(), HasSubstr("OR OTHER DEALINGS IN\nTHE SOFTWARE.\n*/\n/*! https://"));
}

TEST(PageFiles, TheChartLibraryIsTheOneThatItsReadmeNames) {
  const std::filesystem::path folder = GOUGI_SOURCE_DIR "/src/live/page/third_party/uplot";
  std::ifstream file(folder / "README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  for (const std::string name : {"uPlot.iife.min.js", "uPlot.min.css", "LICENSE"}) {
    const auto sum = io::sha256_of_file(folder / name);
    ASSERT_TRUE(sum) << name;
    EXPECT_THAT(readme, HasSubstr("| `" + name + "` | `" + *sum + "` |"));
  }
}

TEST(PageFiles, APageBeginsInTheLanguageThatWasAskedFor) {
  for (const PageFiles& page : {council_page(), match_page(), analysis_page()}) {
    EXPECT_THAT(told_html(page), HasSubstr("<html lang=\"en\">"));
    base::tell(base::Language::kJapanese);
    EXPECT_THAT(told_html(page), HasSubstr("<html lang=\"en\" data-told=\"ja\">"));
    EXPECT_THAT(file_head(page), HasSubstr("<html lang=\"en\" data-told=\"ja\">"));
    base::tell(std::nullopt);
  }
  EXPECT_THAT(common_script(), HasSubstr("dataset.told"));
}

TEST(PageFiles, WhatAFileIsToldCannotEndItsElement) {
  const std::string html = file_part(R"x({"name":"</script><script>alert(1)"})x");
  EXPECT_THAT(html, HasSubstr(R"x("\u003c/script>\u003cscript>alert(1)")x"));
}

}  // namespace
}  // namespace gougi::live
