// SPDX-License-Identifier: MIT
// `gougi selfplay` and `gougi learn` as a person starts them: killed at any moment they go on as if
// they had not been, and a damaged or hostile file is refused in one line.
#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kStoredPositions = GOUGI_SOURCE_DIR "/tests/data/learn/teacher-20000.bin";

class LearningTest : public MatchTest {
 protected:
  std::string path(const std::string& name) const { return base::to_utf8(folder_ / name); }
  std::string read(const std::string& name) const {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  Run& run(const std::vector<std::string>& words, int status = 0) {
    return end_of(start_gougi(words), status);
  }
  static std::vector<std::string> with(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// What it says on stderr, which is one line, and makes nothing.
  std::string refusal(const std::vector<std::string>& words) {
    const Run& refused = run(words, 1);
    EXPECT_EQ(std::count(refused.errors.begin(), refused.errors.end(), '\n'), 1) << refused.errors;
    EXPECT_THAT(refused.errors, StartsWith("gougi " + words.front() + ": "));
    return refused.errors;
  }

  /// A few positions, quickly.
  std::vector<std::string> selfplay(const std::string& file,
                                    const std::vector<std::string>& more = {}) const {
    return with({"selfplay", path(file), "--positions", "600", "--nodes", "60", "--seed", "5"},
                more);
  }
  /// Weights of the terms, quickly.
  std::vector<std::string> learn(const std::string& file,
                                 const std::vector<std::string>& more = {}) const {
    return with({"learn", kStoredPositions, "--out", path(file), "--kind", "terms", "--rate",
                 "1e-4", "--batch", "2048", "--held-out", "20"},
                more);
  }

  void watch_size(const std::string& name, std::uintmax_t size) {
    loop_.set_timer(io::EventLoop::now() + base::Milliseconds(1), [this, name, size] {
      std::error_code error;
      const auto now = fs::file_size(folder_ / name, error);
      enough_ = !error && now >= size;
      if (enough_) return wake();
      watch_size(name, size);
    });
  }

  TemporaryFolder folder_;
};

TEST_F(LearningTest, SelfPlayThatIsKilledGoesOnAsIfItHadNotBeen) {
  run(selfplay("whole.bin"));
  const std::string whole = read("whole.bin");
  EXPECT_GE(whole.size(), 600U * 40);
  EXPECT_EQ(whole.size() % 40, 0U);
  run(selfplay("two.bin", {"--threads", "2"}));
  EXPECT_EQ(read("two.bin"), whole) << "the number of threads makes no difference";

  for (const std::size_t records : {1U, 200U, 450U}) {
    Run& part = start_gougi(selfplay("killed.bin"));
    enough_ = false;
    watch_size("killed.bin", records * 40);
    ASSERT_TRUE(run_until([this] { return enough_; })) << part.errors;
    part.process->kill();
    ASSERT_TRUE(run_until([&part] { return part.ended.has_value(); }));
  }
  run(selfplay("killed.bin"));
  EXPECT_EQ(read("killed.bin"), whole);
  run(selfplay("killed.bin"));
  EXPECT_EQ(read("killed.bin"), whole) << "what is done is not begun again";
  EXPECT_THAT(refusal(selfplay("killed.bin", {"--random-plies", "3"})), HasSubstr("killed.bin"));
  EXPECT_EQ(read("killed.bin"), whole);
}

TEST_F(LearningTest, SelfPlayThatIsExtendedIsTheSameAsAtOnce) {
  const auto positions = [this](const std::string& file, const std::string& count) {
    auto words = selfplay(file);
    *std::ranges::find(words, "600") = count;
    run(words);
  };
  positions("whole.bin", "600");
  const std::string whole = read("whole.bin");
  ASSERT_EQ(whole.size(), 600U * 40);
  for (const char* const count : {"1", "101", "102", "347"}) {
    positions("extended.bin", count);
    EXPECT_EQ(read("extended.bin"), whole.substr(0, std::stoul(count) * 40));
  }
  positions("extended.bin", "600");
  EXPECT_EQ(read("extended.bin"), whole);
}

TEST_F(LearningTest, SelfPlayBeginsWithWhatABookPlays) {
  const std::string start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
  write("book.db",
        "#YANEURAOU-DB2016 1.00\nsfen " + start + "\n7g7f none 0 0 1\n2g2f none 0 0 1\n");
  const auto from_book = [this](const std::string& file) {
    return selfplay(file, {"--book", path("book.db"), "--random-plies", "0", "--keep-duplicates"});
  };
  run(from_book("b.bin"));
  run(from_book("again.bin"));
  EXPECT_EQ(read("b.bin"), read("again.bin"));
  // Nothing but the book's two moves differs, so only two games are there, again and again.
  const std::string bytes = read("b.bin");
  std::set<std::string> positions;
  for (std::size_t i = 0; i < bytes.size(); i += 40) positions.insert(bytes.substr(i, 32));
  run(selfplay("start.bin", {"--random-plies", "0", "--keep-duplicates"}));
  EXPECT_LT(positions.size(), bytes.size() / 40 / 2);
  EXPECT_FALSE(positions.contains(read("start.bin").substr(0, 32)));

  write("other.db", "#YANEURAOU-DB2016 1.00\nsfen 8k/9/9/9/9/9/9/9/K8 b G 1\nG*5e none 0 0 1\n");
  EXPECT_THAT(refusal(selfplay("n.bin", {"--book", path("other.db")})), HasSubstr("other.db"));
  EXPECT_THAT(refusal(selfplay("n.bin", {"--book", path("none.db")})), HasSubstr("none.db"));
}

TEST_F(LearningTest, SelfPlayGoesOnOnlyWithWhatIsInItsFiles) {
  const auto of_openings = [this](const std::string& count) {
    auto words = selfplay("o.bin", {"--openings", path("o.txt")});
    *std::ranges::find(words, "600") = count;
    return words;
  };
  write("o.txt", "startpos moves 7g7f\n");
  run(of_openings("100"));
  const std::string before = read("o.bin");
  write("o.txt", "startpos moves 2g2f\n");
  EXPECT_THAT(refusal(of_openings("200")), HasSubstr("other settings"));
  EXPECT_EQ(read("o.bin"), before);
  write("o.txt", "startpos moves 7g7f\n");
  run(of_openings("200"));
  // Older versions wrote no hash.
  std::string journal = read("o.bin.games");
  const std::size_t hash = journal.find(" files ");
  ASSERT_NE(hash, std::string::npos);
  journal.erase(hash, journal.find('\n') - hash);
  write("o.bin.games", journal);
  run(of_openings("300"));
  EXPECT_EQ(read("o.bin").size(), 300U * 40);
}

TEST_F(LearningTest, SelfPlayBeginsWithNoOpeningOfFreezeShogi) {
  write("o.txt", "startpos moves 7g7f\nstartpos moves 7g7f z3Z3\n");
  EXPECT_THAT(refusal(selfplay("o.bin", {"--openings", path("o.txt")})),
              HasSubstr("o.txt line 2: the opening is of Freeze shogi"));
  EXPECT_FALSE(fs::exists(folder_ / "o.bin"));
}

TEST_F(LearningTest, SelfPlayDoesNotGoOnBehindADamagedRecord) {
  run(selfplay("s.bin"));
  std::string bytes = read("s.bin");
  std::fill_n(bytes.begin() + 99 * 40, 34, '\xFF');
  write("s.bin", bytes);
  const std::string journal = read("s.bin.games");
  for (const char* const positions : {"600", "700"}) {
    auto words = selfplay("s.bin");
    *std::ranges::find(words, "600") = positions;
    EXPECT_THAT(refusal(words), HasSubstr("s.bin: record 100: a king's square is none"));
  }
  EXPECT_EQ(read("s.bin"), bytes) << "what is there stays";
  EXPECT_EQ(read("s.bin.games"), journal);
}

TEST_F(LearningTest, SelfPlayEndsWhereNothingNewComes) {
  const Run& ended = run(selfplay("e.bin", {"--random-plies", "0", "--max-plies", "12"}), 1);
  EXPECT_THAT(ended.errors, HasSubstr("e.bin: 1000 games in a row had no new position"));
  EXPECT_GT(read("e.bin").size(), 0U);
}

TEST_F(LearningTest, FilesOfFilesKeepEveryRecord) {
  run(selfplay("a.bin"));
  const std::string a = read("a.bin");
  EXPECT_THAT(run({"selfplay", "stat", path("a.bin")}).output,
              HasSubstr(std::to_string(a.size() / 40)));
  run({"selfplay", "merge", path("a.bin"), path("a.bin"), "--out", path("merged.bin")});
  EXPECT_EQ(read("merged.bin"), a + a);
  run({"selfplay", "shuffle", path("a.bin"), "--out", path("mixed.bin"), "--seed", "3"});
  const auto records = [](const std::string& bytes) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < bytes.size(); i += 40) list.push_back(bytes.substr(i, 40));
    std::ranges::sort(list);
    return list;
  };
  const std::string mixed = read("mixed.bin");
  EXPECT_NE(mixed, a);
  EXPECT_EQ(records(mixed), records(a));
  run({"selfplay", "split", path("a.bin"), path("b.bin"), path("c.bin"), "--percent", "60"});
  EXPECT_EQ(read("b.bin") + read("c.bin"), a);
  write("odd.bin", a.substr(0, a.size() - 1));
  EXPECT_THAT(refusal({"selfplay", "stat", path("odd.bin")}), HasSubstr("odd.bin"));
}

