// SPDX-License-Identifier: MIT
#include "game/rules.hpp"

namespace gougi::game {

Ending Rules::declared(const Position& position, shogi::DeclarationRule rule) const {
  const shogi::Color mover = position.side_to_move();
  if (position.can_declare(rule)) return {win_of(mover), Reason::kDeclaration, ""};
  return {win_of(~mover), Reason::kWrongDeclaration, ""};
}

const Rules* rules_named(std::string_view name) {
  for (const Rules* const rules : {&shogi_rules(), &pyonpyon_rules()}) {
    if (rules->name() == name) return rules;
  }
  return nullptr;
}

}  // namespace gougi::game
