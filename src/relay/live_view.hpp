// SPDX-License-Identifier: MIT
// Shows the session to browsers while it plays: tells the room live what comes in and what was
// decided. It hears what the shell hears and changes nothing; a line costs the relay's thread one
// copy, and nothing while no page is served. What the lines mean is found out on the server's
// thread (live/server.hpp). Decisions are told as the file of decisions has them, so that their
// figures are the same. For shogi; used by the shell alone.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/scale.hpp"
#include "live/server.hpp"
#include "relay/event.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {

class LiveView {
 public:
  /// `scales` as Environment::scales has them. `settings` must outlive it.
  LiveView(const settings::RelaySettings& settings,
           const std::vector<consensus::PhaseScales>& scales);

  /// From now on at this port (0: nowhere). What a person is to be told: where the page is, or why
  /// it is nowhere; play goes on in any case. Empty: nothing.
  std::string serve(int port);

  // The relay's thread, as it happens.
  void took(const Event& event);
  void said(std::string_view line);      ///< to the GUI
  void recorded(std::string_view line);  ///< a decision, or a game's end

 private:
  struct Member {
    std::string label;  ///< E1, M1
    std::string kind;   ///< voter, solver, reserve
    int number = 0;     ///< of its kind
    std::string name;   ///< of the configuration, else what it calls itself
    bool is_named = false;
    consensus::PhaseScales scales;
    int starts = 0;
    bool runs = false;
    std::string ended;    ///< how, the last time
    std::string thought;  ///< its newest line with a pv; empty: none of this search
  };
  struct Now {
    std::vector<Member> members;
    std::string position = "position startpos";
    std::string go;
    std::int64_t went_at = 0;  ///< ms since 1970
    bool thinks = false;
    bool is_guess = false;     ///< the last move of the position is one that is pondered on
    std::string last_said;     ///< bestmove
    std::int64_t earlier = 0;  ///< decisions up to this number are of other games
  };

  void take_host_line(std::string_view line);
  void take_child_line(Member& member, std::string_view line) const;
  void begin_game();
  void tell(live::Story& story);  ///< the server's thread

  const settings::RelaySettings& settings_;
  std::mutex mutex_;  ///< of what follows; held for as long as copying takes
  Now now_;
  std::deque<std::shared_ptr<const std::string>> records_;  ///< the newest
  std::size_t bytes_ = 0;                                   ///< of them
  std::size_t untold_ = 0;                                  ///< of the last ones, to this server
  std::int64_t decided_ = 0;                                ///< number of the newest decision
  bool is_begun_ = false;  ///< by usinewgame; the position of the game before is still shown
  bool is_over_ = false;   ///< by gameover
  int port_ = 0;
  std::unique_ptr<live::Server> server_;  ///< its thread uses what stands above
};

}  // namespace gougi::relay