TEST_F(LearningTest, WhatIsLearntIsTheSameAlsoAfterABreak) {
  const Run& whole = run(learn("whole.bin", {"--epochs", "3", "--report", path("l.html")}));
  EXPECT_THAT(whole.output,
              AllOf(HasSubstr("loss of the hand-made terms"), HasSubstr("epoch 3/3")));
  EXPECT_THAT(read("l.html"), HasSubstr("<svg"));

  Run& part = start_gougi(learn("killed.bin", {"--epochs", "3"}));
  enough_ = false;
  watch_size("killed.bin.checkpoint", 1);
  ASSERT_TRUE(run_until([this] { return enough_; })) << part.errors;
  part.process->kill();
  ASSERT_TRUE(run_until([&part] { return part.ended.has_value(); }));
  run(learn("killed.bin", {"--epochs", "3", "--resume"}));
  EXPECT_EQ(read("killed.bin"), read("whole.bin"));

  // The bundled engine plays with it.
  const std::vector<std::string> game{"match",
                                      "--time",
                                      "nodes 100",
                                      "--games",
                                      "2",
                                      "--max-plies",
                                      "40",
                                      "--first",
                                      program("gougi-engine"),
                                      "--option",
                                      "EvalDir=" + base::to_utf8(folder_ / ""),
                                      "--option",
                                      "EvalFile=whole.bin",
                                      "--second",
                                      program("gougi-random")};
  EXPECT_THAT(run(game).errors, Not(HasSubstr("whole.bin")));
}

