// SPDX-License-Identifier: MIT
// What the HTML pages are made of: text that cannot become markup, and graphs as SVG that stands in
// the page and needs neither network nor script. Pure functions of values. Used by every page that
// a match or a tool writes.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gougi::report {

/// Text fit to stand in HTML, also within quotes.
std::string html_text(std::string_view text);

/// One text in both languages.
struct InBoth {
  std::string english;
  std::string japanese;
};

/// An element whose text the page's script changes with the language; `tag` may have attributes:
/// `td class="name"`. What is alike in both, as figures and names are, is written once.
std::string html_in_both(std::string_view tag, const InBoth& text);

/// The page's beginning up to its first heading, which is `title`.
std::string page_head(std::string_view title);

/// Round numbers (1, 2 or 5 times a power of ten apart) from `low` to `high`, at most `most` of
/// them if that is 2 or more; none if there is no room between the two.
std::vector<double> round_ticks(double low, double high, std::size_t most);

/// A graph with its axes; values beyond the bounds are cut.
class Chart {
 public:
  struct Range {
    double low = 0;
    double high = 1;
  };
  Chart(Range across, Range up);

  /// A dashed line across, with its name on the left, if it has one.
  void level(double value, const char* color, const std::string& name);
  /// A short mark on the lower edge, with its name.
  void mark(double value, const std::string& name);
  /// Marks of round numbers, whole ones if `whole`.
  void mark_rounds(bool whole = true);
  /// Levels of round numbers, with their sign; that of 0 is darker.
  void level_rounds();
  void line(const std::vector<std::pair<double, double>>& points, const char* color);
  /// Between two lines: each edge is x, low, high.
  void band(const std::vector<std::array<double, 3>>& edges, const char* color);
  /// A dot with a bar from `low` to `high`.
  void dot(double at, double value, Range error, const char* color);
  /// The whole graph; `below` it stands what it shows.
  std::string finish(const std::string& below);
  std::string finish(const InBoth& below);

 private:
  double x(double at) const;
  double y(double value) const;
  Range across_, up_;
  std::string svg_;
};

}  // namespace gougi::report
