// SPDX-License-Identifier: MIT
// The formats of the older local game server (連続自動対局): engine-config1.txt, engine-config2.txt
// and book.sfen in one folder, and its command line "setoption name Threads value 6 go btime 500
// wtime 32", which may be typed to it, too. Turned into an ordinary order. Used by
// match_command.cpp only.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

/// A configuration: the program's name (in the same folder), the line sent before each move, then
/// lines for the start, of which setoption is known. The error names the line.
base::Result<OrderedEngine> read_legacy_engine(std::string_view text,
                                               const std::filesystem::path& folder);

/// `words` behind --legacy: "--folder DIR" (otherwise the present one), "--one-line on", then
/// commands: "setoption name Threads value N" (games at a time), "go btime GAMES wtime BOOKPLIES
/// byoyomi ANY" (100 games, 32 plies). Without a `go` the order awaits commands.
base::Result<MatchOrder> read_legacy_order(const std::vector<std::string>& words);

enum class LegacyStep { kListen, kPlay, kQuit };

/// A line typed to a server that awaits commands: the same commands, or quit. What it asks for is
/// put into `order`, which is to be played where the step says so.
base::Result<LegacyStep> take_legacy_line(std::string_view line, MatchOrder& order);

}  // namespace gougi::tools
