// SPDX-License-Identifier: MIT
#include "tools/mate_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "base/language.hpp"
#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

std::string_view verdict_word(const MateRow& row) {
  if (row.out_of_memory) return "memory";
  const mate::FreezeMateResult& result = row.result;
  switch (result.verdict) {
    case mate::Verdict::kMate:
      return "mate";
    case mate::Verdict::kNoMate:
      return "nomate";
    case mate::Verdict::kUnknown:
      break;
  }
  if (result.reason == mate::Reason::kDepth) return "depth";
  return result.reason == mate::Reason::kNodes ? "nodes" : "timeout";
}

// As a table says it, which is for people.
std::string_view table_word(std::string_view word) {
  static constexpr std::array kWords{
      base::Text{"mate", "詰み"},         base::Text{"nomate", "不詰"},
      base::Text{"memory", "メモリ不足"}, base::Text{"depth", "手数の上限"},
      base::Text{"nodes", "ノード上限"},  base::Text{"timeout", "時間切れ"},
      base::Text{"holds", "確認済"},      base::Text{"FAILS", "誤り"}};
  const auto* const known = std::ranges::find(kWords, word, &base::Text::english);
  return known == kWords.end() ? word : known->in(base::spoken());
}

std::string line_of(const mate::FreezeMateResult& result) {
  std::string line;
  for (const shogi::Move move : result.moves) {
    if (!line.empty()) line += ' ';
    notation::append_usi(line, move);
  }
  return line;
}

/// Of CSV.
std::string csv_field(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return result + '"';
}

std::string verified_word(const MateRow& row) {
  if (!row.verification) return "";
  return row.verification->holds ? "holds" : "FAILS";
}

std::string json_of(const MateRow& row) {
  nlohmann::ordered_json json{{"number", row.number},
                              {"verdict", verdict_word(row)},
                              {"plies", row.result.plies},
                              {"shortest", row.result.is_shortest},
                              {"seconds", std::round(row.seconds * 1000) / 1000},
                              {"nodes", row.result.nodes}};
  if (row.verification) json["verified"] = row.verification->holds;
  json["note"] = row.note;
  json["sfen"] = row.sfen;
  json["line"] = line_of(row.result);
  json["japanese"] = row.japanese;
  // A note may be in whatever bytes its author had.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string seconds_text(double value) { return fmt::format("{:.3f}", value); }

std::string row_text(const MateRow& row, MateRowFormat format) {
  const std::string_view verdict = verdict_word(row);
  const int plies = row.result.plies;
  std::ostringstream out;
  if (format == MateRowFormat::kJson) return json_of(row);
  out << row.number;
  if (format == MateRowFormat::kTable) {
    out << '\t' << table_word(verdict) << '\t' << plies << (row.result.is_shortest ? "!" : "")
        << '\t' << seconds_text(row.seconds) << base::said({" s\t", "秒\t"}) << row.result.nodes
        << '\t';
    if (row.verification) {
      out << table_word(verified_word(row)) << ' ' << row.verification->positions << '\t';
    }
    out << row.note << (row.japanese.empty() ? "" : "\t") << row.japanese << '\n';
    return out.str();
  }
  out << ',' << verdict << ',' << plies << ',' << (row.result.is_shortest ? 1 : 0) << ','
      << seconds_text(row.seconds) << ',' << row.result.nodes << ',' << verified_word(row) << ','
      << csv_field(row.note) << ',' << csv_field(row.sfen) << ',' << csv_field(line_of(row.result))
      << ',' << csv_field(row.japanese) << '\n';
  return out.str();
}

std::string without_seconds(std::string_view line) {
  constexpr std::string_view kKey = "\"seconds\":";
  const bool is_json = line.starts_with('{');
  const char between = !is_json && line.find('\t') < line.find(',') ? '\t' : ',';
  std::size_t at = 0;
  if (is_json) {
    at = line.find(kKey);
    if (at != std::string_view::npos) at += kKey.size();
  } else {
    for (int field = between == '\t' ? 3 : 4; field > 0 && at != std::string_view::npos; --field) {
      at = line.find(between, at);
      if (at != std::string_view::npos) ++at;
    }
  }
  if (at == std::string_view::npos) return std::string(line);
  const std::size_t end = std::min(line.find(between, at), line.size());
  return std::string(line.substr(0, at)) + std::string(line.substr(end));
}

farm::Frame row_frame(MateRowFormat format) {
  const std::string head =
      "number,verdict,plies,shortest,seconds,nodes,verified,note,sfen,line,japanese\n";
  if (format == MateRowFormat::kCsv) return {head, "", "", head};
  return format == MateRowFormat::kJson ? farm::Frame{"[\n", ",\n", "\n]\n", "[]\n"}
                                        : farm::Frame();
}

}  // namespace gougi::tools
