// SPDX-License-Identifier: MIT
#include "search/large_memory.hpp"

#include <cstdlib>
#include <memory>

namespace gougi::search {
namespace {

/// The large pages of x86-64; elsewhere merely an alignment.
constexpr std::size_t kLargePage = std::size_t{2} << 20U;

}  // namespace

bool LargeMemory::allocate(std::size_t bytes, MemoryAdvice advice) {
  release();
  std::size_t space = bytes + kLargePage;
  // calloc hands out pages that the system zeroes on first touch, so an idle engine stays small.
  block_ = std::calloc(space, 1);
  if (block_ == nullptr) return false;
  data_ = block_;
  std::align(kLargePage, bytes, data_, space);
  if (advice != nullptr) advice(data_, bytes);
  return true;
}

void LargeMemory::release() {
  std::free(block_);
  block_ = nullptr;
  data_ = nullptr;
}

}  // namespace gougi::search
