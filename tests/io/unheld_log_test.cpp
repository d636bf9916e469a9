// SPDX-License-Identifier: MIT
#include "io/unheld_log.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "few_threads.hpp"

namespace gougi::io {
namespace {

using ::testing::ElementsAre;

// A disk, and what has come to it; it may stand still.
struct Disk {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> lines;
  bool stands_still = false;
  bool is_asked = false;

  void stand_still() {
    const std::scoped_lock lock(mutex);
    stands_still = true;
  }
  void go_on() {
    const std::scoped_lock lock(mutex);
    stands_still = false;
    changed.notify_all();
  }
  void wait_until_asked() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return is_asked; });
  }
};

class DiskSink final : public base::log::Sink {
 public:
  explicit DiskSink(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
  void write(std::string_view line) override {
    std::unique_lock lock(disk_->mutex);
    disk_->is_asked = true;
    disk_->changed.notify_all();
    disk_->changed.wait(lock, [this] { return !disk_->stands_still; });
    disk_->lines.emplace_back(line);
  }
  void flush() override {}

 private:
  std::shared_ptr<Disk> disk_;
};

class UnheldLogTest : public ::testing::Test {
 protected:
  std::shared_ptr<Disk> disk_ = std::make_shared<Disk>();
  std::unique_ptr<UnheldLog> log_ = std::make_unique<UnheldLog>(std::make_unique<DiskSink>(disk_));
};

TEST_F(UnheldLogTest, EachLineArrivesInItsTurnAndAllBeforeTheEnd) {
  std::vector<std::string> lines;
  for (int i = 0; i < 5000; ++i) {
    lines.push_back("line " + std::to_string(i) + "\n");
    log_->write(lines.back());
    if (i % 7 == 0) log_->flush();
  }
  log_.reset();
  EXPECT_EQ(disk_->lines, lines);
}

TEST_F(UnheldLogTest, ALineArrivesWhileTheLogIsOpen) {
  log_->write("one\n");
  log_->flush();
  disk_->wait_until_asked();
  log_.reset();
  EXPECT_THAT(disk_->lines, ElementsAre("one\n"));
}

TEST_F(UnheldLogTest, ADiskThatStandsStillHoldsNobodyUpAndCostsNoLine) {
  disk_->stand_still();
  log_->write("one\n");
  log_->flush();
  disk_->wait_until_asked();
  for (const char* const line : {"two\n", "three\n"}) {
    log_->write(line);
    log_->flush();
  }
  disk_->go_on();
  log_.reset();
  EXPECT_THAT(disk_->lines, ElementsAre("one\n", "two\n", "three\n"));
}

TEST_F(UnheldLogTest, WhatDoesNotFitMeanwhileIsLostAndTheRestIsWhole) {
  disk_->stand_still();
  log_->write("first\n");
  log_->flush();
  disk_->wait_until_asked();
  const std::string long_line = std::string(1000, 'x') + "\n";
  const std::size_t fit = UnheldLog::kMostWaiting / long_line.size();
  for (std::size_t i = 0; i < 2 * fit; ++i) log_->write(long_line);
  disk_->go_on();
  log_.reset();
  EXPECT_EQ(disk_->lines.size(), 1 + fit);
  EXPECT_EQ(disk_->lines.front(), "first\n");
  EXPECT_EQ(disk_->lines.back(), long_line);
}

TEST_F(UnheldLogTest, ItsEndDoesNotWaitForADiskThatNeverMovesAgain) {
  disk_->stand_still();
  log_->write("one\n");
  log_->flush();
  disk_->wait_until_asked();
  log_.reset();
  EXPECT_THAT(disk_->lines, ElementsAre());
  disk_->go_on();  // for the thread, which still has it
}

// As one does whose memory has run out.
class ThrowingSink final : public base::log::Sink {
 public:
  explicit ThrowingSink(std::shared_ptr<Disk> disk) : to_(std::move(disk)) {}
  void write(std::string_view line) override {
    if (line == "too long\n") throw std::bad_alloc();
    to_.write(line);
  }
  void flush() override { to_.flush(); }

 private:
  DiskSink to_;
};

TEST(UnheldLogAlone, ALineForWhichThereIsNoMemoryIsLostAloneAndNothingEnds) {
  const auto disk = std::make_shared<Disk>();
  auto log = std::make_unique<UnheldLog>(std::make_unique<ThrowingSink>(disk));
  for (const char* const line : {"one\n", "too long\n", "two\n"}) log->write(line);
  log.reset();
  EXPECT_THAT(disk->lines, ElementsAre("one\n", "two\n"));
}

// Stacks of threads that have ended are used again, so all that there are must be taken.
void take_all_threads() {
  try {
    for (;;) std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
  } catch (const std::system_error&) {
  }
}

TEST(UnheldLogAlone, WhereNoThreadCanBeHadWritesItself) {
  expect_well_with(kMebibytesForNone, [] {
    take_all_threads();
    const auto disk = std::make_shared<Disk>();
    UnheldLog log(std::make_unique<DiskSink>(disk));
    log.write("one\n");
    log.flush();
    return disk->lines == std::vector<std::string>{"one\n"};
  });
}

}  // namespace
}  // namespace gougi::io
