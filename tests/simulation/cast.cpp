// SPDX-License-Identifier: MIT
#include "simulation/cast.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "usi/option.hpp"

namespace gougi::simulation {
namespace {

// So many simulations have engines with manners of their own.
constexpr double kOddWorlds = 0.25;

}  // namespace

Cast::Cast(std::uint64_t seed, const Scenario& scenario, const FaultRates& rates,
           settings::RelaySettings& settings, EngineWorld& world)
    : seed_(seed), freezes_(scenario.freezes), rates_(rates), settings_(settings), world_(world) {
  Chance dice(seed, 5);
  if (!rates.calm() && dice.happens(kOddWorlds)) oddity_ = dice.pick(std::array{0.2, 0.5, 1.0});
}

void Cast::add(Role role, std::string name, const settings::EngineSettings* its) {
  const int index = size();
  Chance dice(seed_, static_cast<std::uint64_t>(10 + index));
  Character character = Character::draw(role, index + 1, dice);
  character.seat = index;
  Chance freeze_dice(seed_, static_cast<std::uint64_t>(500 + index));
  if (freezes_) character.draw_freezes(freeze_dice);
  if (const auto relay = relays_.find(index); relay != relays_.end()) {
    character = Character::of_relay(relay->second);
    character.seat = index;
  }
  add(std::move(character), dice, std::move(name), its);
}

// The same engine, with luck of its own.
void Cast::add_mirror(std::size_t engine) {
  const int index = size();
  const Member& its = *members_[engine];
  Chance dice(seed_, static_cast<std::uint64_t>(10 + index));
  add(its.engine.character(), dice, its.name + "m", its.settings);
  members_.back()->mirror = true;
  members_.back()->engine.become_mirror_of(static_cast<int>(engine));
}

void Cast::add(Character character, Chance dice, std::string name,
               const settings::EngineSettings* its) {
  const int index = size();
  Chance oddities(seed_, static_cast<std::uint64_t>(700 + index));
  if (oddities.happens(oddity_) && character.role != Role::kReserve) {
    character.manners = Manners::draw(oddities);
  }
  members_.push_back(
      std::make_unique<Member>(index, std::move(character), rates_, dice, oddities, world_));
  Member& added = *members_.back();
  added.name = std::move(name);
  added.settings = its;
  if (its == nullptr) return;
  for (const auto& [option, value] : its->options) added.wanted[option] = value;
}

void Cast::add_engines() {
  for (auto& engine : settings_.engines) {
    add(Role::kVoter, engine.name, &engine);
    const Character& character = members_.back()->engine.character();
    if (character.knows_ponderhit_time) engine.capabilities.emplace_back("ponderhit_time");
    if (character.knows_wait_stop) engine.capabilities.emplace_back("wait_stop");
    if (character.knows_mateinfo) engine.capabilities.emplace_back("mateinfo");
  }
  for (const auto& engine : settings_.mate_engines) add(Role::kSolver, engine.name, &engine);
}

void Cast::add_the_rest(int children) {
  // Copies of the mate engines in turn, for the positions of the pv.
  const auto mirrors = std::ranges::count_if(
      settings_.engines, [](const auto& its) { return its.mirror.has_value(); });
  const int copies = children - size() - static_cast<int>(mirrors) - 1;
  for (int i = 0; i < copies; ++i) {
    const auto twin = static_cast<std::size_t>(i) % settings_.mate_engines.size();
    add(Role::kSolver, "P" + std::to_string(i + 1), &settings_.mate_engines[twin]);
  }
  for (std::size_t i = 0; i < settings_.engines.size(); ++i) {
    if (settings_.engines[i].mirror) add_mirror(i);
  }
  add(Role::kReserve, "reserve", nullptr);
}

relay::Environment Cast::environment(Chance& chance, bool all) const {
  relay::Environment environment;
  environment.japanese_locale = chance.happens(0.3);
  environment.seed = seed_;
  if (chance.happens(0.5)) environment.record_since = relay::WallTime{};
  for (const auto& member : members_) {
    auto& options = environment.remembered_options.emplace_back();
    environment.remembered_freezes.emplace_back();
    if (chance.happens(0.5) && !all) continue;
    environment.remembered_freezes.back() = member->engine.character().freezes;
    for (const std::string& line : member->engine.character().option_lines()) {
      auto answer = usi::parse_answer(line);
      if (!answer) continue;
      if (auto* option = std::get_if<usi::OptionAnswer>(&*answer)) {
        options.push_back(std::move(option->option));
      }
    }
  }
  return environment;
}

void Cast::learn_option(std::string_view line) {
  std::string_view rest = line;
  if (base::next_word(rest) != "setoption") return;
  base::next_word(rest);
  const std::string_view name = base::next_word(rest);
  if (base::next_word(rest) != "value") return;
  const std::string value(base::next_word(rest));
  const auto configured = [&](const Member& its) {
    return its.settings != nullptr &&
           std::ranges::any_of(its.settings->options,
                               [&](const auto& option) { return option.first == name; });
  };
  if (name == "USI_Hash" || name == "USI_Ponder" || name == "MultiPV") {
    for (auto& its : members_) {
      const Character& character = its->engine.character();
      const bool knows = character.multiple_choice && character.role != Role::kReserve;
      if (configured(*its) || (name == "MultiPV" && !knows)) continue;
      its->wanted[std::string(name)] = value;
    }
  } else if (const auto bar = name.find('_'); name.starts_with('E') && bar < name.size()) {
    const auto engine = base::to_int(name.substr(1, bar - 1));
    for (auto& its : members_) {
      const bool is_meant = engine && !its->engine.character().is_relay() &&
                            its->engine.character().role == Role::kVoter &&
                            its->engine.character().seat == *engine - 1;
      if (is_meant) its->wanted[std::string(name.substr(bar + 1))] = value;
    }
  }
}

}  // namespace gougi::simulation
