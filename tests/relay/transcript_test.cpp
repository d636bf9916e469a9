// SPDX-License-Identifier: MIT
// The golden dialogues of the relay, in virtual time: one test a file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "relay/transcript_subject.hpp"

namespace gougi::relay::testing {
namespace {

class RelayTranscript : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(RelayTranscript, IsHeardLineByLine) {
  RelaySubject subject;
  transcript::play(GetParam(), subject);
}

std::vector<std::filesystem::path> transcripts() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder =
      std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/transcripts/relay";
  std::error_code missing;  // no files, no tests: gtest then says so
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".usi") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

INSTANTIATE_TEST_SUITE_P(Files, RelayTranscript, ::testing::ValuesIn(transcripts()),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace gougi::relay::testing
