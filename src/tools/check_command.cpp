// SPDX-License-Identifier: MIT
#include "tools/check_command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/width.hpp"
#include "cli/colour.hpp"
#include "cli/exit_code.hpp"
#include "consensus/strategy.hpp"
#include "driver/engine_link.hpp"
#include "io/code_page.hpp"
#include "io/confinement.hpp"
#include "io/event_loop.hpp"
#include "io/signals.hpp"
#include "relay/arbiter_file.hpp"
#include "relay/council_doubts.hpp"
#include "relay/log_files.hpp"
#include "relay/option_cache.hpp"
#include "relay/option_router.hpp"
#include "relay/position_lines.hpp"
#include "relay/programs.hpp"
#include "relay/roster.hpp"
#include "relay/scale_file.hpp"
#include "settings/complaint_lines.hpp"
#include "tools/check_words.hpp"
#include "tools/engine_trial.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kEngineQuitGrace{500};
constexpr Milliseconds kLook{20};  // for the ends of processes
// As in the relay, which gives an engine no longer.
constexpr Milliseconds kHandshake{30'000};
// Silence longer than this makes people press ctrl-C.
constexpr Milliseconds kProgress{10'000};

// What stands in a row of the table, column by column.
using Cells = std::array<std::string, 8>;
// How wide the columns are; the last one is as wide as what stands there.
constexpr std::array<std::size_t, 7> kColumns{17, 8, 8, 16, 7, 9, 8};

void print_cells(const Cells& cells, std::ostream& out) {
  std::string row;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    row += base::padded(cells.at(i).empty() ? "-" : cells.at(i), kColumns.at(i)) + " ";
  }
  print_line(row + (cells.back().empty() ? "-" : cells.back()), out);
}

void print_head(const CheckWords& words, std::ostream& out) {
  using enum CheckText;
  print_cells({words(kEngine), "usiok", "readyok", words(kMove), words(kPonder), "stop",
               words(kMemory), words(kNameAndAuthor)},
              out);
}

bool is_checked(relay::Role role) {
  using enum relay::Role;
  return role == kVoter || role == kSolver || role == kMirror;
}

// The engines of one consensus, all at once, as the relay starts them.
class Check {
 public:
  /// `prefix`: of the numbers of members, "E2.".
  Check(const settings::RelaySettings& settings, std::string prefix, int timeout_s,
        const CheckWords& words)
      : settings_(settings),
        prefix_(std::move(prefix)),
        timeout_(std::chrono::seconds(timeout_s)),
        words_(words),
        rules_(relay::rules_of(settings.protocol)),
        board_(settings),
        cache_(relay::OptionCache::of_user()) {}

  /// `with_command_only`: what else there is, is not known well enough.
  int run(std::vector<base::Result<io::LaunchSpec>> specs, bool with_command_only = false) {
    const auto all = relay::roster(settings_);
    engines_.reserve(all.size());  // trials hold on to what is in there
    for (std::size_t i = 0; i < all.size() && i < specs.size(); ++i) {
      // Copies of solvers are their masters again, and the reserve has no options.
      if (!is_checked(all[i].role)) continue;
      if (with_command_only && (all[i].role == relay::Role::kMirror || all[i].settings->nested ||
                                all[i].settings->command.empty())) {
        continue;
      }
      add(static_cast<int>(i), all[i], std::move(specs[i]));
    }
    const io::EndSignals signals(loop_, [this](int) {
      exit_code_ = cli::kInterrupted;
      loop_.stop();
    });
    began_ = io::EventLoop::now();
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      Engine& engine = engines_[i];
      if (!engine.spec) {
        engine.complaints.push_back(words_(kNotFound, engine.spec.error().message));
        loop_.post([this, i] { finish(i); });
      } else if (!engine.link) {
        engine.complaints.push_back(words_(kUnclear));
        loop_.post([this, i] { finish(i); });
      } else if (const auto started = engine.link->start(); !started) {
        engine.complaints.push_back(words_(kCannotBeStarted, started.error().message));
        loop_.post([this, i] { finish(i); });
      }
    }
    say_who_is_awaited();
    loop_.run();
    return exit_code_;
  }

 private:
  using enum CheckText;

  struct Engine {
    int child = 0;
    std::string label;
    bool solves_mates = false;
    base::Result<io::LaunchSpec> spec;
    std::unique_ptr<driver::EngineLink> link;  ///< none: it is not started
    std::unique_ptr<EngineTrial> trial;
    base::TimePoint declared_at{};
    base::TimePoint ready_at{};
    std::vector<relay::OptionMisfit> misfits;
    std::vector<std::string> complaints;  ///< other ones
    std::vector<std::string> said;        ///< info strings until it was ready
    bool is_done = false;
  };

  void add(int child, const relay::RosterEntry& entry, base::Result<io::LaunchSpec> spec) {
    const std::size_t index = engines_.size();
    Engine& engine = engines_.emplace_back();
    engine.child = child;
    engine.label = prefix_ + entry.label();
    if (!entry.settings->name.empty()) engine.label += " (" + entry.settings->name + ")";
    engine.solves_mates = entry.role == relay::Role::kSolver;
    engine.spec = std::move(spec);
    if (!engine.spec || entry.settings->is_unclear) return;
    driver::EngineLink::Callbacks callbacks;
    callbacks.on_declared = [this, index] { declared(engines_[index]); };
    callbacks.on_ready = [this, index] { ready(index); };
    callbacks.on_line = [this, index](bool is_from_engine, std::string_view line) {
      if (is_from_engine) note(engines_[index], line);
    };
    callbacks.on_failure = [this, index](const std::string& why) { failed(index, why); };
    callbacks.on_best_move = [this, index](const usi::BestMoveAnswer& answer) {
      if (engines_[index].trial) engines_[index].trial->answered(answer);
    };
    callbacks.on_mate = [this, index](const usi::CheckMateAnswer& answer) {
      if (engines_[index].trial) engines_[index].trial->answered(answer);
    };
    callbacks.on_unreadable = [this, index](std::string_view words) {
      if (engines_[index].trial) engines_[index].trial->unreadable(words);
    };
    usi::HostSideLimits limits;
    limits.handshake = std::min(kHandshake, timeout_);
    limits.loading = timeout_;
    engine.link = std::make_unique<driver::EngineLink>(loop_, *engine.spec, std::move(callbacks),
                                                       rules_.wire(), limits);
  }

  // What it says while it loads may be that a file is not there.
  static void note(Engine& engine, std::string_view line) {
    constexpr std::size_t kMostSaid = 5;
    if (engine.ready_at != base::TimePoint{} || engine.said.size() == kMostSaid) return;
    if (line.starts_with("info string ")) engine.said.push_back(base::printable(line));
  }

  void declared(Engine& engine) {
    engine.declared_at = io::EventLoop::now();
    const usi::HostSide& said = engine.link->conversation();
    cache_.save(*engine.spec, said.declaration());
    engine.misfits = board_.declare(engine.child, said.options(), said.name()).misfits;
    for (const relay::ForChild& value : board_.start_values(engine.child)) {
      engine.link->set_option(value.name, value.value);
    }
    engine.link->prepare();
  }

  void ready(std::size_t index) {
    Engine& engine = engines_[index];
    if (engine.trial) return;
    engine.ready_at = io::EventLoop::now();
    const bool ponders = settings_.ponder != settings::PonderMode::kOff &&
                         settings_.protocol == settings::GameProtocol::kUsi;
    engine.trial = std::make_unique<EngineTrial>(
        loop_, *engine.link, rules_,
        EngineTrial::Task{engine.solves_mates, ponders, settings_.grace}, words_,
        [this, index] { finish(index); });
    engine.link->new_game();
    engine.trial->begin();
  }

  void failed(std::size_t index, const std::string& why) {
    Engine& engine = engines_[index];
    if (engine.trial) {
      engine.trial->broke_off(why);
      return finish(index);
    }
    const bool was_declared = engine.declared_at != base::TimePoint{};
    std::string complaint = words_(was_declared ? kBeforeReadyok : kBeforeUsiok, words_.reason(why),
                                   words_.seconds(io::EventLoop::now() - began_));
    const bool too_slow = was_declared && why == "no readyok in time";
    if (too_slow) complaint += words_(kTimeoutHint);
    const std::string last_words = engine.link->last_words();
    if (!last_words.empty()) complaint += words_(kLastWords, last_words);
    engine.complaints.push_back(std::move(complaint));
    finish(index);
  }

  void finish(std::size_t index) {
    Engine& engine = engines_[index];
    if (engine.is_done) return;
    engine.is_done = true;
    if (engine.link) engine.link->quit(kEngineQuitGrace);
    // In the order of the engines, each as soon as those before it are known.
    for (; told_ < engines_.size() && engines_[told_].is_done; ++told_) tell(engines_[told_]);
    if (told_ == engines_.size()) end();
  }

  void tell(const Engine& engine) {
    Cells cells;
    cells[0] = engine.label;
    if (engine.declared_at != base::TimePoint{}) {
      const usi::HostSide& said = engine.link->conversation();
      cells[1] = words_.seconds(engine.declared_at - began_);
      cells[7] = words_(kAuthorAndOptions, said.name().empty() ? words_(kNobody) : said.name(),
                        engine.link->author().empty() ? words_(kNobody) : engine.link->author(),
                        said.options().size());
    }
    if (engine.ready_at != base::TimePoint{}) {
      cells[2] = words_.seconds(engine.ready_at - began_);
    }
    EngineTrial::Result tried;
    if (engine.trial) tried = engine.trial->result();
    cells[3] = tried.move;
    cells[4] = tried.ponder;
    cells[5] = tried.stop;
    // Of who is confined it is that of the program around it.
    const bool is_around = engine.spec && engine.spec->is_confined;
    if (tried.memory > 0 && !is_around) cells[6] = words_(kMegabytes, tried.memory >> 20U);
    print_cells(cells, std::cout);
    for (const auto& misfit : engine.misfits) {
      complain(settings::place_in(settings_.file, misfit.line) + prefix_ + misfit.what);
    }
    for (const std::string& complaint : engine.complaints) complain(complaint);
    for (const std::string& complaint : tried.complaints) complain(complaint);
    if (is_around && io::writes_nowhere(*engine.spec)) {
      print_line("  " + words_(kWritesNowhere), std::cout);
    }
    for (const std::string& remark : tried.remarks) print_line("  " + remark, std::cout);
    for (const std::string& line : engine.said) {
      print_line("  " + cli::coloured(line, cli::Colour::kDoubtful), std::cout);
    }
  }

  void complain(const std::string& text) {
    exit_code_ = std::max(exit_code_, 1);
    print_line("  " + cli::coloured(text, cli::Colour::kBad), std::cout);
  }

  void end() {
    const bool any = std::ranges::any_of(engines_, [](const Engine& engine) {
      return engine.link && engine.link->process_number() != 0;
    });
    if (!any) return loop_.stop();
    loop_.set_timer(io::EventLoop::now() + kLook, [this] { end(); });
  }

  void say_who_is_awaited() {
    loop_.set_timer(io::EventLoop::now() + kProgress, [this] {
      std::string who;
      for (const Engine& engine : engines_) {
        if (!engine.is_done) who += (who.empty() ? "" : ", ") + engine.label;
      }
      if (who.empty()) return;
      print_line(words_(kStillWaiting, who), std::cerr);
      say_who_is_awaited();
    });
  }

  const settings::RelaySettings& settings_;
  std::string prefix_;
  Milliseconds timeout_;
  const CheckWords& words_;
  const game::Rules& rules_;
  relay::OptionRouter board_;
  relay::OptionCache cache_;
  io::EventLoop loop_;
  std::vector<Engine> engines_;
  base::TimePoint began_{};
  std::size_t told_ = 0;
  int exit_code_ = 0;
};

