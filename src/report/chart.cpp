// SPDX-License-Identifier: MIT
#include "report/chart.hpp"

#include <fmt/printf.h>

#include <cmath>

#include "report/page_language.hpp"
#include "report/page_style.hpp"

namespace gougi::report {
namespace {

constexpr int kWidth = 760;
constexpr int kHeight = 220;
// Room for what stands there in the larger letters of a narrow screen, too.
constexpr int kLeft = 84;
constexpr int kRight = 44;
constexpr int kTop = 22;
constexpr int kBottom = 34;

}  // namespace

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string html_in_both(std::string_view tag, const InBoth& text) {
  std::string html = "<" + std::string(tag);
  if (text.japanese != text.english) html += " data-ja=\"" + html_text(text.japanese) + "\"";
  html += ">" + html_text(text.english) + "</";
  return html.append(tag.substr(0, tag.find(' '))).append(">");
}

std::string page_head(std::string_view title) {
  const std::string name = html_text(title);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"" + std::string(told_attribute()) +
      "><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>" +
      name + "</title>\n<style>";
  html.append(kPageStyle).append("</style>\n<script>").append(kPageLanguage);
  html.append("</script></head><body>\n<h1>");
  return html + name + "</h1>\n";
}

std::vector<double> round_ticks(double low, double high, std::size_t most) {
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low) || most < 2) return ticks;
  double power = std::pow(10, std::floor(std::log10((high - low) / static_cast<double>(most))));
  for (int i = 0; i < 9; ++i) {
    constexpr std::array<double, 3> kSteps{1, 2, 5};
    const double step = kSteps.at(static_cast<std::size_t>(i % 3)) * power;
    if (i % 3 == 2) power *= 10;
    const double first = std::ceil(low / step - 1e-9);
    const double last = std::floor(high / step + 1e-9);
    if (last - first + 1 > static_cast<double>(most)) continue;
    for (double tick = first; tick <= last; ++tick) ticks.push_back(tick == 0 ? 0 : tick * step);
    return ticks;
  }
  return ticks;
}

Chart::Chart(Range across, Range up) : across_(across), up_(up) {
  if (across_.high <= across_.low) across_.high = across_.low + 1;
  if (up_.high <= up_.low) up_.high = up_.low + 1;
  svg_ = fmt::sprintf("<svg viewBox=\"0 0 %d %d\" width=\"%d\">", kWidth, kHeight, kWidth);
}

double Chart::x(double at) const {
  const double cut = std::clamp(at, across_.low, across_.high);
  return kLeft + (kWidth - kLeft - kRight) * (cut - across_.low) / (across_.high - across_.low);
}

double Chart::y(double value) const {
  const double cut = std::clamp(value, up_.low, up_.high);
  return kTop + (kHeight - kTop - kBottom) * (up_.high - cut) / (up_.high - up_.low);
}

void Chart::level(double value, const char* color, const std::string& name) {
  svg_ += fmt::sprintf(
      "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"4 3\"/>",
      kLeft, kWidth - kRight, y(value), y(value), color);
  if (name.empty()) return;
  svg_ += fmt::sprintf("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", kLeft - 6, y(value) + 4) +
          html_text(name) + "</text>";
}

void Chart::mark(double value, const std::string& name) {
  svg_ += fmt::sprintf(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#999\"/>"
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" dy=\"0.8em\">",
              x(value), x(value), kHeight - kBottom, kHeight - kBottom + 4, x(value),
              kHeight - kBottom + 7) +
          html_text(name) + "</text>";
}

void Chart::mark_rounds(bool whole) {
  constexpr std::size_t kMost = 6;
  for (const double tick : round_ticks(across_.low, across_.high, kMost)) {
    if (!whole || tick == std::floor(tick)) mark(tick, fmt::sprintf("%g", tick));
  }
}

void Chart::level_rounds() {
  constexpr std::size_t kMost = 5;
  for (const double tick : round_ticks(up_.low, up_.high, kMost)) {
    level(tick, tick == 0 ? "#888" : "#ccc", tick == 0 ? "0" : fmt::sprintf("%+g", tick));
  }
}

void Chart::line(const std::vector<std::pair<double, double>>& points, const char* color) {
  svg_ +=
      fmt::sprintf("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
  for (const auto& point : points)
    svg_ += fmt::sprintf("%.1f,%.1f ", x(point.first), y(point.second));
  svg_ += "\"/>";
}

void Chart::band(const std::vector<std::array<double, 3>>& edges, const char* color) {
  svg_ += fmt::sprintf("<polygon fill=\"%s\" opacity=\"0.25\" points=\"", color);
  for (const auto& e : edges) svg_ += fmt::sprintf("%.1f,%.1f ", x(e[0]), y(e[1]));
  for (std::size_t i = edges.size(); i-- > 0;) {
    svg_ += fmt::sprintf("%.1f,%.1f ", x(edges[i][0]), y(edges[i][2]));
  }
  svg_ += "\"/>";
}

void Chart::dot(double at, double value, Range error, const char* color) {
  svg_ += fmt::sprintf(
      "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>"
      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
      x(at), x(at), y(error.low), y(error.high), color, x(at), y(value), color);
}

std::string Chart::finish(const std::string& below) { return finish(InBoth{below, below}); }

std::string Chart::finish(const InBoth& below) {
  return svg_ + "</svg>\n" + html_in_both("p class=\"below\"", below) + "\n";
}

}  // namespace gougi::report
