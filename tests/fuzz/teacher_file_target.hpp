// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a file of teacher positions or as the journal beside
// it. Used by the fuzzer (teacher_file_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"
#include "learn/packed_position.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_position.hpp"
#include "shogi/position.hpp"

namespace gougi::fuzz {

inline constexpr const char* kTeacherSettings = "nodes 1000";
inline constexpr std::uint64_t kTeacherWanted = 4;

inline std::string check_teacher_records(const std::filesystem::path& file) {
  auto reader = learn::TeacherReader::open(file);
  if (!reader) return is_said_well(reader.error().message) ? "" : "a bad complaint about a file";
  learn::TeacherPosition teacher;
  std::uint64_t read = 0;
  while (reader->next_position(teacher)) ++read;
  if (!reader->error().empty() && !is_said_well(reader->error())) return "a bad complaint";
  const auto records = learn::TeacherRecords::read(file);
  if (!records && !is_said_well(records.error().message)) return "a bad complaint about records";
  return read <= reader->count() ? "" : "more records than there are";
}

/// A run that goes on with these files adds a game behind what it finds.
inline std::string check_teacher_run(const std::filesystem::path& file) {
  auto journal = learn::TeacherJournal::open(file);
  if (journal) {
    while (journal->next()) {
    }
  } else if (!is_said_well(journal.error().message)) {
    return "a bad complaint about a journal";
  }
  const auto run = learn::TeacherFile::open(file, kTeacherSettings, kTeacherWanted);
  if (!run) return is_said_well(run.error().message) ? "" : "a bad complaint about a run";
  const std::uint64_t games = (*run)->games();
  if (!(*run)->append({})) return "a game that is not taken";
  const auto again = learn::TeacherJournal::open(file);
  if (!again) return "a journal that cannot be read any more";
  return (*run)->games() == games + 1 ? "" : "a game that does not count";
}

inline std::string sound_teacher_records() {
  std::array<std::byte, learn::kTeacherBytes> record{};
  learn::TeacherPosition start;
  start.position = *learn::pack(shogi::Position::start());
  learn::write_teacher(start, record);
  const std::string text(reinterpret_cast<const char*>(record.data()), record.size());
  std::string all;
  for (std::uint64_t i = 0; i < kTeacherWanted; ++i) all += text;
  return all;
}

/// What was broken by `bytes`, or nothing: as a file of positions, of which each is a game; and as
/// the journal of such a file, whole, and behind a sound first line.
inline std::string check_teacher_file(std::string_view bytes) {
  static const std::string head = std::string("gougi selfplay 1 ") + kTeacherSettings + "\n";
  static const std::string sound = sound_teacher_records();
  return check_as_file(bytes, [&](const std::filesystem::path& file) {
    if (auto broken = check_teacher_records(file); !broken.empty()) return broken;
    const auto run_with = [&](std::string_view records, const std::string& journal) {
      std::ofstream(file, std::ios::binary | std::ios::trunc) << records;
      std::ofstream(learn::TeacherFile::journal_of(file), std::ios::binary | std::ios::trunc)
          << journal;
      return check_teacher_run(file);
    };
    std::string marks = head;
    for (std::uint64_t i = 1; i <= kTeacherWanted; ++i) {
      marks += std::to_string(i) + " " + std::to_string(i) + "\n";
    }
    std::string broken = run_with(bytes, marks);
    if (broken.empty()) broken = run_with(sound, std::string(bytes));
    if (broken.empty()) broken = run_with(sound, head + std::string(bytes));
    return broken;
  });
}

}  // namespace gougi::fuzz