TEST_F(LearningTest, AFileThatShrinksWhileItIsLearntFromMakesNoDifference) {
  run({"selfplay", "merge", kStoredPositions, "--out", path("t.bin")});
  auto words = learn("whole.bin", {"--epochs", "3"});
  words[1] = path("t.bin");
  run(words);
  words[3] = path("n.bin");
  Run& learning = start_gougi(words);
  enough_ = false;
  watch_size("n.bin.checkpoint", 1);
  ASSERT_TRUE(run_until([this] { return enough_; })) << learning.errors;
  fs::resize_file(folder_ / "t.bin", 40);
  end_of(learning, 0);
  EXPECT_EQ(read("n.bin"), read("whole.bin"));
}

TEST_F(LearningTest, WhereNothingIsHeldOutTheLossIsThatOfWhatIsLearnt) {
  const auto words = learn("n.bin", {"--epochs", "2", "--report", path("n.html")});
  auto none = words;
  *std::ranges::find(none, "20") = "0";
  const std::string said = run(none).output;
  EXPECT_THAT(said, AllOf(HasSubstr("none held out"), HasSubstr(" *, ")));
  EXPECT_THAT(said.substr(said.find("epoch 1/2")), Not(HasSubstr("held out")));
  EXPECT_THAT(read("n.html"), AllOf(HasSubstr("nothing is held out"), Not(HasSubstr("orange"))));
  EXPECT_THAT(run(words).output, HasSubstr(", held out 0."));
  EXPECT_THAT(read("n.html"), HasSubstr("orange"));
}

TEST_F(LearningTest, ADamagedCheckpointIsRefusedInOneLine) {
  run(learn("n.bin", {"--epochs", "1"}));
  const std::string network = read("n.bin");
  const std::string good = read("n.bin.checkpoint");
  const auto resume = learn("n.bin", {"--epochs", "2", "--resume"});
  // With the right hash at its end: what stands before it is looked at, too.
  const auto with_tail = [&good](double loss, double held_out, double count) {
    std::string bytes = good.substr(0, good.size() - sizeof(std::uint64_t));
    const std::array<double, 3> tail{loss, held_out, count};
    std::memcpy(bytes.data() + bytes.size() - sizeof(std::uint64_t) - sizeof(tail), tail.data(),
                sizeof(tail));
    const std::uint64_t hash = base::fnv1a(bytes);
    return bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
  };
  std::string with_another_number = good;
  with_another_number[good.size() / 2] ^= 1;
  // The helpers above must not be refused for their hash alone.
  write("n.bin.checkpoint", with_tail(0.5, 0.5, 1));
  run(resume);
  write("n.bin", network);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (const std::string& bytes :
       {std::string(), std::string("x"), with_another_number, good.substr(0, good.size() - 1),
        good + "x", good.substr(good.size() / 2), with_tail(0.6, 0.6, kNone),
        with_tail(0.6, 0.6, -1), with_tail(0.6, 0.6, 0.5), with_tail(0.6, 0.6, 0),
        with_tail(0.6, 0.6, 2), with_tail(0.6, 0.6, 1e300), with_tail(0.6, 0.6, kInfinite),
        with_tail(kNone, 0.6, 1), with_tail(0.6, kNone, 1), with_tail(0.6, -kInfinite, 1)}) {
    write("n.bin.checkpoint", bytes);
    EXPECT_THAT(refusal(resume), HasSubstr("n.bin.checkpoint: "));
    EXPECT_EQ(read("n.bin"), network);
  }
  write("n.bin.checkpoint", good);
  run(resume);
}

