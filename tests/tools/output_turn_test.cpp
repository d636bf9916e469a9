// SPDX-License-Identifier: MIT
#include "tools/output_turn.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>

#include "book/temporary_folder.hpp"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdlib>
#endif

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

TEST(OutputTurnTest, TheNextOneHasItAfterTheFirstAndNothingIsLeft) {
  const book::testing::TemporaryFolder folder;
  {
    const OutputTurn first(folder / "out");
    EXPECT_FALSE(first.is_refused());
    const OutputTurn second(folder / "out");
    EXPECT_TRUE(second.is_refused());
    EXPECT_EQ(folder.files(), 1U);
  }
  EXPECT_FALSE(OutputTurn(folder / "out").is_refused());
  EXPECT_EQ(folder.files(), 0U);
}

#ifdef __linux__
// As on a file system that knows none. For the rest of the process's life.
void lose_locks() {
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOLCK),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{4, steps};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

TEST(OutputTurnTest, WhereTheFileSystemKnowsNoLocksNothingIsLeftEither) {
  const book::testing::TemporaryFolder folder;
  EXPECT_EXIT(
      {
        lose_locks();
        { const OutputTurn turn(folder / "out"); }
        std::_Exit(static_cast<int>(folder.files()));
      },
      ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace gougi::tools
