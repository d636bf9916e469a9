// SPDX-License-Identifier: MIT
#include "settings/farm_file.hpp"

#include <gmock/gmock.h>

namespace gougi::settings {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kFarmJob =
    "name: job\nparts: 8\nrun: [match, --games, 20]\nresult: all.db\nhosts: [me@one, two]\n";

std::string farm_complaint(const std::string& text) {
  const auto file = parse_farm_file(text, "job.yaml");
  return file ? "" : file.error().message;
}

TEST(FarmFile, IsReadWithWhatItLeavesOut) {
  const auto file = parse_farm_file(kFarmJob, "job.yaml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->parts, 8U);
  EXPECT_THAT(file->run, ElementsAre("match", "--games", "20"));
  EXPECT_THAT(file->hosts, ElementsAre("me@one", "two"));
  EXPECT_EQ(file->ssh, "ssh");
  EXPECT_EQ(file->folder, "gougi-farm/job");
  EXPECT_EQ(file->processors, 1);
}

TEST(FarmFile, AnEmptyListIsAList) {
  const auto file = parse_farm_file(
      "name: a\nparts: 8\nrun: [match]\nresult: b\ncarry: []\nslurm: []\nhosts: []\n", "job.yaml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(file->carry.empty() && file->slurm.empty() && file->hosts.empty());
  EXPECT_THAT(farm_complaint("name: a\nparts: 1\nrun: []\nresult: b\n"),
              HasSubstr("job.yaml:3: run: wants a list of words"));
}

TEST(FarmFile, SaysWhatIsMissing) {
  EXPECT_THAT(farm_complaint("parts: 8\n"),
              HasSubstr("name: is missing, such as: name: new-network"));
  EXPECT_THAT(farm_complaint("name: a\nparts: 8\nresult: b\n"), HasSubstr("run: is missing"));
}

TEST(FarmFile, TakesTimesAndSizesThatSlurmTakesAndNoOthers) {
  const std::string job = kFarmJob;
  for (const char* time :
       {"90", "10:30", "2:00:00", "1-12", "1-12:30", "1-12:30:00", "UNLIMITED"}) {
    EXPECT_EQ(farm_complaint(job + "time: \"" + time + "\"\n"), "") << time;
  }
  for (const char* time : {"abc", "1:2:3:4", "1:", "-1", "1-", "2h", ":30"}) {
    EXPECT_THAT(farm_complaint(job + "time: \"" + time + "\"\n"),
                HasSubstr("job.yaml:6: time: wants a time as Slurm writes it"))
        << time;
  }
  for (const char* memory : {"500", "4G", "500M", "64k", "1T"}) {
    EXPECT_EQ(farm_complaint(job + "memory: " + memory + "\n"), "") << memory;
  }
  for (const char* memory : {"lots", "G", "4X", "1.5G", "-4G"}) {
    EXPECT_THAT(farm_complaint(job + "memory: " + memory + "\n"),
                HasSubstr("job.yaml:6: memory: wants a size, such as 4G"))
        << memory;
  }
}

TEST(FarmFile, SaysWhereSomethingIsWrong) {
  const std::string rest = "run: [match]\nresult: b\n";
  EXPECT_THAT(farm_complaint("name: a\nparts: 0\n" + rest), HasSubstr("job.yaml:2: parts"));
  EXPECT_THAT(farm_complaint("name: a b\nparts: 1\n" + rest), HasSubstr("job.yaml:1: name: wants"));
  EXPECT_THAT(farm_complaint("name: ../a\nparts: 1\n" + rest),
              HasSubstr("job.yaml:1: name: wants"));
  EXPECT_THAT(farm_complaint("name: a\nparts: 1\nrun: match\nresult: b\n"),
              HasSubstr("job.yaml:3: run: wants a list"));
  EXPECT_THAT(farm_complaint(std::string(kFarmJob) + "host: [a]\n"), HasSubstr("job.yaml:6: host"));
  EXPECT_THAT(farm_complaint("name: a\nparts: 1\n" + rest + "hosts: [-oProxyCommand=x]\n"),
              HasSubstr("job.yaml:5: hosts: wants names"));
  for (const char* const folder : {"-x", "~/x", "/", "."}) {
    EXPECT_THAT(farm_complaint(std::string(kFarmJob) + "folder: " + folder + "\n"),
                HasSubstr("job.yaml:6: folder: wants a folder on the hosts"))
        << folder;
  }
  EXPECT_EQ(farm_complaint(std::string(kFarmJob) + "folder: /scratch/a~b\n"), "");
}

}  // namespace
}  // namespace gougi::settings
