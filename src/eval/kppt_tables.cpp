// SPDX-License-Identifier: MIT
#include "eval/kppt_tables.hpp"

#include <string>
#include <utility>

#include "base/say.hpp"

namespace gougi::eval {
namespace {

const TableFile& file_of(TablePart part) { return kTableFiles[static_cast<std::size_t>(part)]; }

// Compilers make one load of each.
std::uint32_t load_u32(const std::byte* at) {
  return std::to_integer<std::uint32_t>(at[0]) | std::to_integer<std::uint32_t>(at[1]) << 8U |
         std::to_integer<std::uint32_t>(at[2]) << 16U |
         std::to_integer<std::uint32_t>(at[3]) << 24U;
}

std::int16_t load_i16(const std::byte* at) {
  return static_cast<std::int16_t>(std::to_integer<unsigned>(at[0]) |
                                   std::to_integer<unsigned>(at[1]) << 8U);
}

}  // namespace

KpptTables::KpptTables(const std::array<std::span<const std::byte>, 3>& files,
                       std::shared_ptr<const void> keep_alive)
    : kk_(files[static_cast<std::size_t>(TablePart::kKk)].data()),
      kkp_(files[static_cast<std::size_t>(TablePart::kKkp)].data()),
      kpp_(files[static_cast<std::size_t>(TablePart::kKpp)].data()),
      has_turn_of_pairs_(files[static_cast<std::size_t>(TablePart::kKpp)].size() ==
                         file_of(TablePart::kKpp).bytes),
      keep_alive_(std::move(keep_alive)) {}

base::Result<void> KpptTables::check_size(TablePart part, std::uint64_t bytes) {
  const TableFile& file = file_of(part);
  if (bytes == file.bytes || (file.other_bytes != 0 && bytes == file.other_bytes)) return {};
  std::string possible = std::to_string(file.bytes);
  if (file.other_bytes != 0) {
    possible +=
        base::say({" (KPPT) or {0} (KPP_KKPT)", "(KPPT)か {0}(KPP_KKPT)"}, file.other_bytes);
  }
  return base::fail(base::say(
      {"{0} has {1} bytes instead of {2}", "{0}: {1} バイトです。正しくは {2} バイトです"},
      file.name, bytes, possible));
}

base::Result<std::shared_ptr<const KpptTables>> KpptTables::read(
    const std::array<std::span<const std::byte>, 3>& files,
    std::shared_ptr<const void> keep_alive) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto fits = check_size(static_cast<TablePart>(i), files[i].size());
    if (!fits) return tl::unexpected(fits.error());
  }
  return std::shared_ptr<const KpptTables>(new KpptTables(files, std::move(keep_alive)));
}

TablePair KpptTables::wide_pair(const std::byte* at) {
  return {static_cast<std::int32_t>(load_u32(at)), static_cast<std::int32_t>(load_u32(at + 4))};
}

TablePair KpptTables::sum_of_pairs(int king, int p, std::span<const std::uint16_t> others) const {
  constexpr auto kPieces = static_cast<std::size_t>(kNnuePieceInputs);
  const std::size_t row =
      (static_cast<std::size_t>(king) * kPieces + static_cast<std::size_t>(p)) * kPieces;
  // Sums of fewer than 2^16 numbers of 16 bits.
  std::int32_t board = 0;
  std::int32_t turn = 0;
  if (has_turn_of_pairs_) {
    const std::byte* const from = kpp_ + row * 4;
    for (const std::uint16_t other : others) {
      const std::uint32_t both = load_u32(from + std::size_t{other} * 4);
      board += static_cast<std::int16_t>(static_cast<std::uint16_t>(both));
      turn += static_cast<std::int16_t>(static_cast<std::uint16_t>(both >> 16U));
    }
  } else {
    const std::byte* const from = kpp_ + row * 2;
    for (const std::uint16_t other : others) board += load_i16(from + std::size_t{other} * 2);
  }
  return {board, turn};
}

}  // namespace gougi::eval