TEST_F(LearningTest, ANetworkThatIsGoneIsMadeAgainOrMissed) {
  run(learn("n.bin", {"--epochs", "2"}));
  const std::string network = read("n.bin");
  fs::remove(folder_ / "n.bin");
  run(learn("n.bin", {"--epochs", "2", "--resume"}));
  EXPECT_EQ(read("n.bin"), network) << "of the last epoch, the best";

  // As if the first epoch had been better.
  const std::string good = read("n.bin.checkpoint");
  std::string bytes = good.substr(0, good.size() - sizeof(std::uint64_t));
  const std::array<double, 5> tail{0.1, 0.1, 0.6, 0.6, 2};
  std::memcpy(bytes.data() + bytes.size() - sizeof(std::uint64_t) - sizeof(tail), tail.data(),
              sizeof(tail));
  const std::uint64_t hash = base::fnv1a(bytes);
  write("n.bin.checkpoint", bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash)));
  run(learn("n.bin", {"--epochs", "2", "--resume"}));
  fs::remove(folder_ / "n.bin");
  for (const char* const epochs : {"2", "3"}) {
    EXPECT_THAT(refusal(learn("n.bin", {"--epochs", epochs, "--resume"})),
                HasSubstr("n.bin: is gone, the best network so far, of epoch 1"));
    EXPECT_FALSE(fs::exists(folder_ / "n.bin"));
  }
}

#ifndef _WIN32
TEST_F(LearningTest, WhatEndsInTheFirstEpochGoesOn) {
  run(learn("whole.bin", {"--epochs", "2"}));
  const auto network = fs::file_size(folder_ / "whole.bin");
  const auto checkpoint = fs::file_size(folder_ / "whole.bin.checkpoint");
  const std::uintmax_t kib = network / 1024 + 2;
  ASSERT_LT(kib * 1024, checkpoint) << "one has room and the other has not";
  std::string command =
      "ulimit -f " + std::to_string(kib) + "; trap '' XFSZ; exec '" + program("gougi") + "'";
  for (const std::string& word : learn("n.bin", {"--epochs", "1"})) command += " '" + word + "'";
  EXPECT_NE(std::system(("bash -c \"" + command + "\" 2> /dev/null").c_str()), 0);
  run(learn("n.bin", {"--epochs", "2", "--resume"}));
  EXPECT_EQ(read("n.bin"), read("whole.bin"));
}
#endif

TEST_F(LearningTest, OnlyTheSameLearningGoesOn) {
  run(learn("n.bin", {"--epochs", "1"}));
  const std::string before = read("n.bin") + read("n.bin.checkpoint");
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{
           {"--seed", "3"}, {"--lambda", "0.5"}, {"--decay", "7"}, {"--threads", "2"}}) {
    EXPECT_THAT(refusal(learn("n.bin", {"--epochs", "2", "--resume", option, value})),
                HasSubstr("n.bin.checkpoint: is of other settings or other positions"));
  }
  run(selfplay("others.bin"));
  const auto more = with(learn("n.bin", {"--epochs", "2", "--resume"}), {path("others.bin")});
  EXPECT_THAT(refusal(more), HasSubstr("other positions"));
  EXPECT_EQ(read("n.bin") + read("n.bin.checkpoint"), before);
}

