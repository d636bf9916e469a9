// SPDX-License-Identifier: MIT
#include "tools/check_command.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "consensus/strategy.hpp"
#include "driver/engine_link.hpp"
#include "io/code_page.hpp"
#include "io/event_loop.hpp"
#include "io/signals.hpp"
#include "relay/arbiter_file.hpp"
#include "relay/council_doubts.hpp"
#include "relay/option_cache.hpp"
#include "relay/option_router.hpp"
#include "relay/programs.hpp"
#include "relay/scale_file.hpp"
#include "relay/roster.hpp"
#include "tools/pyon_rules.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kEngineQuitGrace{500};
constexpr Milliseconds kLook{20};  // for the ends of processes
// As in the relay, which gives an engine no longer.
constexpr Milliseconds kHandshake{30'000};
// Silence longer than this makes people press ctrl-C.
constexpr Milliseconds kProgress{10'000};
constexpr int kInterrupted = 130;

// What the engines speak, by the rules that the relay plays by.
class RulesWire final : public driver::Wire {
 public:
  explicit RulesWire(const relay::Rules& rules) : rules_(rules) {}
  std::optional<std::string> to_engine(std::string_view line) const override {
    return rules_.to_child(line);
  }
  std::string_view from_engine(std::string_view line, std::string& buffer) const override {
    return rules_.from_child(line, buffer);
  }

 private:
  const relay::Rules& rules_;
};

std::string seconds(base::Duration span) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f s", std::chrono::duration<double>(span).count());
  return text.data();
}

// The engines of one consensus, all at once, as the relay starts them.
class Check {
 public:
  /// `prefix`: of the numbers of members, "E2.".
  Check(const settings::RelaySettings& settings, std::string prefix, int timeout_s)
      : settings_(settings),
        prefix_(std::move(prefix)),
        timeout_(std::chrono::seconds(timeout_s)),
        wire_(rules_of(settings.protocol)),
        board_(settings),
        cache_(relay::OptionCache::of_user()) {}

  int run(std::vector<io::LaunchSpec> specs) {
    const auto all = relay::roster(settings_);
    for (std::size_t i = 0; i < all.size() && i < specs.size(); ++i) {
      // Copies are their masters again, and the reserve has no options.
      if (all[i].role != relay::Role::kVoter && all[i].role != relay::Role::kSolver) continue;
      add(static_cast<int>(i), all[i], std::move(specs[i]));
    }
    const io::EndSignals signals(loop_, [this](int) {
      exit_code_ = kInterrupted;
      loop_.stop();
    });
    began_ = io::EventLoop::now();
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      if (const auto started = engines_[i].link->start(); !started) {
        finish(i, "cannot be started: " + started.error().message);
      }
    }
    say_who_is_awaited();
    loop_.run();
    return exit_code_;
  }

 private:
  struct Engine {
    int child = 0;
    std::string label;
    io::LaunchSpec spec;
    std::unique_ptr<driver::EngineLink> link;
    base::TimePoint declared_at{};
    std::vector<std::string> complaints;
    std::string verdict;  ///< "" until it is known
  };

  void add(int child, const relay::RosterEntry& entry, io::LaunchSpec spec) {
    const std::size_t index = engines_.size();
    Engine& engine = engines_.emplace_back();
    engine.child = child;
    engine.label = prefix_ + entry.label();
    if (!entry.settings->name.empty()) engine.label += " (" + entry.settings->name + ")";
    engine.spec = std::move(spec);
    driver::EngineLink::Callbacks callbacks;
    callbacks.on_declared = [this, index] { declared(engines_[index]); };
    callbacks.on_ready = [this, index] { ready(index); };
    callbacks.on_failure = [this, index](const std::string& why) { failed(index, why); };
    usi::HostSideLimits limits;
    limits.handshake = std::min(kHandshake, timeout_);
    limits.loading = timeout_;
    engine.link = std::make_unique<driver::EngineLink>(loop_, engine.spec, std::move(callbacks),
                                                       &wire_, limits);
  }

  void declared(Engine& engine) {
    engine.declared_at = io::EventLoop::now();
    const usi::HostSide& said = engine.link->conversation();
    cache_.save(engine.spec, said.declaration());
    engine.complaints = board_.declare(engine.child, said.options(), said.name()).complaints;
    for (const relay::ForChild& value : board_.start_values(engine.child)) {
      engine.link->set_option(value.name, value.value);
    }
    engine.link->prepare();
  }

  void ready(std::size_t index) {
    Engine& engine = engines_[index];
    const usi::HostSide& said = engine.link->conversation();
    finish(index, (said.name().empty() ? "nameless" : said.name()) + ", " +
                      std::to_string(said.options().size()) + " options, usiok after " +
                      seconds(engine.declared_at - began_) + ", ready after " +
                      seconds(io::EventLoop::now() - began_));
  }

  void failed(std::size_t index, const std::string& why) {
    const bool declared = engines_[index].declared_at != base::TimePoint{};
    exit_code_ = std::max(exit_code_, 1);
    std::string verdict = base::printable(why, 300) + " after " +
                          seconds(io::EventLoop::now() - began_) + ", before it " +
                          (declared ? "was ready" : "answered usi");
    const bool too_slow = declared && why == "no readyok in time";
    if (too_slow) verdict += "; --timeout gives it longer";
    finish(index, std::move(verdict));
  }

  void finish(std::size_t index, std::string verdict) {
    Engine& engine = engines_[index];
    if (!engine.verdict.empty()) return;
    if (!engine.link->conversation().ready()) exit_code_ = std::max(exit_code_, 1);
    engine.verdict = std::move(verdict);
    engine.link->quit(kEngineQuitGrace);
    // In the order of the engines, each as soon as those before it are known.
    for (; told_ < engines_.size() && !engines_[told_].verdict.empty(); ++told_) {
      const Engine& next = engines_[told_];
      std::cout << next.label << ": " << next.verdict << std::endl;
      for (const std::string& complaint : next.complaints) {
        exit_code_ = std::max(exit_code_, 1);
        std::cout << "  " << base::to_utf8(settings_.file.filename()) << ": " << complaint
                  << std::endl;
      }
    }
    if (told_ == engines_.size()) end();
  }

  void end() {
    const bool any = std::ranges::any_of(
        engines_, [](const Engine& engine) { return engine.link->process_number() != 0; });
    if (!any) return loop_.stop();
    loop_.set_timer(io::EventLoop::now() + kLook, [this] { end(); });
  }

  void say_who_is_awaited() {
    loop_.set_timer(io::EventLoop::now() + kProgress, [this] {
      std::string who;
      for (const Engine& engine : engines_) {
        if (engine.verdict.empty()) who += (who.empty() ? "" : ", ") + engine.label;
      }
      if (who.empty()) return;
      std::cerr << "still waiting for " << who << "\n";
      say_who_is_awaited();
    });
  }

  const settings::RelaySettings& settings_;
  std::string prefix_;
  Milliseconds timeout_;
  RulesWire wire_;
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
                                       io::cp932_to_utf8);
}

