// SPDX-License-Identifier: MIT
// What must hold for any sizes and numbers of three-piece tables. Used by the fuzzer
// (kppt_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/judge.hpp"
#include "eval/kppt_tables.hpp"
#include "eval/nnue_features.hpp"
#include "fuzz/said.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::fuzz {

/// Full tables, nearly all zeros, of which the machine keeps no more than was written.
class SparseTables {
 public:
  explicit SparseTables(bool has_turn) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const eval::TableFile& file = eval::kTableFiles[i];
      files_[i].size = has_turn || file.other_bytes == 0 ? file.bytes : file.other_bytes;
      files_[i].bytes.reset(static_cast<std::byte*>(std::calloc(files_[i].size, 1)));
    }
  }
  std::array<std::span<const std::byte>, 3> spans() const {
    std::array<std::span<const std::byte>, 3> all;
    for (std::size_t i = 0; i < files_.size(); ++i)
      all[i] = {files_[i].bytes.get(), files_[i].size};
    return all;
  }
  /// Until clear(); a place beyond the file's end is one nearer to its begin.
  void write(std::size_t part, std::size_t at, std::string_view bytes) {
    File& file = files_[part];
    at %= file.size - bytes.size() + 1;
    std::memcpy(file.bytes.get() + at, bytes.data(), bytes.size());
    written_.push_back({part, at, bytes.size()});
  }
  void clear() {
    for (const Written& each : written_) {
      std::memset(files_[each.part].bytes.get() + each.at, 0, each.size);
    }
    written_.clear();
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  struct File {
    std::size_t size = 0;
    std::unique_ptr<std::byte, Free> bytes;
  };
  struct Written {
    std::size_t part;
    std::size_t at;
    std::size_t size;
  };
  std::array<File, 3> files_;
  std::vector<Written> written_;
};

/// Places of the start position, so that numbers are met: its kings, and its pieces by the index
/// that `side` sees.
inline std::vector<std::size_t> pieces_at_start(shogi::Color side) {
  std::vector<std::size_t> places;
  const shogi::Position start = shogi::Position::start();
  for (int s = 0; s < shogi::kSquareCount; ++s) {
    const shogi::Square square(s);
    const shogi::Piece piece = start.piece_at(square);
    if (piece.empty() || piece.type() == shogi::PieceType::kKing) continue;
    places.push_back(static_cast<std::size_t>(eval::board_index(side, piece, square)));
  }
  return places;
}

/// What the bytes say is written: groups of eight bytes, the first of which says in which table,
/// the next two of which pieces, or where, the last four the number. A number of two pieces stands
/// at both places that it has.
inline void write_numbers(std::string_view bytes, bool has_turn, SparseTables& to) {
  constexpr std::size_t kGroup = 8;
  constexpr std::size_t kKings = 44 * 81 + 36;
  constexpr std::size_t kPieces = eval::kNnuePieceInputs;
  static const std::array<std::vector<std::size_t>, 2> pieces{
      pieces_at_start(shogi::Color::kBlack), pieces_at_start(shogi::Color::kWhite)};
  for (; bytes.size() >= kGroup; bytes.remove_prefix(kGroup)) {
    const auto at = [&](std::size_t i) {
      return std::size_t{static_cast<unsigned char>(bytes[i])};
    };
    const std::vector<std::size_t>& list = pieces[at(3) % 2];
    const std::size_t p = list[at(1) % list.size()];
    const std::size_t q = list[at(2) % list.size()];
    const std::string_view number = bytes.substr(4, 4);
    const std::size_t size = has_turn ? 4 : 2;
    switch (at(0) % 4) {
      case 0:
        to.write(0, kKings * 8 + at(1) % 2 * 4, number);
        break;
      case 1:
        to.write(1, (kKings * kPieces + p) * 8 + at(2) % 2 * 4, number);
        break;
      case 2:
        for (const auto& [one, other] : {std::pair(p, q), std::pair(q, p)}) {
          to.write(2, ((44 * kPieces + one) * kPieces + other) * size, number.substr(0, size));
        }
        break;
      default:  // at the very end of a file
        to.write(at(1) % 3, to.spans()[at(1) % 3].size() - 4, number);
        break;
    }
  }
}

/// A score is within its bounds, and kept up to date it is the one that is found anew.
inline std::string check_scores(const SparseTables& files) {
  const auto tables = eval::KpptTables::read(files.spans(), nullptr);
  if (!tables) return "tables that are refused: " + tables.error().message;
  static const eval::Evaluator evaluator;
  eval::Judge judge(evaluator);
  judge.set_source(eval::TableScores{*tables});
  eval::Judge anew(evaluator);
  anew.set_source(eval::TableScores{*tables});
  shogi::Position position = shogi::Position::start();
  judge.start(position);
  for (int ply = 0; ply < 6; ++ply) {
    anew.start(position);
    const int score = judge.evaluate(position);
    if (score != anew.evaluate(position)) return "a score that depends on the way";
    if (std::abs(score) > eval::kLargestScore) return "a score beyond its bounds";
    shogi::MoveList moves;
    shogi::generate_legal(position, moves);
    const shogi::BareMove move = *(moves.begin() + ply * 7 % moves.size());
    judge.push(position, move);
    shogi::Undo undo;
    position.do_move(move, undo);
  }
  return "";
}

/// What was broken by `bytes`, or nothing: as each of the files, whose sizes they have; as the size
/// of a file; and as numbers in tables that are whole.
inline std::string check_kppt(std::string_view bytes) {
  static SparseTables with_turn(true);
  static SparseTables without_turn(false);
  const std::span<const std::byte> raw(reinterpret_cast<const std::byte*>(bytes.data()),
                                       bytes.size());
  for (std::size_t part = 0; part < 3; ++part) {
    auto files = with_turn.spans();
    files[part] = raw;
    const auto tables = eval::KpptTables::read(files, nullptr);
    if (!tables && !is_said_well(tables.error().message)) return "a bad complaint";
    if (tables && raw.size() != eval::kTableFiles[part].bytes) return "tables of a wrong size";
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), std::min(bytes.size(), sizeof size));
    const auto fits = eval::KpptTables::check_size(static_cast<eval::TablePart>(part), size);
    if (!fits && !is_said_well(fits.error().message)) return "a bad complaint about a size";
  }
  for (const bool has_turn : {true, false}) {
    SparseTables& tables = has_turn ? with_turn : without_turn;
    write_numbers(bytes, has_turn, tables);
    const std::string broken = check_scores(tables);
    tables.clear();
    if (!broken.empty()) return broken;
  }
  return "";
}

}  // namespace gougi::fuzz