TEST_F(LearningTest, WhatDecayDrawsTowardsStaysTheSame) {
  run(learn("a.bin", {"--epochs", "1"}));
  run(learn("b.bin", {"--epochs", "8"}));
  ASSERT_NE(read("a.bin"), read("b.bin"));
  run(learn("n.bin", {"--epochs", "1", "--decay-to-begin", "--from", path("a.bin")}));
  const std::vector<std::string> resume{"--epochs", "2", "--resume", "--decay-to-begin", "--from"};
  EXPECT_THAT(refusal(with(learn("n.bin", resume), {path("b.bin")})),
              HasSubstr("n.bin.checkpoint: is of other settings or other positions"));
  run(with(learn("n.bin", resume), {path("a.bin")}));
}

TEST_F(LearningTest, WhatIsReadIsNeverWrittenOver) {
  run(selfplay("t.bin"));
  const std::string bytes = read("t.bin");
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"learn", path("t.bin"), "--out", path("t.bin")},
           {"learn", path("t.bin"), "--out", path("n.bin"), "--report", path("t.bin")},
           {"learn", path("t.bin"), "--out", path("n.bin"), "--report", path("n.bin")},
           {"learn", path("t.bin"), "--out", path("b.bin"), "--from", path("b.bin")}}) {
    EXPECT_THAT(refusal(words), HasSubstr("would take its place"));
  }
  EXPECT_THAT(run({"selfplay", "stat", path("t.bin"), "--report", path("t.bin")}, 1).errors,
              HasSubstr("would take its place"));
  EXPECT_EQ(read("t.bin"), bytes);
  // On the way to a network its draft is written.
  write("n.bin.gougi-new", bytes);
  EXPECT_THAT(refusal({"learn", path("n.bin.gougi-new"), "--out", path("n.bin")}),
              HasSubstr("n.bin.gougi-new: is read"));
  EXPECT_EQ(read("n.bin.gougi-new"), bytes);
}

#ifndef _WIN32
TEST_F(LearningTest, ADeviceIsNotPutAwayByANetwork) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& words : {learn("pipe"), learn("n.bin", {"--report", path("pipe")})}) {
    EXPECT_THAT(refusal(words), HasSubstr("pipe: is not a regular file"));
  }
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_FALSE(fs::exists(folder_ / "n.bin"));
}
#endif

TEST_F(LearningTest, WhatIsNoNumberIsWrongUsage) {
  for (const char* const option : {"--lambda", "--rate", "--last-rate", "--decay", "--future"}) {
    EXPECT_THAT(run(learn("n.bin", {option, "nan"}), 2).errors, HasSubstr("nan is not in ["));
  }
  for (const char* const seed : {"-1", "99999999999999999999", "1x"}) {
    EXPECT_THAT(run(learn("n.bin", {"--seed", seed}), 2).errors, HasSubstr("is no number from 0"));
    EXPECT_THAT(run({"selfplay", path("s.bin"), "--seed", seed}, 2).errors,
                HasSubstr("is no number from 0"));
    EXPECT_THAT(
        run({"selfplay", "split", path("a"), path("b"), path("c"), "--positions", seed}, 2).errors,
        HasSubstr("is no number from 0"));
  }
}

TEST_F(LearningTest, WhatIsNoTeacherFileOrNetworkIsRefusedInOneLine) {
  write("odd.bin", std::string(60, 'x'));
  EXPECT_THAT(refusal({"learn", path("odd.bin"), "--out", path("o.bin")}), HasSubstr("odd.bin"));
  write("empty.bin", "");
  EXPECT_THAT(refusal({"learn", path("empty.bin"), "--out", path("o.bin")}),
              HasSubstr("empty.bin"));
  EXPECT_THAT(refusal({"learn", path("absent.bin"), "--out", path("o.bin")}),
              HasSubstr("absent.bin"));
  write("noise.bin", std::string(4'000, '\xFF'));
  EXPECT_THAT(refusal(learn("o.bin", {"--from", path("noise.bin")})), HasSubstr("noise.bin"));
  EXPECT_THAT(refusal({"learn", path("noise.bin"), "--out", path("o.bin")}),
              HasSubstr("noise.bin: record 1: "));
  // One record among many, at the end of what is held out.
  std::ifstream stored(kStoredPositions, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stored), {});
  std::fill_n(bytes.end() - 40, 34, '\xFF');
  write("mixed.bin", bytes);
  EXPECT_THAT(refusal({"learn", path("mixed.bin"), "--out", path("o.bin")}),
              HasSubstr("mixed.bin: record 20000: a king's square is none"));
  EXPECT_THAT(refusal({"selfplay", "stat", path("mixed.bin")}),
              HasSubstr("mixed.bin: record 20000: a king's square is none"));
  EXPECT_FALSE(fs::exists(folder_ / "o.bin"));
}

}  // namespace
}  // namespace gougi
