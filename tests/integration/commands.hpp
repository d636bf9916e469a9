// SPDX-License-Identifier: MIT
// Our programs and their commands, for tests that ask each of them the same.
#pragma once

#include <string>
#include <vector>

namespace gougi::testing {

using Words = std::vector<std::string>;

/// Every command of every program.
inline const std::vector<Words>& commands() {
  static const std::vector<Words> all{{"gougi"},
                                      {"gougi", "check"},
                                      {"gougi", "demo"},
                                      {"gougi", "import"},
                                      {"gougi", "perft"},
                                      {"gougi", "mate"},
                                      {"gougi", "mate", "solve"},
                                      {"gougi", "mate", "generate"},
                                      {"gougi", "book"},
                                      {"gougi", "book", "from_sfen"},
                                      {"gougi", "book", "think"},
                                      {"gougi", "book", "merge"},
                                      {"gougi", "book", "sort"},
                                      {"gougi", "book", "stat"},
                                      {"gougi", "book", "lookup"},
                                      {"gougi", "match"},
                                      {"gougi", "match", "report"},
                                      {"gougi", "match", "compare"},
                                      {"gougi", "match", "--legacy"},
                                      {"gougi", "merge"},
                                      {"gougi", "keep"},
                                      {"gougi", "farm"},
                                      {"gougi", "watch"},
                                      {"gougi", "data"},
                                      {"gougi", "data", "add"},
                                      {"gougi", "data", "list"},
                                      {"gougi", "data", "verify"},
                                      {"gougi", "data", "shuffle"},
                                      {"gougi", "nnue"},
                                      {"gougi", "nnue", "info"},
                                      {"gougi", "nnue", "copy"},
                                      {"gougi", "nnue", "random"},
                                      {"gougi", "selfplay"},
                                      {"gougi", "selfplay", "stat"},
                                      {"gougi", "selfplay", "merge"},
                                      {"gougi", "selfplay", "shuffle"},
                                      {"gougi", "selfplay", "split"},
                                      {"gougi", "learn"},
                                      {"gougi", "tune"},
                                      {"gougi", "record"},
                                      {"gougi", "analyse"},
                                      {"gougi", "replay"},
                                      {"gougi", "calibrate"},
                                      {"gougi", "study"},
                                      {"gougi", "study", "--headroom"},
                                      {"gougi", "completion"},
                                      {"gougi", "default-yaml"},
                                      {"gougi-engine"},
                                      {"gougi-engine", "makebook"},
                                      {"gougi-engine", "learn"},
                                      {"gougi-mate"},
                                      {"gougi-naitou"},
                                      {"gougi-naitou", "trace"},
                                      {"gougi-random"},
                                      {"gougi-pyon"},
                                      {"gougi-pyon", "solve"},
#ifdef GOUGI_HAS_SOAK
                                      {"gougi-soak"},
#endif
                                      {"gougi-simulate"}};
  return all;
}

}  // namespace gougi::testing