// Members first: what a consensus declares is what it knows of its own engines.
int check(const settings::RelaySettings& settings, const std::string& prefix,
          const std::string& above, int timeout_s) {
  auto specs = relay::find_programs(settings, rules_of(settings.protocol));
  if (!specs) {
    std::cerr << "gougi: " << specs.error().message << "\n";
    return 1;
  }
  const auto below = relay::join_ancestors(settings, *specs, above);
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
    exit_code = std::max(
        exit_code, check(*inner, prefix + "E" + std::to_string(number) + ".", *below, timeout_s));
    if (exit_code == kInterrupted) return exit_code;
  }
  return std::max(exit_code, Check(settings, prefix, timeout_s).run(std::move(*specs)));
}

// What of the consensus, and of those in it, cannot come to pass; 1 where one is no council.
int check_councils(const settings::RelaySettings& settings) {
  if (const auto scales = relay::load_scales(settings); !scales) {
    std::cerr << "gougi: " << scales.error().message << "\n";
    return 1;
  }
  const auto model = relay::load_arbiter(settings.rules.arbiter_model);
  if (!model) {
    std::cerr << "gougi: " << model.error().message << "\n";
    return 1;
  }
  const auto too_few = relay::too_few_engines(settings);
  for (const auto& doubt : {too_few, relay::unmatched_members(settings, *model)}) {
    if (!doubt) continue;
    const std::string member = settings::member_text(settings.member);
    std::cout << "  " << base::to_utf8(settings.file.filename()) << ": "
              << (member.empty() ? "" : "member " + member + ": ") << *doubt << std::endl;
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

int check_command(const settings::RunCheck& command, const settings::RelaySettings& settings) {
  const auto programs = relay::find_programs(settings, rules_of(settings.protocol));
  if (!programs) {
    std::cerr << "gougi: " << programs.error().message << "\n";
    return 1;
  }
  if (const auto model = relay::load_arbiter(settings.rules.arbiter_model); !model) {
    std::cerr << "gougi: " << model.error().message << "\n";
    return 1;
  }
  std::cout << base::to_utf8(settings.file) << ": " << settings.name << ", " << settings.consensus
            << ", " << settings.engines.size() << " engine(s), " << settings.mate_engines.size()
            << " mate engine(s)" << std::endl;
  const int councils = check_councils(settings);
  if (!command.start) return councils;
  return std::max(councils, check(settings, "", relay::ancestors(), command.timeout_s));
}

}  // namespace gougi::tools
