// SPDX-License-Identifier: MIT
// The real relay with real children as a transcript's subject. The words behind '@' are described
// in tests/transcripts/relay_process/README.md.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "io/code_page.hpp"
#include "transcripts/strict_gui.hpp"
#include "transcripts/transcript.hpp"

namespace gougi::testing {

class ProcessSubject final : public transcript::Subject {
 public:
  ProcessSubject() { gui_.let_lines_cross(); }

  void say(std::string_view line) override {
    start();
    gui_.said(line);
    if (line == "quit") watch_end();
    const std::string bytes = speaks_cp932_ ? io::utf8_to_cp932(line) : std::string(line);
    const std::string text = bytes + (says_crlf_ ? "\r\n" : "\n");
    if (burst_) {
      *burst_ += text;
    } else {
      relay_->say_at_once(text);
    }
  }

  std::optional<std::string> hear() override {
    start();
    const auto heard = relay_->wait_for("", kPatience);
    if (!heard) return std::nullopt;
    const std::string line = decoded(heard->line);
    EXPECT_EQ(gui_.heard(line), "") << "in the line: " << line;
    return line;
  }

  bool act(std::string_view text) override {
    if (relay_ == nullptr && set_up(std::string(text))) return true;
    return act_on_relay(text);
  }

  /// Whatever is still to be heard comes before the relay has ended.
  std::vector<std::string> finish() override {
    start();
    EXPECT_EQ(gui_.ended(), "");
    if (!relay_->exit) relay_->say("quit");
    EXPECT_TRUE(relay_->wait_exit(kPatience)) << "it does not end";
    std::vector<std::string> rest;
    while (const auto heard = relay_->wait_for("", Milliseconds(0))) {
      rest.push_back(decoded(heard->line));
    }
    EXPECT_LE(relay_->stderr_lines, 1) << "GUIs do not read stderr";
    return rest;
  }

 private:
  // Generous: a machine under load is no reason to fail. A relay that says nothing fails after it.
  static constexpr Milliseconds kPatience{20'000};

  // --- before it runs ---

  bool set_up(const std::string& text) {
    if (text.starts_with("yaml ")) {
      yaml_[file_] += filled(text.substr(5)) + "\n";
    } else if (text.starts_with("file ")) {
      file_ = text.substr(5);
    } else if (text.starts_with("in a folder called ")) {
      folder_ = std::make_unique<Folder>(text.substr(19));
    } else if (text.starts_with("as a copy called ")) {
      copy_ = text.substr(17);
    } else {
      return false;
    }
    return true;
  }

  static std::string filled(std::string text) {
    for (const auto& [word, program] :
         std::map<std::string, std::string>{{"{scripted}", "scripted-engine"},
                                            {"{engine}", "gougi-engine"},
                                            {"{mate}", "gougi-mate"}}) {
      const auto at = text.find(word);
      if (at == std::string::npos) continue;
      text.replace(at, word.size(), "'" + kBin + "/" + program + kExe + "'");
    }
    return text;
  }

  void start() {
    if (relay_) return;
    if (!folder_) folder_ = std::make_unique<Folder>();
    for (const auto& [name, text] : yaml_) folder_->write(name, text);
    std::string program = kBin + "/gougi" + kExe;
    std::vector<std::string> arguments{"--config", base::to_utf8(folder_->path() / "relay.yaml")};
    if (!copy_.empty()) {  // as GUIs start it: the bare executable
      const auto copy = folder_->path() / base::path_from_utf8(copy_ + kExe);
      std::filesystem::copy_file(base::path_from_utf8(program), copy);
      program = base::to_utf8(copy);
      arguments.clear();
    }
    relay_ = std::make_unique<Dialogue>(
        program, arguments,
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", base::to_utf8(folder_->path())},
                                           {"LOCALAPPDATA", base::to_utf8(folder_->path())}});
    EXPECT_EQ(relay_->failure, "");
  }

  // --- while it runs ---

  bool act_on_relay(std::string_view text) {
    start();
    if (text == "the GUI says nothing yet") {
      // start() was all
    } else if (text == "burst") {
      burst_.emplace();
    } else if (text == "burst ends") {
      relay_->say_at_once(burst_.value_or(""));
      burst_.reset();
    } else if (text == "burst ends with EOF") {
      relay_->say_at_once(burst_.value_or(""));
      burst_.reset();
      hang_up();
    } else if (text == "lines end in CRLF") {
      says_crlf_ = true;
    } else if (text == "the GUI writes CP932") {
      speaks_cp932_ = true;
    } else if (text.starts_with("the GUI reads ")) {
      reads_ = text.substr(14);
      return reads_ == "cp932" || reads_ == "utf-8" || reads_ == "ascii";
    } else if (text == "EOF") {
      hang_up();
    } else if (text == "the relay ends") {
      expect_end();
    } else {
      return false;
    }
    return true;
  }

  void hang_up() {
    gui_.hung_up();
    watch_end();
    relay_->hang_up(kPatience);  // its own end, not ours, is what is tested
  }

  void watch_end() {
#ifdef __linux__
    children_ = descendants_of(relay_->pid());
#endif
    told_to_end_at_ = io::EventLoop::now();
  }

  /// GUIs send SIGTERM after 3 s and more; a second is the relay's own promise.
  void expect_end() {
    EXPECT_TRUE(relay_->wait_exit(Milliseconds(3000))) << "it does not end";
    EXPECT_EQ(relay_->exit.value_or(io::ExitStatus{}).text, "exit code 0");
    EXPECT_LT(io::EventLoop::now() - told_to_end_at_, Milliseconds(2000));
#ifdef __linux__
    EXPECT_TRUE(all_gone(children_, *relay_)) << "children are left";
#endif
  }

  /// The line as text, its bytes judged.
  std::string decoded(const std::string& line) const {
    if (base::is_ascii(line)) return line;
    if (reads_ == "cp932") {
      const std::string text = io::cp932_to_utf8(line);
      EXPECT_FALSE(base::is_valid_utf8(line)) << "UTF-8, not CP932: " << line;
      EXPECT_EQ(io::utf8_to_cp932(text), line) << "no CP932";
      return text;
    }
    EXPECT_TRUE(reads_ == "utf-8" && base::is_valid_utf8(line)) << "not " << reads_ << ": " << line;
    return line;
  }

  std::map<std::string, std::string> yaml_;
  std::string file_ = "relay.yaml";
  std::string copy_;
  std::unique_ptr<Folder> folder_;
  std::unique_ptr<Dialogue> relay_;
  transcript::StrictGui gui_;
  std::optional<std::string> burst_;
  bool says_crlf_ = false;
  bool speaks_cp932_ = false;
  std::string reads_ = "utf-8";
  std::vector<int> children_;
  base::TimePoint told_to_end_at_{};
};

}  // namespace gougi::testing
