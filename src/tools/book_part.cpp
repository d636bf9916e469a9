// SPDX-License-Identifier: MIT
#include "tools/book_part.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "base/say.hpp"
#include "base/version.hpp"
#include "base/whole_file.hpp"
#include "book/writer.hpp"
#include "tools/council_job.hpp"

namespace gougi::tools {
namespace {

constexpr std::size_t kBookMemory = 128U << 20U;

base::Result<book::Entry> entry_from(std::string_view text) {
  book::Entry entry;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto line = book::parse_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line) return tl::unexpected(line.error());
    if (auto* const position = std::get_if<book::PositionLine>(&*line)) {
      if (!entry.position.empty())
        return base::fail(base::say({"two positions", "局面が2つあります"}));
      entry.position = std::move(position->text);
    } else if (const auto* const candidate = std::get_if<book::Candidate>(&*line)) {
      entry.candidates.push_back(*candidate);
    }
  }
  if (entry.position.empty() || entry.candidates.empty())
    return base::fail(base::say({"no whole position", "局面が完全ではありません"}));
  return entry;
}

}  // namespace

base::Result<farm::Job> book_job(const ThinkOrder& order, const std::filesystem::path& games,
                                 std::size_t from, std::size_t to) {
  farm::Job job{kBookThink, {}};
  job.add("gougi", std::string(base::kVersion));
  EngineOptions options = order.wishes;
  options.insert(options.end(), order.options.begin(), order.options.end());
  auto added =
      add_program(job, "engine", {order.engine, order.arguments, order.directory, {}}, options);
  if (added) added = job.add_file("games", games);
  if (!added) return tl::unexpected(added.error());
  job.add("--multipv", std::to_string(order.lines));
  job.add("depth", order.limits.depth ? std::to_string(*order.limits.depth) : "");
  job.add("nodes", order.limits.nodes ? std::to_string(*order.limits.nodes) : "");
  job.add("movetime", order.limits.movetime ? std::to_string(order.limits.movetime->count()) : "");
  job.add("startmoves", std::to_string(from));
  job.add("moves", std::to_string(to));
  return job;
}

std::string book_row(const book::Entry& entry) {
  std::string text;
  if (!entry.candidates.empty()) book::append(text, entry);
  return text;
}

base::Result<farm::Merged> merge_books(const std::filesystem::path& to,
                                       std::vector<farm::RowPart>& parts, bool partial,
                                       const UnitsDone& progress) {
  std::vector<std::filesystem::path> files;
  for (const farm::RowPart& part : parts) files.push_back(part.file);
  if (auto place = base::check_replaceable(to, files); !place) {
    return tl::unexpected(place.error());
  }
  std::uint64_t positions = 0;
  const auto begun = base::begin_draft(to);
  if (!begun) return tl::unexpected(begun.error());
  const std::filesystem::path& draft = *begun;
  book::Sorter sorter(draft, kBookMemory);
  auto merged =
      farm::for_each_row(parts, partial, [&](farm::RowFile::Row&& row) -> base::Result<void> {
        if (auto goes_on = tell_done(progress, ++positions); !goes_on) return goes_on;
        if (row.text.empty()) return {};
        auto entry = entry_from(row.text);
        if (!entry) {
          return base::fail(base::say(
              {"position {0} of the parts cannot be read: {1}", "部分の局面 {0} が読めません: {1}"},
              row.unit, entry.error().message));
        }
        return sorter.add(std::move(*entry));
      });
  if (!merged) return merged;
  const auto written = sorter.finish();
  if (!written) return tl::unexpected(written.error());
  if (auto placed = farm::put_lines_in_place(draft, to); !placed) {
    std::error_code ignored;
    std::filesystem::remove(draft, ignored);
    return tl::unexpected(placed.error());
  }
  return merged;
}

}  // namespace gougi::tools
