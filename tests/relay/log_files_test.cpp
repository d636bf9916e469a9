// SPDX-License-Identifier: MIT
#include "relay/log_files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "io/process_info.hpp"

namespace gougi::relay {
namespace {

namespace fs = std::filesystem;

class LogFiles : public ::testing::Test {
 protected:
  LogFiles() { fs::create_directories(folder_); }
  ~LogFiles() override {
    base::log::close();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  /// The later in the test, the newer.
  void make(const std::string& name) {
    std::ofstream(folder_ / name) << "text";
    fs::last_write_time(folder_ / name,
                        fs::file_time_type::clock::now() + std::chrono::seconds(++files_ - 1000));
  }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      found.insert(entry.path().filename().string());
    }
    return found;
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("gougi-log-files-" + std::to_string(io::own_pid()) + "-" +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());

 private:
  int files_ = 0;
};

TEST_F(LogFiles, TheOldestOfOursAreRemovedUntilOneMoreFits) {
  make("gougi-20260101-000000-1.1.log");
  make("gougi-20260101-000000-1.log");
  make("gougi-20260102-000000-22.log");
  make("gougi-20260103-000000-333.log");
  make("gougi-20260101-000000-1.jsonl");
  remove_old_logs(folder_, ".log", 3);
  EXPECT_EQ(names(),
            (std::set<std::string>{"gougi-20260102-000000-22.log", "gougi-20260103-000000-333.log",
                                   "gougi-20260101-000000-1.jsonl"}));
}

TEST_F(LogFiles, WhatGougiDidNotWriteStays) {
  const std::set<std::string> theirs{"gougi-notes.log",
                                     "gougi-20260101-000000-1.log.bak",
                                     "gougi-20260101-000000-1.logs",
                                     "gougi-20260101-000000-.log",
                                     "gougi-2026-01-01-1.log",
                                     "gougi-20260101-000000-1.x.log",
                                     "gougi-20260101-000000-1.2.3.log",
                                     "gougi-20260101-000000-1 (copy).log",
                                     "gougi-analysis.log.txt",
                                     "my gougi-20260101-000000-1.log"};
  for (const std::string& name : theirs) make(name);
  remove_old_logs(folder_, ".log", 1);
  EXPECT_EQ(names(), theirs);
}

#ifndef _WIN32
TEST_F(LogFiles, AFolderThatIsASymbolicLinkIsNeitherWrittenToNorPruned) {
  fs::create_directories(folder_ / "elsewhere");
  make("elsewhere/gougi-20260101-000000-1.log");
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / "link");
  settings::RelaySettings settings;
  settings.log_directory = folder_ / "link";
  settings.log_keep = 1;
  std::vector<std::string> troubles;
  EXPECT_FALSE(open_logs(settings, troubles));
  ASSERT_FALSE(troubles.empty());
  EXPECT_NE(troubles.front().find("link: is a symbolic link"), std::string::npos)
      << troubles.front();
  EXPECT_TRUE(fs::exists(folder_ / "elsewhere" / "gougi-20260101-000000-1.log"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "elsewhere"), {}), 1);
}

TEST_F(LogFiles, FoldersAndLinksWithNamesOfOursStay) {
  make("precious");
  fs::create_directory(folder_ / "gougi-20260101-000000-1.log");
  fs::create_symlink(folder_ / "precious", folder_ / "gougi-20260101-000000-2.log");
  remove_old_logs(folder_, ".log", 1);
  EXPECT_EQ(names(), (std::set<std::string>{"precious", "gougi-20260101-000000-1.log",
                                            "gougi-20260101-000000-2.log"}));
}

TEST_F(LogFiles, ARecordThatIsALinkIsOneTroubleAndTheLogIsWritten) {
  make("precious");
  fs::create_symlink(folder_ / "precious", folder_ / "record.jsonl");
  settings::RelaySettings settings;
  settings.log_directory = folder_ / "logs";
  settings.log_level = base::log::Level::kInfo;
  settings.record = folder_ / "record.jsonl";
  std::vector<std::string> troubles;
  EXPECT_FALSE(open_logs(settings, troubles));
  ASSERT_EQ(troubles.size(), 1U);
  EXPECT_NE(troubles.front().find("record.jsonl: is a symbolic link"), std::string::npos)
      << troubles.front();
  base::log::info("goes on");
  EXPECT_EQ(fs::file_size(folder_ / "precious"), 4U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "logs"), {}), 1);
}
#endif

TEST_F(LogFiles, ARecordGoesBehindDecisionsAndBehindNothingElse) {
  make("gougi.yaml");
  std::ofstream(folder_ / "rounds.jsonl") << "{}\n";
  const auto before = fs::file_size(folder_ / "rounds.jsonl");
  settings::RelaySettings settings;
  settings.record = folder_ / "gougi.yaml";
  std::vector<std::string> troubles;
  EXPECT_FALSE(open_logs(settings, troubles));
  ASSERT_EQ(troubles.size(), 1U);
  EXPECT_NE(troubles.front().find("gougi.yaml: exists already and holds no decisions"),
            std::string::npos)
      << troubles.front();
  EXPECT_EQ(fs::file_size(folder_ / "gougi.yaml"), 4U);
  settings.record = folder_ / "rounds.jsonl";
  auto decisions = open_logs(settings, troubles);
  ASSERT_TRUE(decisions);
  decisions->write("{}");
  decisions.reset();  // it waits for no disk before
  EXPECT_EQ(fs::file_size(folder_ / "rounds.jsonl"), 2 * before);
}

}  // namespace
}  // namespace gougi::relay
