// SPDX-License-Identifier: MIT
#include "io/log_file.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "io/process_info.hpp"

#ifndef _WIN32
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

namespace gougi::io {
namespace {

namespace fs = std::filesystem;
namespace log = base::log;
using ::testing::HasSubstr;

class LogFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("gougi-log-file-" + std::to_string(own_pid()) + "-" + info->name());
  }
  void TearDown() override {
    log::close();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  LogFile::Options options(const std::string& name) const {
    LogFile::Options made;
    made.file = folder_ / name;
    return made;
  }
  static std::unique_ptr<LogFile> open(const LogFile::Options& options) {
    auto file = LogFile::open(options);
    EXPECT_TRUE(file) << (file ? "" : file.error().message);
    return file ? std::move(*file) : nullptr;
  }
  static std::string refusal(const LogFile::Options& options) {
    const auto file = LogFile::open(options);
    return file ? "" : file.error().message;
  }
  std::string content(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    std::erase(text, '\r');
    return text;
  }

  fs::path folder_;
};

TEST_F(LogFileTest, RotatesAndKeepsNoMoreFilesThanAsked) {
  LogFile::Options small = options("a.log");
  small.max_bytes = 2000;
  small.keep = 2;
  log::open(open(small), log::Level::kInfo);
  for (int i = 0; i < 500; ++i) log::info("line " + std::to_string(i));
  log::close();
  EXPECT_NE(content("a.log").find("line 499\n"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "a.1.log"));
  EXPECT_FALSE(fs::exists(folder_ / "a.2.log"));
  for (const auto& entry : fs::directory_iterator(folder_)) EXPECT_LE(entry.file_size(), 2000U);
}

TEST_F(LogFileTest, OfOneFileOnlyTheNewestPartIsLeft) {
  LogFile::Options small = options("a.log");
  small.max_bytes = 2000;
  small.keep = 1;
  log::open(open(small), log::Level::kInfo);
  for (int i = 0; i < 500; ++i) log::info("line " + std::to_string(i));
  log::close();
  EXPECT_NE(content("a.log").find("line 499\n"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

// What is in the way of a part costs no line: it goes on in the old file, and is tried again when
// as much has come once more.
TEST_F(LogFileTest, WhatIsInTheWayOfARotationCostsNoLine) {
  LogFile::Options small = options("a.log");
  small.max_bytes = 20;
  small.keep = 3;
  fs::create_directories(folder_ / "a.1.log" / "x");
  const auto file = open(small);
  std::string all;
  for (const char digit : std::string("012345")) {
    all += std::string(9, digit) + "\n";
    file->write(std::string(9, digit) + "\n");
  }
  file->flush();
  EXPECT_EQ(content("a.log"), all);
  fs::remove_all(folder_ / "a.1.log");
  file->write("666666666\n");  // as much as a part has come since the last try
  file->flush();
  EXPECT_EQ(content("a.1.log"), all);
  EXPECT_EQ(content("a.log"), "666666666\n");
}

TEST_F(LogFileTest, APartIsNotWrittenOverWhereItCannotMakePlace) {
  LogFile::Options small = options("a.log");
  small.max_bytes = 10;
  small.keep = 3;
  const auto file = open(small);
  file->write("the first\n");
  file->write("the other\n");
  file->flush();
  EXPECT_EQ(content("a.1.log"), "the first\n");
  fs::create_directories(folder_ / "a.2.log" / "x");
  file->write("the third\n");
  file->flush();
  EXPECT_EQ(content("a.1.log"), "the first\n");
  EXPECT_EQ(content("a.log"), "the other\nthe third\n");
}

TEST_F(LogFileTest, ALineFileHoldsEachLineAtOnceAndRotates) {
  LogFile::Options small = options("a.jsonl");
  small.max_bytes = 100;
  small.keep = 2;
  log::LineFile file(open(small));
  file.write("{\"decision\":1}");
  EXPECT_EQ(content("a.jsonl"), "{\"decision\":1}\n");
  for (int i = 0; i < 20; ++i) file.write("{\"decision\":1}");
  EXPECT_TRUE(fs::exists(folder_ / "a.1.jsonl"));
  EXPECT_FALSE(fs::exists(folder_ / "a.2.jsonl"));
}

TEST_F(LogFileTest, WhatIsWrittenReachesTheFileWithTheFlush) {
  const auto file = open(options("a.log"));
  file->write("one\n");
  EXPECT_EQ(content("a.log"), "");
  file->flush();
  EXPECT_EQ(content("a.log"), "one\n");
}

TEST_F(LogFileTest, ItGoesOnBehindWhatIsThereUnlessItMustBeNew) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "a.log") << "old\n";
  open(options("a.log"))->write("new\n");
  EXPECT_EQ(content("a.log"), "old\nnew\n");
  LogFile::Options fresh = options("a.log");
  fresh.start = PrivateFile::Start::kNew;
  EXPECT_THAT(refusal(fresh), HasSubstr("a.log"));
}

TEST_F(LogFileTest, AFolderThatCannotBeMadeIsAnErrorThatNamesTheFile) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "occupied") << "a file";
  EXPECT_THAT(refusal(options("occupied/a.log")), HasSubstr("occupied"));
}

