// SPDX-License-Identifier: MIT
// gougi-naitou: the Famicom engine of 1985. `gougi-naitou trace POSITION` shows how it thinks.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "app/engine_runner.hpp"
#include "app/naitou_engine.hpp"
#include "base/text.hpp"

namespace {

using namespace gougi;

/// "trace startpos moves 7g7f" as commands of USI; also with the word position before it, and a
/// bare SFEN. Without a position: the start.
std::string trace_commands(int argc, const char* const* argv) {
  std::string words;
  for (int i = 2; i < argc; ++i) words += std::string(argv[i]) + " ";
  std::string_view rest = words;
  std::string_view behind_first = rest;
  const std::string_view first = base::next_word(behind_first);
  if (first == "position") rest = behind_first;
  std::string position(base::trim(rest));
  if (position.empty()) position = "startpos";
  if (position.find('/') != std::string::npos && !position.starts_with("sfen")) {
    position = "sfen " + position;
  }
  return "position " + position + ", trace";
}

}  // namespace

int main(int argc, char** argv) {
  auto engine = std::make_unique<app::NaitouEngine>();
  if (argc < 2 || std::string_view(argv[1]) != "trace") {
    app::run_engine(std::move(engine), argc, argv);
  }
  const std::string commands = trace_commands(argc, argv);
  const std::array<const char*, 2> arguments{argv[0], commands.c_str()};
  app::run_engine(std::move(engine), 2, arguments.data());
}
