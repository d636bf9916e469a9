// SPDX-License-Identifier: MIT
// What comes of a GUI's line, as EngineSide gives it, and what an engine says and has done, as
// EngineSide takes it: values. Lines for the GUI and tasks for the engine are in one order.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "usi/answer.hpp"
#include "usi/command.hpp"
#include "usi/engine_search.hpp"

namespace gougi::usi {

/// A line for the GUI, without line end.
struct ToGui {
  std::string line;
};
/// The GUI said `quit` or is gone, and all that it asked before has been answered. The last event.
struct DialogueOver {};

// What the engine shall do: one at a time, and EngineDone ends each.

struct PrepareEngine {};
struct BeginGame {};
/// As declared, and normalised: see Engine::set_option.
struct SetEngineOption {
  std::string name;
  std::string value;
};
struct AskEngine {
  QueryCommand command;
  std::shared_ptr<EngineSearch> search;  ///< it has a game
};
struct StartSearch {
  std::shared_ptr<EngineSearch> search;  ///< it has a game, or a position that the rules forbid
};
using EngineTask = std::variant<PrepareEngine, BeginGame, SetEngineOption, AskEngine, StartSearch>;

using EngineEvent = std::variant<ToGui, EngineTask, DialogueOver>;
/// What is left of these where the engine's tasks are done elsewhere.
using DialogueEvent = std::variant<ToGui, DialogueOver>;

// What the engine says while it is at a task.

/// A line of thought.
struct EngineInfo {
  InfoAnswer info;
};
/// A remark of the search; not shown if nobody wants the search any more.
struct EngineMessage {
  std::string text;
};
/// Something the user should know in any case: a file that cannot be read, a task that failed.
struct EngineWarning {
  std::string text;
};
/// A line of what it was asked by AskEngine.
struct EngineReply {
  std::string line;
};
/// The task is over. Without an answer, the search has failed.
struct EngineDone {
  std::variant<std::monostate, BestMoveAnswer, CheckMateAnswer> answer{};
  bool may_break_rules = false;  ///< the answer is not judged
};
using EngineNews = std::variant<EngineInfo, EngineMessage, EngineWarning, EngineReply, EngineDone>;

}  // namespace gougi::usi