#ifndef _WIN32
mode_t mode_of(const fs::path& file) {
  struct stat now {};
  EXPECT_EQ(::lstat(file.c_str(), &now), 0) << file;
  return now.st_mode & 07777U;
}

TEST_F(LogFileTest, FilesAndFoldersAreMadeForTheirOwnerAlone) {
  const mode_t before = ::umask(0);
  LogFile::Options small = options("logs/deep/a.log");
  small.max_bytes = 10;
  const auto file = open(small);
  for (int i = 0; i < 3; ++i) file->write("ten bytes\n");
  ::umask(before);
  EXPECT_EQ(mode_of(folder_), 0700U);
  EXPECT_EQ(mode_of(folder_ / "logs/deep"), 0700U);
  EXPECT_EQ(mode_of(folder_ / "logs/deep/a.log"), 0600U);
  EXPECT_EQ(mode_of(folder_ / "logs/deep/a.1.log"), 0600U);
}

TEST_F(LogFileTest, WhatIsThereKeepsItsRights) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "a.log") << "old\n";
  fs::permissions(folder_, fs::perms(0755));
  fs::permissions(folder_ / "a.log", fs::perms(0640));
  open(options("a.log"))->write("new\n");
  EXPECT_EQ(mode_of(folder_), 0755U);
  EXPECT_EQ(mode_of(folder_ / "a.log"), 0640U);
}

TEST_F(LogFileTest, NothingIsWrittenThroughALink) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "precious") << "precious";
  fs::create_symlink(folder_ / "precious", folder_ / "a.log");
  fs::create_symlink(folder_ / "nothing", folder_ / "b.log");
  EXPECT_THAT(refusal(options("a.log")), HasSubstr("symbolic link"));
  EXPECT_THAT(refusal(options("b.log")), HasSubstr("symbolic link"));
  EXPECT_EQ(content("precious"), "precious");
  EXPECT_FALSE(fs::exists(folder_ / "nothing"));
}

TEST_F(LogFileTest, ALinkPutInTheWayOfTheNextPartIsNotFollowed) {
  LogFile::Options small = options("a.log");
  small.max_bytes = 10;
  const auto file = open(small);
  std::ofstream(folder_ / "precious") << "precious";
  fs::remove(folder_ / "a.log");
  fs::create_symlink(folder_ / "precious", folder_ / "a.log");
  for (int i = 0; i < 5; ++i) file->write("ten bytes\n");
  file->flush();
  EXPECT_EQ(content("precious"), "precious");
}

TEST_F(LogFileTest, APipeThatNobodyReadsIsRefusedAtOnce) {
  fs::create_directories(folder_);
  ASSERT_EQ(::mkfifo((folder_ / "a.jsonl").c_str(), 0600), 0);
  EXPECT_THAT(refusal(options("a.jsonl")), HasSubstr("is a pipe"));
}

TEST_F(LogFileTest, AFullDiskCostsLinesAndWhatFollowsIsWhole) {
  LogFile::Options full;
  full.file = "/dev/full";
  const auto file = open(full);
  for (int i = 0; i < 1000; ++i) {
    file->write("a line that finds no room\n");
    file->flush();
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full")) << "devices do not rotate";
}

TEST_F(LogFileTest, ALineThatWasCutOffDoesNotSpoilTheNext) {
  LogFile::Options limited = options("a.log");
  const pid_t child = ::fork();  // the limit is the whole process's
  if (child == 0) {
    const rlimit before{20, RLIM_INFINITY};
    std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &before);
    const auto file = LogFile::open(limited);
    (*file)->write("0123456789\n");
    (*file)->flush();
    (*file)->write("0123456789\n");  // nine bytes of it find room
    (*file)->flush();
    const rlimit after{RLIM_INFINITY, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &after);
    (*file)->write("whole\n");
    (*file)->flush();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_EQ(content("a.log"), "0123456789\n012345678\nwhole\n");
}

TEST_F(LogFileTest, APrivateFileIsReplacedAtOnceAndALinkInItsPlaceGoes) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "precious") << "precious";
  fs::create_symlink(folder_ / "precious", folder_ / "cache.txt");
  ASSERT_TRUE(write_private_file(folder_ / "cache.txt", "new"));
  EXPECT_EQ(content("cache.txt"), "new");
  EXPECT_EQ(content("precious"), "precious");
  EXPECT_EQ(mode_of(folder_ / "cache.txt"), 0600U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2) << "nothing is left beside it";
}
#endif

}  // namespace
}  // namespace gougi::io
