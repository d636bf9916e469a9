// SPDX-License-Identifier: MIT
// A real browser, without a window, for the pages that this project writes.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <optional>
#include <string>

#include "base/path.hpp"
#include "io/child_process.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"

namespace gougi {

class BrowserTest : public io::LoopTest {
 protected:
  /// Nothing: this machine has none.
  static std::optional<std::filesystem::path> browser() {
    for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
      if (const auto found = io::find_program(name, {}, {})) return *found;
    }
    return std::nullopt;
  }

  struct Shown {
    std::string dom;       ///< after its scripts have run
    std::string messages;  ///< of the page's console, and of its faults
  };
  /// `profile` is an empty folder. Whatever is not a file is as good as not there: no name is
  /// found.
  Shown show(const std::filesystem::path& page, const std::string& fragment,
             const std::filesystem::path& profile) {
    Shown shown;
    bool ended = false;
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&](std::string_view line) { shown.dom.append(line).append("\n"); };
    callbacks.on_stderr_line = [&](std::string_view line) {
      if (line.find("CONSOLE") != std::string_view::npos) shown.messages.append(line).append("\n");
    };
    callbacks.on_exit = [&](const io::ExitStatus& status) {
      EXPECT_EQ(status.code, 0) << status.text;
      ended = true;
      wake();
    };
    auto launched = io::ChildProcess::launch(
        loop_,
        {*browser(),
         {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
          "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND",
          "--user-data-dir=" + base::to_utf8(profile), "--enable-logging=stderr", "--dump-dom",
          "file://" + base::to_utf8(page) + fragment},
         {},
         {}},
        std::move(callbacks));
    EXPECT_TRUE(launched);
    // A machine that is busy starts a browser slowly.
    bool came = false;
    for (int i = 0; i < 3 && !came; ++i) came = run_until([&ended] { return ended; });
    EXPECT_TRUE(came) << "the browser does not end";
    return shown;
  }
};

}  // namespace gougi
