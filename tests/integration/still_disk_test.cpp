// SPDX-License-Identifier: MIT
// A disk that stands still under the log and the decisions: a relay's clock does not wait for it.
#ifdef __linux__
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "integration/relay.hpp"
#include "relay/decision_record.hpp"

namespace gougi::testing {
namespace {

constexpr Milliseconds kByoyomi{300};
constexpr int kMoves = 4;

class StillDisk : public ::testing::Test {
 protected:
  StillDisk() {
    std::filesystem::create_directory(disk_);
    gui_.emplace(
        program_path("gougi"),
        std::vector<std::string>{"--config", folder_.write("relay.yaml",
                                                           "consensus: majority\n"
                                                           "mate: off\n"
                                                           "log: {directory: disk}\n"
                                                           "record: disk/decisions.jsonl\n"
                                                           "engines:\n" +
                                                               voter(1) + voter(2) + voter(3))},
        std::map<std::string, std::string>{
            {"XDG_CACHE_HOME", base::to_utf8(folder_.path())},
            {"GOUGI_STILL_DISK", base::to_utf8(std::filesystem::canonical(disk_))},
            {"LD_PRELOAD", GOUGI_BIN_DIR "/libstill-disk.so"}});
  }
  ~StillDisk() override { go_on(); }  // or nobody's end comes

  void get_ready() {
    gui_->say("usi");
    ASSERT_TRUE(gui_->wait_for("usiok"));
    gui_->say("isready");
    ASSERT_TRUE(gui_->wait_for("readyok"));
    gui_->say("usinewgame");
  }
  void stand_still() { const std::ofstream made(disk_ / "still"); }
  void go_on() { std::filesystem::remove(disk_ / "still"); }

  void play() {
    StandstillWatch watch;
    for (int i = 0; i < kMoves; ++i) {
      gui_->say("position startpos");
      const auto asked =
          gui_->say("go btime 0 wtime 0 byoyomi " + std::to_string(kByoyomi.count()));
      const auto heard = gui_->wait_for("bestmove", Milliseconds(10'000));
      ASSERT_TRUE(heard) << "the relay waits for its disk";
      EXPECT_LT(heard->at - asked - watch.stood_still(asked, heard->at), kByoyomi);
    }
  }
  int decisions() const {
    std::istringstream lines(content_of(disk_ / "decisions.jsonl"));
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
      const auto record = relay::parse_record(line);
      EXPECT_TRUE(record) << line;
      count += record && std::holds_alternative<relay::DecisionRecord>(*record) ? 1 : 0;
    }
    return count;
  }
  bool leaves() {
    gui_->say("quit");
    return gui_->wait_exit(Milliseconds(5000));
  }

  Folder folder_;
  const std::filesystem::path disk_ = folder_.path() / "disk";
  std::optional<Dialogue> gui_;

 private:
  static std::string voter(int number) {
    const std::string name = std::to_string(number);
    return "  - {name: E" + name + ", command: [" + ours("scripted-engine") + ", --legal, '" +
           name + "']}\n";
  }
};

TEST_F(StillDisk, CostsNoTimeAndNoLine) {
  ASSERT_NO_FATAL_FAILURE(get_ready());
  stand_still();
  ASSERT_NO_FATAL_FAILURE(play());
  EXPECT_EQ(decisions(), 0);
  go_on();
  EXPECT_TRUE(leaves());
  EXPECT_EQ(decisions(), kMoves);
}

TEST_F(StillDisk, DoesNotKeepARelayFromLeaving) {
  ASSERT_NO_FATAL_FAILURE(get_ready());
  stand_still();
  ASSERT_NO_FATAL_FAILURE(play());
  EXPECT_TRUE(leaves());
}

}  // namespace
}  // namespace gougi::testing
#endif
