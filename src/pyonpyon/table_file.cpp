// SPDX-License-Identifier: MIT
#include "pyonpyon/table_file.hpp"

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr std::string_view kTitle = "gougi pyonpyon table 1, pieces ";
constexpr std::string_view kDecided = ", decided ";
/// Of numbers, to a place: fewer make the list long, more the look-up.
constexpr std::uint32_t kBlock = 1U << 14U;
constexpr std::size_t kLongestTitle = 80;
/// Of a decided position: a gap of up to 30 bits, and its cell.
constexpr std::size_t kMostBytesEach = 6;
constexpr std::size_t kPart = 1U << 20U;

void append_gap(std::vector<std::uint8_t>& bytes, std::uint32_t gap) {
  for (; gap > 127; gap >>= 7U) bytes.push_back(static_cast<std::uint8_t>(gap | 128U));
  bytes.push_back(static_cast<std::uint8_t>(gap));
}

/// Goes through the bytes from one decided position to the next.
class Walk {
 public:
  Walk(const std::vector<std::uint8_t>& bytes, std::size_t byte, std::uint64_t number)
      : bytes_(&bytes), byte_(byte), number_(number) {}

  /// False at the end, and where the bytes make no sense.
  bool next() {
    std::uint64_t gap = 0;
    unsigned shift = 0;
    for (; byte_ < bytes_->size() && (*bytes_)[byte_] > 127 && shift < 28; shift += 7) {
      gap |= std::uint64_t{(*bytes_)[byte_++] & 127U} << shift;
    }
    if (byte_ + 2 > bytes_->size()) return false;
    number_ += gap | std::uint64_t{(*bytes_)[byte_]} << shift;
    cell_ = (*bytes_)[byte_ + 1];
    byte_ += 2;
    return true;
  }
  std::uint64_t number() const { return number_; }
  std::uint8_t cell() const { return cell_; }
  std::size_t byte() const { return byte_; }
  /// What comes is counted from the number behind.
  void step() { ++number_; }

 private:
  const std::vector<std::uint8_t>* bytes_;
  std::size_t byte_;
  std::uint64_t number_;
  std::uint8_t cell_ = 0;
};

tl::unexpected<base::Error> cannot_write(const std::filesystem::path& path) {
  return base::fail(base::say({"{0} cannot be written", "{0} に書けません"}, base::to_utf8(path)));
}

bool is_table(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kTitle.size()> title{};
  file.read(title.data(), title.size());
  return file && std::string_view(title.data(), title.size()) == kTitle;
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

base::Result<void> try_table(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored) &&
      !std::filesystem::is_empty(path, ignored) && !is_table(path)) {
    return base::fail(base::say({"{0}: exists already and is no table; choose another name",
                                 "{0}: すでにあり、表ではありません。別の名前にしてください"},
                                base::to_utf8(path)));
  }
  const auto begun = base::begin_draft(path);
  if (!begun) return tl::unexpected(begun.error());
  const std::filesystem::path& fresh = *begun;
  const bool writable = std::ofstream(fresh, std::ios::binary | std::ios::trunc).is_open();
  std::filesystem::remove(fresh, ignored);
  // What is no file, a device or a pipe, would be replaced by one.
  const bool is_taken =
      std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
  if (writable && !path.empty() && !is_taken) return {};
  return cannot_write(path);
}

base::Result<void> write_table(const Tablebase& solved, const std::filesystem::path& path) {
  if (auto possible = try_table(path); !possible) return possible;
  std::vector<std::uint8_t> bytes;
  std::uint64_t decided = 0;
  std::uint32_t behind = 0;
  for (std::uint32_t number = 0; number < solved.numbering().count(); ++number) {
    const std::uint8_t cell = solved.cells()[number];
    if (cell == 0) continue;
    append_gap(bytes, number - behind);
    bytes.push_back(cell);
    behind = number + 1;
    ++decided;
  }
  const auto begun = base::begin_draft(path);
  if (!begun) return tl::unexpected(begun.error());
  const std::filesystem::path& fresh = *begun;
  std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
  file << kTitle << solved.numbering().pieces_each() << kDecided << decided << "\n";
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) {
    base::rename(fresh, path, error);
    if (!error) return {};
  }
  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  return cannot_write(path);
}

base::Result<SolvedGame> SolvedGame::read(const std::filesystem::path& path) {
  const auto bad = [&](base::Text why) {
    return base::fail(base::to_utf8(path) + base::said(why));
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad({" cannot be opened", " を開けません"});
  // No more is read than a table can have: anything may stand behind a name.
  std::array<char, kLongestTitle> first{};
  file.getline(first.data(), first.size());
  const std::string_view title = first.data();
  const auto comma = title.find(kDecided);
  if (!file || !title.starts_with(kTitle) || comma == std::string_view::npos) {
    return bad({" is no table", " は解析した表ではありません"});
  }
  const auto pieces = base::to_int(title.substr(kTitle.size(), comma - kTitle.size()));
  const auto decided = base::to_int(title.substr(comma + kDecided.size()));
  if (!pieces || *pieces < 1 || *pieces > kPiecesEach || !decided || *decided < 1) {
    return bad({" is no table", " は解析した表ではありません"});
  }
  SolvedGame game(static_cast<int>(*pieces));
  if (*decided > game.numbering_.count())
    return bad({" is no table", " は解析した表ではありません"});
  auto& bytes = game.bytes_;
  const std::size_t most = static_cast<std::size_t>(*decided) * kMostBytesEach;
  while (file && bytes.size() <= most) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPart);
    file.read(reinterpret_cast<char*>(bytes.data() + size), kPart);
    bytes.resize(size + static_cast<std::size_t>(file.gcount()));
  }
  bytes.shrink_to_fit();
  if (!game.note_places(*decided))
    return bad({" is not whole", " は途中までしかないか、壊れています"});
  return game;
}

bool SolvedGame::note_places(std::int64_t positions) {
  places_.assign(numbering_.count() / kBlock + 1, {});
  std::size_t known = 1;
  Walk walk(bytes_, 0, 0);
  for (std::int64_t i = 0; i < positions; ++i) {
    const Place before{static_cast<std::uint32_t>(walk.byte()),
                       static_cast<std::uint32_t>(walk.number())};
    if (!walk.next() || walk.number() >= numbering_.count() || walk.cell() == 0) return false;
    for (; known * kBlock <= walk.number(); ++known) places_[known] = before;
    walk.step();
  }
  for (; known < places_.size(); ++known) {  // nothing is there
    places_[known] = {static_cast<std::uint32_t>(bytes_.size()), 0};
  }
  return walk.byte() == bytes_.size();
}

Value SolvedGame::value(const Position& position) const {
  const std::uint32_t number = numbering_.number_of(position);
  const Place& place = places_[number / kBlock];
  Walk walk(bytes_, place.byte, place.number);
  while (walk.next() && walk.number() <= number) {
    if (walk.number() == number) return value_of_cell(walk.cell());
    walk.step();
  }
  return {};
}

BestMoves best_moves(const SolvedGame& solved, const Position& position) {
  BestMoves best{solved.value(position), {}};
  if (best.value == Value{Value::Kind::kLoss, 0}) return best;
  MoveList moves;
  generate(position, moves);
  for (const Move move : moves) {
    const Value next = seen_from_before(solved.value(after(position, move)));
    if (rank(next) == rank(best.value)) best.moves.push_back(move);
  }
  return best;
}

}  // namespace gougi::pyonpyon
