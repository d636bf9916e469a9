// SPDX-License-Identifier: MIT
// Our own stdin and stdout, played by pipes of the C library.
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "io/loop_test_base.hpp"
#include "io/stdin_reader.hpp"
#include "io/stdout_writer.hpp"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace gougi::io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

#ifdef _WIN32
bool open_pipe(std::array<int, 2>& ends) { return _pipe(ends.data(), 65536, _O_BINARY) == 0; }
void close_end(int fd) { _close(fd); }
int write_to(int fd, const char* text, std::size_t n) {
  return _write(fd, text, static_cast<unsigned>(n));
}
int read_from(int fd, char* text, std::size_t n) {
  return _read(fd, text, static_cast<unsigned>(n));
}
#else
bool open_pipe(std::array<int, 2>& ends) { return ::pipe(ends.data()) == 0; }
void close_end(int fd) { ::close(fd); }
int write_to(int fd, const char* text, std::size_t n) {
  return static_cast<int>(::write(fd, text, n));
}
int read_from(int fd, char* text, std::size_t n) { return static_cast<int>(::read(fd, text, n)); }
#endif

class OwnStreamsTest : public LoopTest {
 protected:
  void SetUp() override { ASSERT_TRUE(open_pipe(ends_)); }
  void TearDown() override {
    if (!read_closed_) close_end(ends_[0]);
    if (!write_closed_) close_end(ends_[1]);
  }

