// SPDX-License-Identifier: MIT
// Reads the recorded games of the original, which live beside the repository: one USI position a
// line and how it ended, under headers.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/position.hpp"

namespace gougi::naitou {

struct RecordedGame {
  std::string where;     ///< "random.txt:12"
  std::string position;  ///< behind the word position
  shogi::Setup start;
  std::vector<shogi::BareMove> moves;
  int mode = 0;
  bool time_limit = false;
  std::string end;  ///< resign, comwin, cut, nomove, suicide
};

inline std::filesystem::path vector_folder() {
  return std::filesystem::path(GOUGI_SOURCE_DIR) / ".." / "shared" / "specs" / "naitou" / "vectors";
}

/// The number behind "name=" in a header line.
inline int header_value(std::string_view line, std::string_view name) {
  const std::size_t place = line.find(std::string(name) + "=");
  if (place == std::string_view::npos) return -1;
  return line[place + name.size() + 1] - '0';
}

/// "startpos moves …" or "sfen … moves …" into `game`.
inline void read_position(std::string_view text, RecordedGame& game) {
  game.position = std::string(base::trim(text));
  std::string sfen;
  bool in_moves = false;
  std::string_view rest = game.position;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (in_moves) {
      game.moves.push_back(notation::parse_usi_move(word).value());
    } else if (word == "moves") {
      in_moves = true;
    } else if (word != "sfen") {
      sfen += (sfen.empty() ? "" : " ") + std::string(word);
    }
  }
  game.start = notation::parse_sfen(sfen).value().setup();
}

inline std::vector<RecordedGame> read_games(const std::filesystem::path& path) {
  std::vector<RecordedGame> games;
  std::ifstream file(path, std::ios::binary);
  int mode = 0;
  bool time_limit = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("#@")) {
      mode = header_value(line, "mode");
      time_limit = header_value(line, "timelimit") == 1;
    }
    if (line.starts_with("#") || base::trim(line).empty()) continue;
    RecordedGame game;
    game.where = path.filename().string() + ":" + std::to_string(number);
    game.mode = mode;
    game.time_limit = time_limit;
    const std::size_t tab = line.find('\t');
    game.end = std::string(base::trim(line.substr(tab + 1)));
    read_position(line.substr(0, tab), game);
    games.push_back(std::move(game));
  }
  if (kBrief && games.size() > 20) {  // the plain build looks at all
    std::vector<RecordedGame> some;
    for (std::size_t i = 0; i < games.size(); i += 5) some.push_back(games[i]);
    return some;
  }
  return games;
}

}  // namespace gougi::naitou
