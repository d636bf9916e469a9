// SPDX-License-Identifier: MIT
// The command line of `gougi match` as a value: who plays, how, how often, and what becomes of it.
// A match is resumed by reading the arguments that its file remembers once more, so everything that
// shapes the games must be here. Used by match_command.cpp only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/shard.hpp"
#include "match/adjudication.hpp"
#include "match/schedule.hpp"
#include "match/sprt.hpp"
#include "match/time_control.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::tools {

inline constexpr std::int64_t kMostGames = 10'000'000;  ///< of each two engines

struct OrderedEngine {
  std::string name;  ///< empty: made of the command
  std::string command;
  std::vector<std::pair<std::string, std::string>> options;
  std::size_t common_options = 0;             ///< so many of them stood before the first engine
  std::optional<match::TimeControl> control;  ///< there is one when the order is read
  bool ponders = false;
  bool restarts = false;  ///< a new process for every game
};

/// What stdout gets while a match runs by the older server's rules.
enum class LegacyOutput : std::uint8_t {
  kNone,
  kSigns,      ///< O, X and . for the first engine's win, loss and draw
  kPositions,  ///< a line a game: win, lose or draw, a comma, the last position as SFEN
};

/// `--export`: the games in this format (kif, csa, ki2, jkf, usi, upi).
struct Export {
  std::string format;
  std::filesystem::path to;  ///< a folder; for usi and upi a file
};

struct MatchOrder {
  std::vector<OrderedEngine> engines;
  settings::GameProtocol protocol = settings::GameProtocol::kUsi;  ///< what all engines speak
  std::uint64_t games = 100;
  match::Format format = match::Format::kRoundRobin;
  std::filesystem::path openings;  ///< a file of games; empty: none
  std::filesystem::path book;      ///< a book; empty: none
  int plies = 24;                  ///< of each opening
  int random_plies = 0;
  std::uint64_t seed = 1;
  int concurrency = 1;
  base::Milliseconds margin{100};
  base::Milliseconds hang{10'000};
  base::Milliseconds patience{600'000};
  match::AdjudicationSettings adjudication;
  std::optional<match::SprtSettings> sprt;
  std::vector<std::pair<std::string, double>> anchors;  ///< an engine's name, its rating
  bool keeps_notes = false;
  bool pins = false;

  std::filesystem::path file;    ///< the match's file; empty: none is kept
  std::filesystem::path resume;  ///< one that goes on
  std::filesystem::path report;  ///< empty: none
  int live_port = 0;             ///< where the page is; 0: nowhere
  std::filesystem::path log;     ///< of all lines to and from engines; empty: none
  std::vector<Export> exports;
  std::optional<base::Shard> shard;  ///< only the pairs of this part are played
  std::filesystem::path stop_file;   ///< no game begins once it is there; empty: none
  bool is_quiet = false;
  bool trusts = false;  ///< what the file that goes on would start is started
  LegacyOutput legacy = LegacyOutput::kNone;
  bool awaits_commands = false;  ///< of the older server: `go` comes on standard input
  std::string answer;            ///< help or version, to be printed and nothing else
  std::set<std::string> given;   ///< names of the options that were there, such as "--games"
};

/// Whether the value makes sense for this option, "--time", whatever else is said; a file that is
/// read must be there.
base::Result<void> check_match_word(const std::string& option, const std::string& value);

/// `words` without "gougi match". The error says which argument makes no sense and why.
base::Result<MatchOrder> read_match_order(const std::vector<std::string>& words);

/// Whether --export writes one file with a line a game in this format, and not a folder of files.
bool is_line_format(std::string_view format);

/// Whether games of `protocol` can be written in this format; the error says in which they can.
base::Result<void> check_export(settings::GameProtocol protocol, const std::string& format);

/// Splits a command into program and arguments at blanks; what stands between double quotes stays
/// together. An error for an empty command or an open quote.
base::Result<std::vector<std::string>> split_command(const std::string& command);

}  // namespace gougi::tools
