// SPDX-License-Identifier: MIT
#include "eval/nnue_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "eval/nnue_network.hpp"
#include "fuzz/nnue_target.hpp"
#include "sanitized.hpp"

namespace gougi::eval {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using FileBytes = std::vector<std::byte>;

FileBytes random_file(NnueKind kind) {
  return write_nnue_file(usual_header(kind), random_nnue_parameters(kind, 21));
}

std::string complaint_about(const FileBytes& bytes) {
  const auto file = read_nnue_file(bytes);
  return file ? "none" : file.error().message;
}

void damage(FileBytes& bytes, std::size_t place) { bytes.at(place) ^= std::byte{0x40}; }

TEST(NnueFile, HasTheSizeOfTheFilesInUse) {
  const FileBytes file =
      write_nnue_file(usual_header(NnueKind::kHalfKp), NnueParameters(NnueKind::kHalfKp));
  EXPECT_EQ(file.size(), 64'217'066U);
}

TEST(NnueFile, IsWrittenAsItWasRead) {
  for (const NnueKind kind : kNnueKinds) {
    const FileBytes file = random_file(kind);
    const auto read = read_nnue_file(file);
    ASSERT_TRUE(read) << read.error().message;
    NnueHeader header = usual_header(kind);
    if (is_our_own(kind)) header.hash = read->header.hash;
    EXPECT_EQ(read->header, header);
    EXPECT_EQ(read->warning, "");
    EXPECT_TRUE(write_nnue_file(read->header, NnueParameters(*read)) == file);
  }
}

TEST(NnueFile, KeepsItsOddHashesAndTextWhenItIsWrittenAgain) {
  NnueHeader header = usual_header(NnueKind::kKP);
  header.hash = 0x2 ^ 3;
  header.transformer_hash = 2;
  header.network_hash = 3;
  header.architecture = "K-P of\nsomebody\xFF";
  const FileBytes file = write_nnue_file(header, random_nnue_parameters(NnueKind::kKP, 22));
  const auto read = read_nnue_file(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->header, header);
  EXPECT_THAT(read->warning,
              AllOf(HasSubstr("hash of the whole is 0x00000001"),
                    HasSubstr("hash of the transformer is 0x00000002"),
                    HasSubstr("hash of the network is 0x00000003"), HasSubstr("K-P of?somebody?")));
  EXPECT_TRUE(write_nnue_file(read->header, NnueParameters(*read)) == file);
}

TEST(NnueFile, IsRefusedWithAnotherVersion) {
  FileBytes file = random_file(NnueKind::kKP);
  damage(file, 3);
  EXPECT_THAT(complaint_about(file), AllOf(HasSubstr("0x3AF32F16"), HasSubstr("0x7AF32F16")));
}

// Whatever a trainer hashes, it writes the two parts' hashes, and both together before them.
TEST(NnueFile, IsRefusedWhereOneOfItsHashesIsDamaged) {
  for (const NnueKind kind : {NnueKind::kKP, NnueKind::kHalfKp}) {
    FileBytes file = random_file(kind);
    const std::size_t after_text = 12 + usual_header(kind).architecture.size();
    const std::size_t rows = static_cast<std::size_t>(input_count(kind)) * 512;
    for (const std::size_t place : {std::size_t{4}, after_text, after_text + 4 + 512 + rows}) {
      damage(file, place);
      EXPECT_THAT(complaint_about(file), HasSubstr("damaged: the hash of the whole is 0x"));
      damage(file, place);
    }
    EXPECT_EQ(complaint_about(file), "none");
  }
}

TEST(NnueFile, IsRefusedWhereTheLengthOfItsTextIsDamaged) {
  const FileBytes sound = random_file(NnueKind::kKP);
  for (const std::size_t place : {8U, 9U, 10U, 11U}) {
    for (const unsigned char value : {0, 1, 0x7F, 0xFF}) {
      FileBytes file = sound;
      if (file[place] == std::byte{value}) continue;
      file[place] = std::byte{value};
      EXPECT_NE(complaint_about(file), "none") << place;
    }
  }
}

TEST(NnueFile, IsReadWithAWarningWhereItsTextIsDamaged) {
  FileBytes file = random_file(NnueKind::kKP);
  damage(file, 12 + 9);
  const auto read = read_nnue_file(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->warning, AllOf(HasSubstr("the architecture text is \"Features="),
                                   HasSubstr("K-P 256x2-32-32")));
}

// The hash does not cover their text.
TEST(NnueFile, OfOurOwnKindsIsRefusedWithAnotherText) {
  for (const NnueKind kind : {NnueKind::kMirrored, NnueKind::kCorrection, NnueKind::kTerms}) {
    NnueHeader header = usual_header(kind);
    const NnueParameters parameters = random_nnue_parameters(kind, 24);
    EXPECT_EQ(complaint_about(write_nnue_file(header, parameters)), "none");
    FileBytes file = write_nnue_file(header, parameters);
    damage(file, 12 + 9);
    EXPECT_THAT(complaint_about(file), HasSubstr("damaged: its architecture text is \"Features="));
    for (const std::string& text :
         {std::string(), header.architecture + "\n\x1B[2J", std::string(5000, 'x')}) {
      header.architecture = text;
      EXPECT_THAT(complaint_about(write_nnue_file(header, parameters)), HasSubstr("damaged: its"));
    }
  }
}

TEST(NnueFile, OfTheMirroredKindIsRefusedWhereverItIsDamaged) {
  const FileBytes sound = random_file(NnueKind::kMirrored);
  const std::size_t after_text = 12 + usual_header(NnueKind::kMirrored).architecture.size();
  ASSERT_EQ(sound.size(), after_text + 512 + std::size_t{2344} * 512 + 4 + 512);
  for (const std::size_t place : {std::size_t{0}, std::size_t{5}, std::size_t{8}, after_text,
                                  sound.size() / 2, sound.size() - 1}) {
    FileBytes file = sound;
    damage(file, place);
    EXPECT_NE(complaint_about(file), "none") << place;
  }
  for (const std::size_t size :
       {std::size_t{11}, after_text - 1, after_text, after_text + 600, sound.size() - 1}) {
    EXPECT_NE(complaint_about(FileBytes(sound.begin(), sound.begin() + static_cast<long>(size))),
              "none")
        << size;
  }
  FileBytes longer = sound;
  longer.push_back(std::byte{0});
  EXPECT_THAT(complaint_about(longer), HasSubstr("damaged"));
}

TEST(NnueFile, IsRefusedWhereverItIsCutOff) {
  for (const NnueKind kind : {NnueKind::kHalfKp, NnueKind::kKP}) {
    const FileBytes sound = random_file(kind);
    const std::size_t text = usual_header(kind).architecture.size();
    const std::size_t rows = static_cast<std::size_t>(input_count(kind)) * 512;
    // The ends of all parts, in the order of the file.
    std::vector<std::size_t> ends{0};
    for (const std::size_t part :
         {std::size_t{4}, std::size_t{4}, std::size_t{4}, text, std::size_t{4}, std::size_t{512},
          rows, std::size_t{4}, std::size_t{128}, std::size_t{16384}, std::size_t{128},
          std::size_t{1024}, std::size_t{4}, std::size_t{32}}) {
      ends.push_back(ends.back() + part);
    }
    ASSERT_EQ(ends.back(), sound.size());
    for (const std::size_t end : ends) {
      for (const std::size_t size : {end - 1, end, end + 1}) {
        if (size >= sound.size()) continue;  // also what is below 0
        const std::span<const std::byte> cut(sound.data(), size);
        const auto read = read_nnue_file(cut);
        ASSERT_FALSE(read) << size;
        EXPECT_THAT(read.error().message, HasSubstr(std::to_string(size))) << size;
        if (size > 12 + text) {
          EXPECT_THAT(read.error().message, AllOf(HasSubstr("too short"), HasSubstr(name(kind))));
        }
      }
    }
  }
}

TEST(NnueFile, IsRefusedWhenItIsTooLong) {
  FileBytes file = random_file(NnueKind::kKP);
  const std::string size = std::to_string(file.size());
  file.push_back(std::byte{0});
  EXPECT_THAT(complaint_about(file), AllOf(HasSubstr("too long"), HasSubstr(size),
                                           HasSubstr("Features=K+P[1710->256x2]")));
}

TEST(NnueFile, NamesTheArchitectureOfAForeignNetwork) {
  NnueHeader header = usual_header(NnueKind::kKP);
  header.architecture = "Features=HalfKA(Friend)[138510->512x2],Network=whatever";
  FileBytes file = write_nnue_file(header, NnueParameters(NnueKind::kKP));
  file.resize(100'000);
  EXPECT_THAT(complaint_about(file),
              AllOf(HasSubstr(header.architecture), HasSubstr("100000"),
                    HasSubstr("HalfKP 256x2-32-32 has"), HasSubstr("K-P 256x2-32-32 has")));
}

TEST(NnueFile, IsTheSameForTheSameSeed) {
  const auto weights = [](std::uint64_t seed) {
    return random_nnue_parameters(NnueKind::kKP, seed).weights;
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(NnueNetwork, IsUsedWhereItsBytesLieAndKeepsThemAlive) {
  auto bytes = std::make_shared<const FileBytes>(random_file(NnueKind::kKP));
  const std::byte* const begin = bytes->data();
  const std::byte* const end = begin + bytes->size();
  const std::weak_ptr<const FileBytes> watched = bytes;
  auto network = NnueNetwork::read(*bytes, bytes).value();
  bytes.reset();
  ASSERT_FALSE(watched.expired());
  for (const int input : {0, 1709}) {
    EXPECT_GT(network->row(input), begin);
    EXPECT_LE(network->row(input) + 512, end);
  }
  network.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(NnueFile, IsHandledSafelyWhateverHappensToIt) {
  base::Random random(23);
  for (int i = 0; i < (kBrief ? 5 : 200); ++i) {
    std::vector<std::uint8_t> recipe(random.below(5) * 4);
    for (std::uint8_t& byte : recipe) byte = static_cast<std::uint8_t>(random.next());
    ASSERT_EQ(fuzz::check_nnue(recipe), "") << testing::PrintToString(recipe);
  }
}

}  // namespace
}  // namespace gougi::eval
