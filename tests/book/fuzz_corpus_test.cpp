// SPDX-License-Identifier: MIT
#include "fuzz/book_target.hpp"
#include "fuzz/corpus_replay.hpp"

namespace gougi::fuzz {
namespace {

TEST(BookFuzzCorpus, EveryFileOfItIsHandledSafely) { replay_corpus("book", check_book); }

}  // namespace
}  // namespace gougi::fuzz
