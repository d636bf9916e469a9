// SPDX-License-Identifier: MIT
// Launches two children through io::ChildProcess, says their process numbers once both have said a
// line, and waits to be killed: what is left of them afterwards is what a dying relay leaves.
// Arguments: the child's program and its arguments.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "engines/standard_streams.hpp"
#include "io/child_process.hpp"

int main(int argc, char** argv) {
  using gougi::io::ChildProcess;
  if (argc < 2) return 2;
  gougi::tests::make_streams_binary();
  gougi::io::EventLoop loop;
  std::vector<std::shared_ptr<ChildProcess>> children;
  std::string pids = "children";
  for (int i = 0; i < 2; ++i) {
    ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&pids](std::string_view) {
      static int ready = 0;
      if (++ready == 2) gougi::tests::say(pids);
    };
    auto child = ChildProcess::launch(
        loop, {gougi::base::path_from_utf8(argv[1]), {argv + 2, argv + argc}, {}, {}},
        std::move(callbacks));
    if (!child) {
      gougi::tests::say(child.error().message);
      return 1;
    }
    (*child)->write_line("ignore-end");
    pids += " " + std::to_string((*child)->pid());
    children.push_back(*child);
  }
  loop.run();
}
