// SPDX-License-Identifier: MIT
// Shows a story to browsers: the page's files and a stream of server-sent events, over HTTP, on a
// thread of its own. It never waits for a reader, and whoever feeds it never waits for it: readers
// are told at most twenty times a second what has changed since they were told last, so that a slow
// one gets larger steps, and one that reads nothing at all is hung up on. Nothing happens while
// nobody looks. It knows no games;
// relay/live_view.hpp, tools/match_live.hpp and tools/analyse_live.hpp feed it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "live/gate.hpp"
#include "live/page_files.hpp"
#include "live/story.hpp"

namespace gougi::live {

class Server {
 public:
  /// Brings the story up to date. Called on the server's thread, while somebody looks.
  using Refresh = std::function<void(Story& story)>;

  /// Who reads nothing for so long is hung up on.
  static constexpr std::chrono::milliseconds kMostUnread{60'000};

  /// Listens. The error is one line: a port that is taken, an address that is not this machine's.
  static base::Result<std::unique_ptr<Server>> start(
      const Place& place, PageFiles files, Refresh refresh,
      std::chrono::milliseconds most_unread = kMostUnread);
  /// Hangs up on everybody; returns when its thread has ended.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Brings everybody up to date once more, before the end; returns when that has been sent, or
  /// after a second where somebody reads too slowly.
  void tell_last();

  /// Where it is now, its port and its token included.
  const Place& place() const;

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gougi::live
