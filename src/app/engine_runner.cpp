// SPDX-License-Identifier: MIT
#include "app/engine_runner.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "io/event_loop.hpp"
#include "io/exit.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"
#include "usi/answer.hpp"

namespace gougi::app {
namespace {

/// How long the last lines may take to leave after `quit`. GUIs wait for one second and more.
constexpr base::Milliseconds kLastLines{200};

}  // namespace

void run_engine(std::unique_ptr<usi::Engine> engine) {
  io::EventLoop loop;
  std::unique_ptr<usi::EngineSide> side;
  const auto leave = [&loop, &side] {
    side.reset();                         // waits for a search to return: some milliseconds
    loop.post([&loop] { loop.stop(); });  // behind the lines that were posted before
  };
  io::StdoutWriter writer(loop, [&leave](const base::Error&) { leave(); });
  // Lines come from the protocol's thread and from the search's; the writer is for the loop's.
  const auto write_line = [&loop, &writer](std::string_view line) {
    loop.post([&writer, text = std::string(line)] {
      writer.write_line(
          text, usi::is_info(text) ? io::Importance::kDroppable : io::Importance::kMustArrive);
      writer.flush();
    });
  };
  side = std::make_unique<usi::EngineSide>(std::move(engine), write_line);
  io::StdinReader reader(loop, {
                                   [&side, &leave](std::string_view line) {
                                     if (side && !side->on_line(line)) leave();
                                   },
                                   [] {},
                                   [&side, &leave] {
                                     if (side) leave();
                                   },
                               });
  loop.run();
  writer.drain(kLastLines);
  io::exit_now(0);
}

}  // namespace gougi::app
