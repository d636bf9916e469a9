// SPDX-License-Identifier: MIT
#include "io/user_secret.hpp"

#include <gmock/gmock.h>
#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <set>
#include <thread>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"

namespace gougi::io {
namespace {

using book::testing::TemporaryFolder;
using ::testing::HasSubstr;

std::string key_bytes() {
  std::string bytes;
  for (char c = 0; c < 32; ++c) bytes += c;
  return bytes;
}

/// A state folder with the key 0, 1, 2, … in it.
class UserSecretTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(state_);
    std::filesystem::permissions(state_, std::filesystem::perms::owner_all);
    put(key_bytes());
  }
  void put(const std::string& bytes) const {
    std::ofstream(key_, std::ios::binary | std::ios::trunc) << bytes;
    std::filesystem::permissions(
        key_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  }
  std::string complaint() const {
    const auto made = UserSecret::find_or_make(state_);
    const auto found = UserSecret::find(state_);
    EXPECT_EQ(made.has_value(), found.has_value());
    return made ? "" : made.error().message;
  }

  TemporaryFolder folder_;
  const std::filesystem::path state_ = folder_ / "state";
  const std::filesystem::path key_ = state_ / UserSecret::kFileName;
};

TEST_F(UserSecretTest, SealsWithHmacSha256) {
  const auto secret = UserSecret::find(state_);
  ASSERT_TRUE(secret) << secret.error().message;
  const std::string text = "what do ya want for nothing?";
  const std::string right = "099805f4ac310786968565c098db515cc50862b420ae31e20238312344bed36a";
  EXPECT_EQ(*secret->seal(text), right);
  EXPECT_TRUE(secret->has_sealed(text, right));
  EXPECT_FALSE(secret->has_sealed(text + "?", right));
  EXPECT_FALSE(secret->has_sealed(text, ""));
  EXPECT_FALSE(secret->has_sealed(text, std::string(64, '0')));
}

TEST_F(UserSecretTest, IsMadeOnceAndForTheUserAlone) {
  const auto other = folder_ / "made" / "here";
  EXPECT_FALSE(UserSecret::find(other)) << "who only looks makes nothing";
  EXPECT_FALSE(std::filesystem::exists(folder_ / "made"));
  const auto made = UserSecret::find_or_make(other);
  ASSERT_TRUE(made) << made.error().message;
  const auto again = UserSecret::find_or_make(other);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*made->seal("x"), *again->seal("x"));
  EXPECT_NE(*made->seal("x"), *UserSecret::find(state_)->seal("x"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(other), {}), 1) << "no draft is left";
#ifndef _WIN32
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(other / UserSecret::kFileName).permissions(),
            perms::owner_read | perms::owner_write);
  EXPECT_EQ(std::filesystem::status(other).permissions(), perms::owner_all);
#endif
}

TEST_F(UserSecretTest, ProgramsThatMakeItAtOnceEndWithOne) {
  for (int round = 0; round < 20; ++round) {
    const auto other = folder_ / ("round" + std::to_string(round));
    constexpr int kThreads = 8;
    std::promise<void> start;
    const std::shared_future<void> started = start.get_future().share();
    std::vector<std::string> seals(kThreads);
    std::vector<std::thread> threads;
    for (std::string& seal : seals) {
      threads.emplace_back([&, started] {
        started.wait();
        const auto secret = UserSecret::find_or_make(other);
        seal = secret ? *secret->seal("x") : secret.error().message;
      });
    }
    start.set_value();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::set<std::string>(seals.begin(), seals.end()).size(), 1U) << seals[0];
    EXPECT_EQ(seals[0].size(), 64U) << seals[0];
  }
}

TEST_F(UserSecretTest, WhatIsNoSecretIsNotTakenForOne) {
  EXPECT_EQ(complaint(), "");
  for (const std::string& bytes : {std::string(), key_bytes() + "x", std::string("short")}) {
    put(bytes);
    EXPECT_THAT(complaint(), HasSubstr("seal.key: is no secret of gougi"));
  }
}

TEST_F(UserSecretTest, AFolderThatCannotBeMadeIsTold) {
  folder_.write("file", "");
  EXPECT_THAT(UserSecret::find_or_make(folder_ / "file" / "gougi").error().message,
              HasSubstr("gougi: cannot be "));
}

// As a virus scanner has it, which keeps it from getting its last name on Windows.
TEST_F(UserSecretTest, WhoHasTheNewFileOpenForAMomentIsWaitedFor) {
  const auto other = folder_ / "other";
  std::filesystem::create_directory(other);
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  std::atomic<bool> is_over = false;
  std::thread scanner([&] {
    while (!is_over) {
      std::error_code error;
      for (const auto& entry : std::filesystem::directory_iterator(other, error)) {
        const std::ifstream open(entry.path(), std::ios::binary);
        if (!open) continue;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return;
      }
    }
  });
  const auto made = UserSecret::find_or_make(other);
  is_over = true;
  scanner.join();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(other), {}), 1);
}

#ifndef _WIN32
TEST_F(UserSecretTest, WhatOthersMayReadOrWriteIsNoSecret) {
  using std::filesystem::perms;
  std::filesystem::permissions(key_, perms::group_read, std::filesystem::perm_options::add);
  EXPECT_THAT(complaint(), HasSubstr("seal.key: may be read by others"));
  put(key_bytes());
  std::filesystem::permissions(state_, perms::others_write, std::filesystem::perm_options::add);
  EXPECT_THAT(complaint(), HasSubstr("state: may be written by others"));
}

TEST_F(UserSecretTest, WhatBelongsToAnotherUserIsNoSecret) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(::chown(key_.c_str(), kNobody, kNobody), 0);
  EXPECT_THAT(complaint(), HasSubstr("seal.key: belongs to another user"));
  put(key_bytes());
  ASSERT_EQ(::chown(key_.c_str(), 0, 0), 0);
  EXPECT_EQ(complaint(), "");
  ASSERT_EQ(::chown(state_.c_str(), kNobody, kNobody), 0);
  EXPECT_THAT(complaint(), HasSubstr("state: belongs to another user"));
}

TEST_F(UserSecretTest, ALinkAndAPipeAreNotFollowed) {
  std::filesystem::rename(key_, folder_ / "elsewhere");
  std::filesystem::create_symlink(folder_ / "elsewhere", key_);
  EXPECT_THAT(complaint(), HasSubstr("seal.key: is a link"));
  std::filesystem::remove(key_);
  std::filesystem::create_symlink(folder_ / "absent", key_);
  EXPECT_THAT(complaint(), HasSubstr("seal.key: is a link"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "absent"));
  std::filesystem::remove(key_);
  std::filesystem::create_directory(key_);
  EXPECT_THAT(complaint(), HasSubstr("seal.key: is no regular file"));
  std::filesystem::remove(key_);
  ASSERT_EQ(::mkfifo(key_.c_str(), S_IRUSR | S_IWUSR), 0);
  // Who opens it for both waits for nobody, and puts a secret into it.
  const int pipe = ::open(key_.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(pipe, 0);
  const std::string bytes = key_bytes();
  ASSERT_EQ(::write(pipe, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  EXPECT_THAT(complaint(), HasSubstr("seal.key: is no regular file"));
  ::close(pipe);
}
#endif

TEST(RandomHex, IsOfTheLengthAndNeverTheSame) {
  const auto one = random_hex(16);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 32U);
  EXPECT_EQ(one->find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(*one, *random_hex(16));
}

}  // namespace
}  // namespace gougi::io
