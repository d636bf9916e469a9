// SPDX-License-Identifier: MIT
#include "simulation/journal.hpp"

#include <array>
#include <cstdio>

#include "base/text.hpp"

namespace gougi::simulation {
namespace {

constexpr std::uint64_t kPrime = 0x100000001B3ULL;
constexpr std::size_t kLongestLine = 300;

void add(std::uint64_t& hash, std::uint64_t value) { hash = (hash ^ value) * kPrime; }

void add(std::uint64_t& hash, std::string_view text) {
  for (const char c : text) add(hash, std::uint64_t{static_cast<unsigned char>(c)});
}

}  // namespace

std::int64_t Journal::micros() const {
  return std::chrono::duration_cast<std::chrono::microseconds>(now_ - start_).count();
}

void Journal::complain(const std::string& what) {
  if (!report_.violation.empty()) return;
  report_.violation = "at " + std::to_string(micros() / 1000) + " ms: " + what;
  note("", "!!", what);
}

void Journal::write_down(int kind, int child, std::string_view what) {
  if (!wanted_.hashes) return;
  add(report_.output, static_cast<std::uint64_t>((now_ - start_).count()));
  add(report_.output, static_cast<std::uint64_t>(kind));
  add(report_.output, static_cast<std::uint64_t>(child));
  add(report_.output, what);
}

void Journal::note(std::string_view who, std::string_view how, std::string_view what) {
  if (!wanted_.hashes && !wanted_.trace) return;
  const std::int64_t us = micros();
  add(report_.hash, static_cast<std::uint64_t>(us));
  for (const std::string_view part : {who, how, what}) add(report_.hash, part);
  if (!wanted_.trace) return;
  std::array<char, 32> time{};
  std::snprintf(time.data(), time.size(), "%9lld.%03lld ", static_cast<long long>(us / 1000),
                static_cast<long long>(us % 1000));
  report_.trace += time.data();
  report_.trace += who;
  report_.trace += how;
  report_.trace += ' ';
  report_.trace += base::printable(what, kLongestLine);
  report_.trace += '\n';
}

}  // namespace gougi::simulation
