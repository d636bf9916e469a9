// SPDX-License-Identifier: MIT
#include "live/page_files.hpp"

#include <cstddef>

#include "report/board_script.hpp"
#include "report/page_language.hpp"

// GOUGI_PAGE is the files' folder, which the build defines; read by the assembler, as the networks
// of the room eval are.
#ifdef _WIN32
#define GOUGI_READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define GOUGI_READ_ONLY ".section .rodata\n"
#endif

// NOLINTBEGIN(cppcoreguidelines-macro-usage, *-avoid-c-arrays)
#define GOUGI_FILE(file) ".incbin \"" GOUGI_PAGE "/" file "\"\n"
#define GOUGI_TEXT(text) ".ascii \"" text "\"\n"
#define GOUGI_SHIP(name, content)                                                            \
  __asm__(GOUGI_READ_ONLY ".globl gougi_page_" #name                                         \
                          "_begin\n"                                                         \
                          "gougi_page_" #name "_begin:\n" content ".globl gougi_page_" #name \
                          "_end\n"                                                           \
                          "gougi_page_" #name                                                \
                          "_end:\n"                                                          \
                          ".byte 0\n"                                                        \
                          ".text\n");                                                        \
  extern "C" {                                                                               \
  extern const char gougi_page_##name##_begin[];                                             \
  extern const char gougi_page_##name##_end[];                                               \
  }                                                                                          \
  static std::string_view shipped_##name() {                                                 \
    return {gougi_page_##name##_begin,                                                       \
            static_cast<std::size_t>(gougi_page_##name##_end - gougi_page_##name##_begin)};  \
  }

GOUGI_SHIP(council_html, GOUGI_FILE("live.html"))
GOUGI_SHIP(council_script, GOUGI_FILE("live.js"))
GOUGI_SHIP(match_html, GOUGI_FILE("match.html"))
GOUGI_SHIP(match_script, GOUGI_FILE("match.js"))
GOUGI_SHIP(analysis_html, GOUGI_FILE("analysis.html"))
GOUGI_SHIP(analysis_script, GOUGI_FILE("analysis.js"))
GOUGI_SHIP(common, GOUGI_FILE("common.js") GOUGI_FILE("curve.js"))
// Its licence wants to be in every copy, and a page in a file is one.
GOUGI_SHIP(chart, GOUGI_TEXT("/*\\n") GOUGI_FILE("third_party/uplot/LICENSE") GOUGI_TEXT("\\n*/\\n")
                      GOUGI_FILE("third_party/uplot/uPlot.iife.min.js"))
GOUGI_SHIP(style, GOUGI_FILE("third_party/uplot/uPlot.min.css") GOUGI_FILE("live.css"))
// NOLINTEND(cppcoreguidelines-macro-usage, *-avoid-c-arrays)

namespace gougi::live {

PageFiles council_page() { return {shipped_council_html(), shipped_council_script()}; }
PageFiles match_page() { return {shipped_match_html(), shipped_match_script()}; }
PageFiles analysis_page() { return {shipped_analysis_html(), shipped_analysis_script()}; }
std::string_view chart_script() { return shipped_chart(); }
std::string_view common_script() { return shipped_common(); }
std::string_view page_style() { return shipped_style(); }

static constexpr std::string_view kFileEnd = "</body>";

std::string told_html(const PageFiles& page) {
  std::string html(page.html);
  const std::string_view start = "<html lang=\"en\"";
  const std::size_t at = html.find(start);
  if (at != std::string::npos) html.insert(at + start.size(), report::told_attribute());
  return html;
}

std::string file_head(const PageFiles& page) {
  std::string html = told_html(page);
  html.resize(html.find(kFileEnd));
  const auto put = [&html](std::string_view in_place_of, const std::string& what) {
    const std::size_t at = html.find(in_place_of);
    if (at != std::string::npos) html.replace(at, in_place_of.size(), what);
  };
  put("<link rel=\"stylesheet\" href=\"live.css\">",
      "<style>" + std::string(page_style()) + "</style>");
  for (const std::string name : {"chart", "board", "common", "page"}) {
    put("<script src=\"" + name + ".js\" defer></script>\n", "");
  }
  return html;
}

std::string file_part(std::string_view told) {
  std::string part = "<script class=\"told\" type=\"application/json\">";
  for (const char c : told) {  // "</script>" ends the element; in JSON it is within strings alone
    if (c == '<') part += "\\u003c";
    if (c != '<') part += c;
  }
  return part + "</script>\n";
}

std::string file_foot(const PageFiles& page) {
  std::string foot;
  for (const std::string_view script :
       {chart_script(), report::kBoardScript, common_script(), page.script}) {
    foot.append("<script>").append(script).append("</script>\n");
  }
  return foot.append(page.html.substr(page.html.find(kFileEnd)));
}

}  // namespace gougi::live
