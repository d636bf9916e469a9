// SPDX-License-Identifier: MIT
// Text files of either code page.
#include "io/text_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "io/code_page.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;

std::string read_back(const std::string& bytes) {
  const fs::path file =
      fs::temp_directory_path() /
      ("gougi-text-file-" +
       std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::ofstream(file, std::ios::binary) << bytes;
  const auto text = read_text(file, 1U << 20U);
  fs::remove(file);
  return text ? *text : text.error().message;
}

TEST(TextFile, IsUtf8OrTheJapaneseCodePage) {
  EXPECT_EQ(read_back("手合割：平手\n"), "手合割：平手\n");
  EXPECT_EQ(read_back(utf8_to_cp932("手合割：平手\n")), "手合割：平手\n");
  EXPECT_EQ(read_back(""), "");
}

TEST(TextFile, WithAByteOrderMarkAByteThatIsBrokenCostsNoOther) {
  const std::string text = "\xEF\xBB\xBF手合割：平手\n*\xE6\n";
  EXPECT_EQ(read_back(text), text);
}

}  // namespace
}  // namespace gougi::io