  void write_all(std::string_view text) {
    while (!text.empty()) {
      const int n = write_to(ends_[1], text.data(), text.size());
      ASSERT_GT(n, 0);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void close_write_end() {
    close_end(ends_[1]);
    write_closed_ = true;
  }
  void close_read_end() {
    close_end(ends_[0]);
    read_closed_ = true;
  }
  std::string read_to_the_end() {
    std::string all;
    std::array<char, 65536> block{};
    for (int n = 1; n > 0;) {
      n = read_from(ends_[0], block.data(), block.size());
      if (n > 0) all.append(block.data(), static_cast<std::size_t>(n));
    }
    return all;
  }

  StdinReader::Callbacks input() {
    StdinReader::Callbacks callbacks;
    callbacks.on_line = [this](std::string_view line) {
      lines_.emplace_back(line);
      wake();
    };
    callbacks.on_line_truncated = [this] { ++cut_; };
    callbacks.on_end = [this] {
      ++ends_seen_;
      wake();
    };
    return callbacks;
  }
  std::function<void(const base::Error&)> on_dead() {
    return [this](const base::Error& error) {
      deaths_.push_back(error.message);
      wake();
    };
  }

  std::array<int, 2> ends_{};
  bool read_closed_ = false;
  bool write_closed_ = false;
  std::vector<std::string> lines_;
  std::vector<std::string> deaths_;
  int cut_ = 0;
  int ends_seen_ = 0;
};

TEST_F(OwnStreamsTest, InputComesAsLinesAndItsEndOnceAfterThem) {
  const StdinReader reader(loop_, input(), ends_[0]);
  write_all("usi\r\nisready\n\nquit");
  close_write_end();
  ASSERT_TRUE(run_until([&] { return ends_seen_ > 0; }));
  EXPECT_THAT(lines_, ElementsAre("usi", "isready", "", "quit"));
  ASSERT_TRUE(run_until([] { return true; }));
  EXPECT_EQ(ends_seen_, 1);
}

TEST_F(OwnStreamsTest, ALineSaysWhenItWasReadHoweverLateTheLoopTakesIt) {
  std::vector<base::TimePoint> read_at;
  const StdinReader* made = nullptr;
  StdinReader::Callbacks callbacks = input();
  callbacks.on_line = [&](std::string_view line) {
    lines_.emplace_back(line);
    read_at.push_back(made->read_at());
  };
  const StdinReader reader(loop_, std::move(callbacks), ends_[0]);
  made = &reader;
  const auto written = EventLoop::now();
  write_all("go\n");
  while (!reader.has_queued()) std::this_thread::yield();  // the loop is busy with something else
  const auto looked = EventLoop::now();
  close_write_end();
  ASSERT_TRUE(run_until([&] { return ends_seen_ > 0; }));
  ASSERT_EQ(read_at.size(), 1U);
  EXPECT_GE(read_at[0], written);
  EXPECT_LE(read_at[0], looked);
}

// Or whoever writes to an engine that is busy could fill its memory.
TEST_F(OwnStreamsTest, WhatTheLoopDoesNotTakeTheSenderKeeps) {
  const StdinReader reader(loop_, input(), ends_[0]);
  const std::string block = std::string(65535, 'x') + '\n';
  constexpr std::size_t kBlocks = 4 * StdinReader::kMaxQueuedBytes / 65536;
  std::atomic<std::size_t> sent = 0;
  std::thread sender([&] {
    for (; sent < kBlocks; ++sent) write_all(block);
    close_write_end();
  });
  std::size_t before = kBlocks + 1;
  while (sent * block.size() < StdinReader::kMaxQueuedBytes || sent != before) {
    before = sent;
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_LT(sent * block.size(), 2 * StdinReader::kMaxQueuedBytes);
  EXPECT_TRUE(run_until([&] { return ends_seen_ > 0; }));
  sender.join();
  EXPECT_EQ(lines_.size(), kBlocks);
}

TEST_F(OwnStreamsTest, FourMegabyteInputLineIsCut) {
  const StdinReader reader(loop_, input(), ends_[0]);
  std::thread sender([this] {
    write_all(std::string(4000000, 'x') + "\nnext\n");
    close_write_end();
  });
  EXPECT_TRUE(run_until([&] { return ends_seen_ > 0; }));
  sender.join();
  ASSERT_EQ(lines_.size(), 2U);
  EXPECT_EQ(lines_[0].size(), StdinReader::kMaxLineBytes);
  EXPECT_EQ(lines_[1], "next");
  EXPECT_EQ(cut_, 1);
}

TEST_F(OwnStreamsTest, InputBeyondTheQueueWaitsAndArrivesComplete) {
  const StdinReader reader(loop_, input(), ends_[0]);
  constexpr int kLines = 200000;  // some 20 MB: five times what may be queued
  std::thread sender([this] {
    std::string block;
    for (int i = 0; i < kLines; ++i) {
      block += std::string(94, 'x') + std::to_string(100000 + i) + "\n";
      if (block.size() < 60000 && i + 1 < kLines) continue;
      write_all(block);
      block.clear();
    }
    close_write_end();
  });
  EXPECT_TRUE(run_until([&] { return ends_seen_ > 0; }));
  sender.join();
  ASSERT_EQ(lines_.size(), static_cast<std::size_t>(kLines));
  EXPECT_THAT(lines_.back(), HasSubstr("299999"));
}

TEST_F(OwnStreamsTest, ReaderThatIsGoneDeliversNothing) {
  { const StdinReader reader(loop_, input(), ends_[0]); }
  write_all("usi\n");
  close_write_end();
  ASSERT_TRUE(run_until([] { return true; }));
  EXPECT_TRUE(lines_.empty());
  read_closed_ = true;  // stays open: its thread may be about to read, and the number is reused
}

TEST_F(OwnStreamsTest, OutputArrivesInOrderAfterFlush) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  writer.write_line("id name 合議");
  writer.write_line("usiok");
  writer.flush();
  EXPECT_TRUE(writer.drain(60s));
  close_write_end();
  EXPECT_EQ(read_to_the_end(), "id name 合議\nusiok\n");
}

TEST_F(OwnStreamsTest, OutputBeyondThePipeNeverBlocksAndArrivesOnceRead) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  std::string all;
  for (int i = 0; i < 5000; ++i) {  // 500 kB; nobody reads yet
    const std::string line = std::string(90, 'y') + std::to_string(i);
    writer.write_line(line);
    writer.flush();
    all += line + "\n";
  }
  std::string read;
  std::thread gui([&] { read = read_to_the_end(); });
  EXPECT_TRUE(writer.drain(60s));
  close_write_end();
  gui.join();
  EXPECT_EQ(read, all);
  EXPECT_EQ(writer.dropped_lines(), 0U);
}

TEST_F(OwnStreamsTest, LaggingReaderLosesInfoLinesAndNoAnswer) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  const std::string info = "info " + std::string(995, 'i');
  constexpr int kRounds = 4000;
  for (int i = 0; i < kRounds; ++i) {  // 4 MB of info lines, unread
    writer.write_line(info, Importance::kDroppable);
    if (i % 100 == 0) writer.write_line("bestmove " + std::to_string(i));
    writer.flush();
  }
  const std::size_t dropped = writer.dropped_lines();
  EXPECT_GT(dropped, 3500U);
  EXPECT_LT(dropped, 3970U);
  std::string read;
  std::thread gui([&] { read = read_to_the_end(); });
  EXPECT_TRUE(writer.drain(60s));
  writer.flush();
  writer.write_line(info, Importance::kDroppable);  // it caught up: nothing is dropped now
  EXPECT_TRUE(writer.drain(60s));
  close_write_end();
  gui.join();
  EXPECT_EQ(writer.dropped_lines(), dropped);
  for (int i = 0; i < kRounds; i += 100) {
    EXPECT_THAT(read, HasSubstr("\nbestmove " + std::to_string(i) + "\n"));
  }
  EXPECT_TRUE(deaths_.empty());
}