// Of the consensus that is this engine of the other.
base::Result<settings::RelaySettings> member_settings(const settings::RelaySettings& settings,
                                                      int number) {
  std::vector<int> member = settings.member;
  member.push_back(number);
  return settings::load_relay_settings(settings.file, consensus::strategy_names(), member,
                                       io::cp932_to_utf8, settings.processors);
}

// What its engines are told of who is above them; those that are not there are left as they are.
base::Result<std::string> join_those_found(const settings::RelaySettings& settings,
                                           std::vector<base::Result<io::LaunchSpec>>& specs,
                                           const std::string& above) {
  std::vector<io::LaunchSpec> found;
  for (const auto& spec : specs) found.push_back(spec.value_or(io::LaunchSpec{}));
  auto below = relay::join_ancestors(settings, found, above);
  for (std::size_t i = 0; below && i < specs.size(); ++i) {
    if (specs[i]) specs[i] = std::move(found[i]);
  }
  return below;
}

// Members first: what a consensus declares is what it knows of its own engines.
int check(const settings::RelaySettings& settings, const std::string& prefix,
          const std::string& above, int timeout_s, const CheckWords& words) {
  auto specs = relay::look_for_programs(settings, relay::rules_of(settings.protocol));
  const auto below = join_those_found(settings, specs, above);
  if (!below) {
    std::cerr << "gougi: " << below.error().message << "\n";
    return 1;
  }
  int exit_code = 0;
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    if (!settings.engines[i].nested) continue;
    const int number = static_cast<int>(i) + 1;
    const auto inner = member_settings(settings, number);
    if (!inner) {
      std::cerr << "gougi: " << inner.error().message << "\n";
      return 1;
    }
    exit_code = std::max(exit_code, check(*inner, prefix + "E" + std::to_string(number) + ".",
                                          *below, timeout_s, words));
    if (exit_code == cli::kInterrupted) return exit_code;
  }
  return std::max(exit_code, Check(settings, prefix, timeout_s, words).run(std::move(specs)));
}

