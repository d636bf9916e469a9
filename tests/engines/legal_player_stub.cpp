// SPDX-License-Identifier: MIT
// Stands in until the rules room has its sources.
#include "engines/legal_player.hpp"

namespace gougi::tests {
struct LegalPlayer::State {};
LegalPlayer::LegalPlayer(std::uint64_t) {}
LegalPlayer::~LegalPlayer() = default;
void LegalPlayer::set_position(std::string_view) {}
std::string LegalPlayer::choose() { return "resign"; }
}  // namespace gougi::tests
