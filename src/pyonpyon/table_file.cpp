// SPDX-License-Identifier: MIT
#include "pyonpyon/table_file.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr std::string_view kTitle = "gougi pyonpyon table 1, pieces ";

std::string title(int pieces_each) {
  return std::string(kTitle) + std::to_string(pieces_each) + "\n";
}

/// A better value for the side to move has the higher rank.
int rank(const Value& value) {
  constexpr int kFar = 1000;
  if (value.kind == Value::Kind::kDraw) return 0;
  return value.kind == Value::Kind::kWin ? kFar - value.plies : value.plies - kFar;
}

/// The value for who moves, of a move that leads to `next`.
Value seen_from_before(const Value& next) {
  if (next.kind == Value::Kind::kDraw) return next;
  const bool lost = next.kind == Value::Kind::kLoss;
  return {lost ? Value::Kind::kWin : Value::Kind::kLoss, next.plies + 1};
}

}  // namespace

base::Result<void> write_table(const Tablebase& solved, const std::filesystem::path& path) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
  file << title(solved.numbering().pieces_each());
  const auto& cells = solved.cells();
  file.write(reinterpret_cast<const char*>(cells.data()),
             static_cast<std::streamsize>(cells.size()));
  file.close();
  std::error_code error;
  if (file) {
    std::filesystem::rename(fresh, path, error);
    if (!error) return {};
  }
  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  return base::fail(base::to_utf8(path) + " cannot be written");
}

base::Result<TableFile> TableFile::open(const std::filesystem::path& path) {
  const auto bad = [&](const std::string& why) { return base::fail(base::to_utf8(path) + why); };
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad(" cannot be opened");
  std::string first;
  std::getline(file, first);
  const auto pieces = first.starts_with(kTitle)
                          ? base::to_int(std::string_view(first).substr(kTitle.size()))
                          : std::nullopt;
  if (!file || !pieces || *pieces < 1 || *pieces > kPiecesEach) return bad(" is no table");
  const auto begin = static_cast<std::streamoff>(first.size() + 1);
  TableFile table(std::move(file), static_cast<int>(*pieces), begin);
  table.file_.seekg(0, std::ios::end);
  const auto wanted = begin + static_cast<std::streamoff>(table.numbering_.count());
  if (table.file_.tellg() != std::streampos(wanted)) {
    return bad(" is not whole: it should have " + std::to_string(wanted) + " bytes");
  }
  return table;
}

base::Result<Value> TableFile::value(const Position& position) {
  file_.seekg(begin_ + static_cast<std::streamoff>(numbering_.number_of(position)));
  const int cell = file_.get();
  if (!file_) {
    file_.clear();
    return base::fail("the table cannot be read any more");
  }
  return value_of_cell(static_cast<std::uint8_t>(cell));
}

base::Result<BestMoves> best_moves(TableFile& table, const Position& position) {
  const auto value = table.value(position);
  if (!value) return tl::unexpected(value.error());
  BestMoves best{*value, {}};
  if (value->kind == Value::Kind::kLoss && value->plies == 0) return best;
  MoveList moves;
  generate(position, moves);
  for (const Move move : moves) {
    const auto next = table.value(after(position, move));
    if (!next) return tl::unexpected(next.error());
    if (rank(seen_from_before(*next)) == rank(*value)) best.moves.push_back(move);
  }
  return best;
}

}  // namespace gougi::pyonpyon