// All programs that are not there, those of members, too.
int look_only(const settings::RelaySettings& settings) {
  int exit_code = 0;
  const auto complain = [&exit_code](const base::Error& error) {
    exit_code = 1;
    std::cerr << "gougi: " << error.message << "\n";
  };
  const auto specs = relay::look_for_programs(settings, relay::rules_of(settings.protocol));
  const auto all = relay::roster(settings);
  for (std::size_t i = 0; i < all.size() && i < specs.size(); ++i) {
    if (!is_checked(all[i].role)) continue;
    const bool is_mirror = all[i].role == relay::Role::kMirror;
    if (is_mirror && all[i].settings->mirror->command.empty()) continue;  // as its engine
    if (is_mirror || !all[i].settings->nested) {
      if (!specs[i]) complain(specs[i].error());
      continue;
    }
    const auto inner = member_settings(settings, all[i].number);
    if (!inner) {
      complain(inner.error());
    } else {
      exit_code = std::max(exit_code, look_only(*inner));
    }
  }
  return exit_code;
}

// What of the consensus, and of those in it, cannot come to pass; 1 where one is no council.
int check_councils(const settings::RelaySettings& settings) {
  if (const auto scales = relay::load_scales(settings); !scales) {
    std::cerr << "gougi: " << scales.error().message << "\n";
    return 1;
  }
  const auto model = relay::load_arbiter(settings);
  if (!model) {
    std::cerr << "gougi: " << model.error().message << "\n";
    return 1;
  }
  const auto too_few = relay::too_few_engines(settings);
  for (const auto& doubt : {too_few, relay::unmatched_members(settings, *model)}) {
    if (!doubt) continue;
    const std::string member = settings::member_text(settings.member);
    std::cout << "  " << base::to_utf8(settings.file.filename()) << ": "
              << (member.empty() ? "" : base::say({"member {0}: ", "メンバー {0}: "}, member))
              << *doubt << std::endl;
  }
  int exit_code = too_few ? 1 : 0;
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    if (!settings.engines[i].nested) continue;
    const auto inner = member_settings(settings, static_cast<int>(i) + 1);
    if (!inner) {
      std::cerr << "gougi: " << inner.error().message << "\n";
      return 1;
    }
    exit_code = std::max(exit_code, check_councils(*inner));
  }
  return exit_code;
}

}  // namespace

