// SPDX-License-Identifier: MIT
#include "report/chart.hpp"

#include "report/page_style.hpp"

namespace gougi::report {
namespace {

constexpr int kWidth = 760;
constexpr int kHeight = 220;
constexpr int kLeft = 50;
constexpr int kRight = 20;
constexpr int kTop = 8;
constexpr int kBottom = 36;

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

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '<' || static_cast<unsigned char>(c) < 32) {  // "</script>" ends the element
      result += printed("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string page_head(std::string_view title) {
  const std::string name = html_text(title);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>" +
      name + "</title>\n<style>";
  html.append(kPageStyle).append("</style></head><body>\n<h1>");
  return html + name + "</h1>\n";
}

Chart::Chart(Range across, Range up) : across_(across), up_(up) {
  if (across_.high <= across_.low) across_.high = across_.low + 1;
  if (up_.high <= up_.low) up_.high = up_.low + 1;
  svg_ = printed("<svg viewBox=\"0 0 %d %d\" width=\"%d\">", kWidth, kHeight, kWidth);
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
  svg_ += printed(
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
              "stroke-dasharray=\"4 3\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
              kLeft, kWidth - kRight, y(value), y(value), color, kLeft - 6, y(value) + 4) +
          html_text(name) + "</text>";
}

void Chart::mark(double value, const std::string& name) {
  svg_ += printed(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#999\"/>"
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
              x(value), x(value), kHeight - kBottom, kHeight - kBottom + 4, x(value),
              kHeight - kBottom + 16) +
          html_text(name) + "</text>";
}

void Chart::line(const std::vector<std::pair<double, double>>& points, const char* color) {
  svg_ += printed("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
  for (const auto& point : points) svg_ += printed("%.1f,%.1f ", x(point.first), y(point.second));
  svg_ += "\"/>";
}

void Chart::band(const std::vector<std::array<double, 3>>& edges, const char* color) {
  svg_ += printed("<polygon fill=\"%s\" opacity=\"0.25\" points=\"", color);
  for (const auto& e : edges) svg_ += printed("%.1f,%.1f ", x(e[0]), y(e[1]));
  for (std::size_t i = edges.size(); i-- > 0;) {
    svg_ += printed("%.1f,%.1f ", x(edges[i][0]), y(edges[i][2]));
  }
  svg_ += "\"/>";
}

void Chart::dot(double at, double value, Range error, const char* color) {
  svg_ += printed(
      "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>"
      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
      x(at), x(at), y(error.low), y(error.high), color, x(at), y(value), color);
}

std::string Chart::finish(const std::string& below) {
  return svg_ +
         printed("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (kLeft + kWidth - kRight) / 2,
                 kHeight - 5) +
         html_text(below) + "</text></svg>\n";
}

}  // namespace gougi::report
