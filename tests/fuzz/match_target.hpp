// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the file of a match. Used by the fuzzer
// (match_fuzz.cpp) and by the replay of its corpus in every build
// (tests/match/fuzz_corpus_test.cpp).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "fuzz/bytes_file.hpp"
#include "match/game_text.hpp"
#include "match/report.hpp"
#include "match/store.hpp"
#include "notation/record_text.hpp"

namespace gougi::fuzz {

/// Whether a refusal is a line for a person.
inline bool is_one_line(const base::Error& error) {
  return !error.message.empty() && error.message.find('\n') == std::string::npos &&
         base::is_valid_utf8(error.message);
}

/// Everything that is read of a store; what was broken, or nothing.
inline std::string check_store(match::Store& store) {
  if (const auto settings = store.settings(); !settings && !is_one_line(settings.error())) {
    return "a bad complaint about the settings";
  }
  const auto players = store.players();
  if (!players) return is_one_line(players.error()) ? "" : "a bad complaint about the players";
  std::vector<match::GameRecord> games;
  std::string broken;
  const auto read = store.for_each_game([&](const match::GameRecord& game) {
    const bool is_between_players = game.black < players->size() && game.white < players->size();
    if (!is_between_players || game.black == game.white) broken = "a game between nobody";
    if (!match::replay(game)) broken = "a game with an illegal move";
    if (!games.empty() && games.back().number >= game.number) broken = "games in a wrong order";
    games.push_back(game);
  });
  if (!broken.empty()) return broken;
  if (!read) return is_one_line(read.error()) ? "" : "a bad complaint about the games";
  match::ReportFacts facts;
  facts.engines = *players;
  match::report_html(facts, games);
  for (const match::GameRecord& game : games) {
    const match::GameNames names{(*players)[game.black].name, (*players)[game.white].name};
    for (const auto format : notation::kRecordFormats) {
      write_record(format, match::to_record(game, names));
    }
    match::to_line(game, names);
  }
  return "";
}

inline std::string check_match_file(const std::filesystem::path& file) {
  std::string broken;
  if (auto reader = match::Store::open_to_read(file)) {
    broken = check_store(*reader);
  } else if (!is_one_line(reader.error())) {
    broken = "a bad complaint about the file";
  }
  if (auto writer = match::Store::open(file); writer && broken.empty()) {
    match::GameRecord game;
    game.number = 77;
    game.white = 1;
    const auto added = writer->add(game);
    if (!added && !is_one_line(added.error())) broken = "a bad complaint about a new game";
    if (broken.empty()) broken = check_store(*writer);
  }
  return broken;
}

/// What was broken by `bytes`, or nothing.
inline std::string check_match(std::string_view bytes) {
  return check_as_file(bytes, check_match_file);
}

}  // namespace gougi::fuzz