int check_despite_mistakes(const settings::RunCheck& command,
                           const settings::RelaySettings& settings) {
  auto specs = relay::look_for_programs(settings, relay::rules_of(settings.protocol));
  if (!join_those_found(settings, specs, relay::ancestors())) return cli::kWrongUsage;
  const CheckWords words = check_words("auto");
  print_head(words, std::cout);
  const int code = Check(settings, "", command.timeout_s, words).run(std::move(specs), true);
  return code == cli::kInterrupted ? code : cli::kWrongUsage;
}

int check_command(const settings::RunCheck& command, const settings::RelaySettings& settings) {
  if (const auto model = relay::load_arbiter(settings); !model) {
    std::cerr << "gougi: " << model.error().message << "\n";
    return 1;
  }
  std::cout << base::say({"{0}: {1}, {2}, {3} engine(s), {4} mate engine(s)",
                          "{0}: {1}、{2}、エンジン {3}、詰将棋エンジン {4}"},
                         base::to_utf8(settings.file), settings.name, settings.consensus,
                         settings.engines.size(), settings.mate_engines.size())
            << std::endl;
  int councils = check_councils(settings);
  if (command.start) {
    for (const std::string& trouble : relay::troubles_of_logs(settings)) {
      print_line(
          "  " + cli::coloured(settings::place_in(settings.file, 0) + trouble, cli::Colour::kBad),
          std::cout);
      councils = cli::kFailed;
    }
  }
  if (!command.start) return std::max(councils, look_only(settings));
  const CheckWords words = check_words("auto");
  print_head(words, std::cout);
  return std::max(councils, check(settings, "", relay::ancestors(), command.timeout_s, words));
}

}  // namespace gougi::tools