TEST_F(OwnStreamsTest, LaggingReaderLosesNoLineBetweenTheLostOnesThatMustArrive) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  const std::string thought = "info pv " + std::string(992, 'p');
  std::string wanted;
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 2000; ++i) {  // 2 MB, unread
      writer.write_line(thought, Importance::kDroppable);
      if (i % 50 == 0) writer.flush();
    }
    for (const char* vote : {"info string [O] ", "info multipv 2 pv ", "info multipv 1 pv "}) {
      const std::string line = vote + std::to_string(round);
      writer.write_line(line);
      wanted += line + "\n";
    }
    writer.flush();
  }
  EXPECT_GT(writer.dropped_lines(), 10'000U);
  std::string read;
  std::thread gui([&] { read = read_to_the_end(); });
  EXPECT_TRUE(writer.drain(60s));
  close_write_end();
  gui.join();
  // What is left of the thoughts taken out, only the votes remain, in order.
  for (std::size_t at = read.find(thought + "\n"); at != std::string::npos;
       at = read.find(thought + "\n", at)) {
    read.erase(at, thought.size() + 1);
  }
  EXPECT_EQ(read, wanted);
}

TEST_F(OwnStreamsTest, ReaderThatNeverReadsCountsAsDead) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  const std::string line(100000, 'z');
  for (std::size_t n = 0; n < 2 * StdoutWriter::kMaxQueuedBytes; n += line.size()) {
    writer.write_line(line);
    writer.flush();
  }
  ASSERT_TRUE(run_until([&] { return !deaths_.empty(); }));
  EXPECT_THAT(deaths_, ElementsAre(HasSubstr("not being read")));
  EXPECT_FALSE(writer.drain(60s)) << "and draining does not wait for it";
  close_read_end();
  // The writer's thread may still be in its write, whose descriptor is its own until it returns.
  write_closed_ = true;
}

TEST_F(OwnStreamsTest, ClosedReaderIsAnErrorOnceAndNoSignal) {
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  close_read_end();
  writer.write_line("bestmove 7g7f");
  writer.flush();
  ASSERT_TRUE(run_until([&] { return !deaths_.empty(); }));
  writer.write_line("bestmove 2g2f");
  writer.flush();
  ASSERT_TRUE(run_until([] { return true; }));
  EXPECT_THAT(deaths_, ElementsAre(HasSubstr("gone")));
}

#ifndef _WIN32
TEST_F(OwnStreamsTest, SocketAsOutputDoesNotBlockEither) {
  std::array<int, 2> pair{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()), 0);
  TearDown();
  ends_ = pair;
  StdoutWriter writer(loop_, on_dead(), ends_[1]);
  std::string all;
  for (int i = 0; i < 10000; ++i) {
    const std::string line = std::string(90, 's') + std::to_string(i);
    writer.write_line(line);
    writer.flush();
    all += line + "\n";
  }
  std::string read;
  std::thread gui([&] { read = read_to_the_end(); });
  EXPECT_TRUE(writer.drain(60s));
  close_write_end();
  gui.join();
  EXPECT_EQ(read, all);
}
#endif

}  // namespace
}  // namespace gougi::io
