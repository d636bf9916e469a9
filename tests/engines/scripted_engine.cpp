// SPDX-License-Identifier: MIT
// A USI engine that misbehaves as it is told on its command line: late, silent, dying, flooding,
// babbling. The machine for every fault that a real engine shows once a year. Without faults it is
// a correct engine with fixed answers, or with --legal a pseudo-random player. It is one table of
// options and one loop; delays are real time here, and only here.
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "engines/legal_player.hpp"
#include "engines/standard_streams.hpp"
#include "io/code_page.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Behaviour {
  std::string name = "Scripted";
  std::vector<std::string> options;
  std::vector<std::string> bestmoves{"resign"};
  std::string ponder;
  std::string score = "cp 0";
  std::string pv;
  std::string text;
  std::vector<std::string> visits;
  std::string mate = "nomate";
  int infos = 1;
  milliseconds usi_delay{0};
  milliseconds ready_delay{0};
  milliseconds unknown_delay{0};
  milliseconds delay{0};
  std::string until;
  bool late = false;
  bool think = false;
  milliseconds slow{0};
  milliseconds jitter{0};
  std::size_t stuck_every = 0;
  std::size_t die_every = 0;
  std::uint64_t mishap_every = 0;
  bool legal = false;
  std::uint64_t seed = 0;
  int favourites = 0;
  bool legal_ponder = false;
  std::set<std::string> silent_on;
  std::set<std::string> die_on;
  std::set<std::string> crash_on;
  int exit_code = 3;
  bool die_mid_line = false;
  long flood = 0;
  std::size_t long_line = 0;
  bool garbage = false;
  bool illegal = false;
  bool double_bestmove = false;
  bool queue = false;
  std::size_t once_more = 0;
  bool die_without_end = false;
  bool no_quit = false;
  bool ignore_eof = false;
  std::size_t stderr_bytes = 0;
  std::string transcript;
  bool cp932 = false;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

milliseconds to_ms(const std::string& text) { return milliseconds(std::stol(text)); }

struct Option {
  const char* name;
  const char* value;  ///< null: takes none
  const char* help;
  void (*apply)(Behaviour& b, const std::string& value);
};

using B = Behaviour;
using S = const std::string;
constexpr std::array<Option, 45> kOptions{{
    {"--name", "TEXT", "id name", [](B& b, S& v) { b.name = v; }},
    {"--option", "TEXT", "an option line, after 'option '; repeatable",
     [](B& b, S& v) { b.options.push_back(v); }},
    {"--bestmove", "A,B,..", "answers to go, in turn; the last one stays (default resign)",
     [](B& b, S& v) { b.bestmoves = split(v, ','); }},
    {"--legal", "SEED", "play a pseudo-random legal move instead",
     [](B& b, S& v) { b.legal = true, b.seed = std::stoull(v); }},
    {"--favourites", "N", "with --legal: of N moves that the position alone determines",
     [](B& b, S& v) { b.favourites = std::stoi(v); }},
    {"--ponder", "MOVE", "ponder move of each answer", [](B& b, S& v) { b.ponder = v; }},
    {"--legal-ponder", nullptr, "with --legal: ponder move and pv are legal replies",
     [](B& b, S&) { b.legal_ponder = true; }},
    {"--score", "CP", "score of the info lines", [](B& b, S& v) { b.score = "cp " + v; }},
    {"--mate-score", "PLIES", "the same as a mate score",
     [](B& b, S& v) { b.score = "mate " + v; }},
    {"--pv", "MOVES", "pv of the info lines (default: the answer)", [](B& b, S& v) { b.pv = v; }},
    {"--string", "TEXT", "an info string before each answer", [](B& b, S& v) { b.text = v; }},
    {"--visits", "A:N,B:N,..", "be an MCTS engine: so often it has visited each move",
     [](B& b, S& v) { b.visits = split(v, ','); }},
    {"--infos", "N", "info lines before each answer (default 1)",
     [](B& b, S& v) { b.infos = std::stoi(v); }},
    {"--mate", "ANSWER", "answer to go mate: moves, nomate, timeout, notimplemented",
     [](B& b, S& v) { b.mate = v; }},
    {"--usi-delay-ms", "MS", "think before usiok", [](B& b, S& v) { b.usi_delay = to_ms(v); }},
    {"--ready-delay-ms", "MS", "think before readyok",
     [](B& b, S& v) { b.ready_delay = to_ms(v); }},
    {"--unknown-ms", "MS", "answer the command nosuchcommand, after this time",
     [](B& b, S& v) { b.unknown_delay = to_ms(v); }},
    {"--delay-ms", "MS", "think before bestmove", [](B& b, S& v) { b.delay = to_ms(v); }},
    {"--until", "FILE", "answer nothing, and read nothing, before this file is there",
     [](B& b, S& v) { b.until = v; }},
    {"--late", nullptr, "stop does not shorten the delay", [](B& b, S&) { b.late = true; }},
    {"--think", nullptr, "think as long as go allows, asleep", [](B& b, S&) { b.think = true; }},
    {"--slow-ms", "MS", "each answer, that to stop too, comes so much later",
     [](B& b, S& v) { b.slow = to_ms(v); }},
    {"--jitter-ms", "MS", "and up to so much more, by chance",
     [](B& b, S& v) { b.jitter = to_ms(v); }},
    {"--stuck-every", "N", "at the Nth go fall silent until quit",
     [](B& b, S& v) { b.stuck_every = std::stoul(v); }},
    {"--die-every", "N", "exit at the Nth go", [](B& b, S& v) { b.die_every = std::stoul(v); }},
    {"--mishap-every", "N", "at one go of N, by chance, die, fall silent, lie or babble",
     [](B& b, S& v) { b.mishap_every = std::stoull(v); }},
    {"--silent-on", "WORD", "ignore this command; repeatable",
     [](B& b, S& v) { b.silent_on.insert(v); }},
    {"--die-on", "WORD", "exit at this command; repeatable",
     [](B& b, S& v) { b.die_on.insert(v); }},
    {"--crash-on", "WORD", "crash at this command; repeatable",
     [](B& b, S& v) { b.crash_on.insert(v); }},
    {"--exit-code", "N", "of --die-on, --die-mid-line and --die-without-end (default 3)",
     [](B& b, S& v) { b.exit_code = std::stoi(v); }},
    {"--die-mid-line", nullptr, "exit after half a bestmove line",
     [](B& b, S&) { b.die_mid_line = true; }},
    {"--die-without-end", nullptr, "exit after a bestmove without its line end",
     [](B& b, S&) { b.die_without_end = true; }},
    {"--flood", "LINES", "info lines at each go, as fast as they go",
     [](B& b, S& v) { b.flood = std::stol(v); }},
    {"--long-line", "BYTES", "an info string of this length at each go",
     [](B& b, S& v) { b.long_line = std::stoul(v); }},
    {"--garbage", nullptr, "malformed lines at start and around each answer",
     [](B& b, S&) { b.garbage = true; }},
    {"--illegal", nullptr, "answer with a move that is never legal",
     [](B& b, S&) { b.illegal = true; }},
    {"--double-bestmove", nullptr, "answer twice", [](B& b, S&) { b.double_bestmove = true; }},
    {"--queue", nullptr, "read nothing until the answer is out", [](B& b, S&) { b.queue = true; }},
    {"--once-more", "N", "at the go after the Nth say the last answer once more",
     [](B& b, S& v) { b.once_more = std::stoul(v); }},
    {"--no-quit", nullptr, "ignore quit", [](B& b, S&) { b.no_quit = true; }},
    {"--ignore-eof", nullptr, "stay alive after the end of the input",
     [](B& b, S&) { b.ignore_eof = true; }},
    {"--echo-stderr", "BYTES", "write this much to stderr at the start",
     [](B& b, S& v) { b.stderr_bytes = std::stoul(v); }},
    {"--transcript", "FILE", "append each line received to this file",
     [](B& b, S& v) { b.transcript = v; }},
    {"--cp932", nullptr, "speak code page 932, as old engines on Windows do",
     [](B& b, S&) { b.cp932 = true; }},
    {"--help", nullptr, "this list", nullptr},
}};

[[noreturn]] void print_help(int code) {
  std::string text = "scripted-engine: a USI engine with faults to order\n";
  for (const Option& option : kOptions) {
    std::string left = std::string("  ") + option.name;
    if (option.value != nullptr) left.append(" ").append(option.value);
    left.resize(std::max<std::size_t>(left.size() + 1, 28), ' ');
    text += left + option.help + "\n";
  }
  std::fputs(text.c_str(), code == 0 ? stdout : stderr);
  std::exit(code);
}

Behaviour parse(const std::vector<std::string>& arguments) {
  Behaviour behaviour;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool known = false;
    for (const Option& option : kOptions) {
      if (arguments[i] != option.name) continue;
      if (option.apply == nullptr) print_help(0);
      if (option.value != nullptr && ++i == arguments.size()) print_help(2);
      option.apply(behaviour, option.value == nullptr ? "" : arguments[i]);
      known = true;
      break;
    }
    if (!known) print_help(2);
  }
  return behaviour;
}

/// Lines of stdin, waited for with a limit. Nothing is read behind a line that begins with one of
/// `last_words`: wine's processes now and then never end if they end while they read.
class Input {
 public:
  enum class What { kLine, kTimeout, kEnd };

  explicit Input(std::set<std::string> last_words)
      : last_words_(std::move(last_words)), reader_([this] { read(); }) {
    reader_.detach();
  }

  What next(std::string& line, Clock::time_point limit) {
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return !lines_.empty() || ended_; };
    if (limit == Clock::time_point::max()) {
      changed_.wait(lock, ready);
    } else if (!changed_.wait_until(lock, limit, ready)) {
      return What::kTimeout;
    }
    if (lines_.empty()) return What::kEnd;
    line = std::move(lines_.front());
    lines_.pop_front();
    return What::kLine;
  }

 private:
  void read() {
    while (auto line = gougi::tests::read_line()) {
      std::unique_lock lock(mutex_);
      const bool is_last = last_words_.count(line->substr(0, line->find(' '))) != 0;
      lines_.push_back(std::move(*line));
      changed_.notify_all();
      if (is_last) changed_.wait(lock, [] { return false; });
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }

  const std::set<std::string> last_words_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  bool ended_ = false;
  std::thread reader_;
};

class Engine {
 public:
  explicit Engine(Behaviour behaviour)
      : b_(std::move(behaviour)),
        player_(b_.seed, b_.favourites),
        chance_(b_.seed),
        input_(b_.die_on) {
    // Of each process another: one that dies of its first search would die of it for ever.
    if (b_.mishap_every != 0) chance_ = gougi::base::Random(std::random_device()());
    if (!b_.transcript.empty()) transcript_.open(b_.transcript, std::ios::app | std::ios::binary);
  }

  /// Until quit or the end of the input.
  void run() {
    babble();
    for (std::size_t done = 0; done < b_.stderr_bytes; done += 100) {
      std::fputs((std::string(99, 'e') + "\n").c_str(), stderr);
    }
    std::fflush(stderr);  // wine keeps it
    std::string line;
    for (;;) {
      if (b_.queue && searching_ && deadline_ != kNever) {
        std::this_thread::sleep_until(deadline_);
        answer();
        continue;
      }
      switch (input_.next(line, deadline_)) {
        case Input::What::kTimeout:
          answer();
          break;
        case Input::What::kEnd:
          if (!b_.ignore_eof) return;
          std::this_thread::sleep_for(std::chrono::hours(1));
          break;
        case Input::What::kLine:
          if (transcript_.is_open()) transcript_ << line << std::endl;
          if (!handle(split(line, ' '), line)) return;
      }
    }
  }

 private:
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  void say(const std::string& line) const {
    gougi::tests::say(b_.cp932 ? gougi::io::utf8_to_cp932(line) : line);
  }

  /// False after quit.
  bool handle(const std::vector<std::string>& words, const std::string& line) {
    const std::string& word = words.front();
    if (b_.crash_on.count(word) != 0) __builtin_trap();
    if (b_.die_on.count(word) != 0) std::_Exit(b_.exit_code);
    if (word == "quit") return b_.no_quit;
    if (stuck_ || b_.silent_on.count(word) != 0) return true;
    if (word == "nosuchcommand" && b_.unknown_delay != milliseconds(0)) {
      std::this_thread::sleep_for(b_.unknown_delay);
      say("Unknown command: " + line);
    }
    if (word == "usi") introduce();
    if (word == "isready") {
      std::this_thread::sleep_for(b_.ready_delay);
      say("readyok");
    }
    if (word == "position") player_.set_position(line);
    if (word == "go") go(words);
    if (word == "ponderhit" && b_.think && searching_) {
      deadline_ = Clock::now() + delay_;
    } else if (word == "stop" || word == "ponderhit") {
      stop();
    }
    return true;
  }

  void introduce() const {
    std::this_thread::sleep_for(b_.usi_delay);
    say("id name " + b_.name);
    say("id author the tests");
    for (const std::string& option : b_.options) say("option " + option);
    say("usiok");
  }

  void go(const std::vector<std::string>& words) {
    const auto has = [&words](const char* word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    mate_search_ = has("mate");
    if (b_.once_more != 0 && answers_ == b_.once_more) say(said_);
    searching_ = true;
    const bool waits = (has("infinite") && !mate_search_) || has("ponder");
    delay_ = (b_.think ? allowed(words) : b_.delay) + lateness();
    deadline_ = waits ? kNever : Clock::now() + delay_;
    choose();
    if (b_.mishap_every != 0 && chance_.below(b_.mishap_every) == 0) return mishap(waits);
    report();
    stuck_ = b_.stuck_every != 0 && answers_ % b_.stuck_every == 0;
    if (b_.die_every != 0 && answers_ % b_.die_every == 0) std::_Exit(b_.exit_code);
    if (stuck_) deadline_ = kNever;
    if (!stuck_ && !waits && delay_ == milliseconds(0)) answer();
  }

  /// One of what a relay has to survive.
  void mishap(bool waits) {
    switch (chance_.below(5)) {
      case 0:
        std::_Exit(b_.exit_code);
      case 1:
        stuck_ = true;
        deadline_ = kNever;
        return;
      case 2:
        move_ = "5e5e";
        break;
      case 3:
        move_ = "banana";
        break;
      default:  // in mid-line
        std::fputs("info depth 1 score cp", stdout);
        std::fflush(stdout);
        std::_Exit(b_.exit_code);
    }
    if (!waits && delay_ == milliseconds(0)) answer();
  }

  void stop() {
    if (!searching_) return;
    if (b_.late) {
      if (deadline_ == kNever) deadline_ = Clock::now() + b_.delay;
      return;
    }
    const milliseconds late = lateness();
    if (late == milliseconds(0)) return answer();
    deadline_ = std::min(deadline_, Clock::now() + late);
  }

  /// All of byoyomi, increment or movetime, and a part of what is on the clock.
  milliseconds allowed(const std::vector<std::string>& words) const {
    constexpr int kMovesToGo = 20;
    const bool black = player_.is_blacks_turn();
    milliseconds sum{0};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "byoyomi" || word == "movetime" || word == (black ? "binc" : "winc")) {
        sum += to_ms(words[i + 1]);
      } else if (word == (black ? "btime" : "wtime")) {
        sum += to_ms(words[i + 1]) / kMovesToGo;
      }
    }
    return sum;
  }

  milliseconds lateness() {
    const auto most = static_cast<std::uint64_t>(b_.jitter.count());
    return b_.slow + milliseconds(most == 0 ? 0 : chance_.below(most + 1));
  }

  /// What the running search will answer.
  void choose() {
    if (b_.illegal) {
      move_ = "5e5e";
    } else if (b_.legal) {
      move_ = player_.choose();
    } else {
      move_ = b_.bestmoves[std::min(answers_, b_.bestmoves.size() - 1)];
    }
    ++answers_;
    if (b_.legal && b_.legal_ponder) b_.ponder = player_.reply_to(move_);
  }

  void report() const {
    const std::string line = b_.legal_ponder ? move_ + " " + b_.ponder : move_;
    const std::string pv = b_.pv.empty() ? line : b_.pv;
    for (long i = 0; i < b_.flood; ++i) {
      std::printf("info depth %ld seldepth %ld time %ld nodes %ld nps 1000000 score %s pv %s\n",
                  i % 40 + 1, i % 40 + 5, i / 1000, i, b_.score.c_str(), pv.c_str());
    }
    if (b_.long_line > 0) say("info string " + std::string(b_.long_line, 'y'));
    if (!b_.text.empty()) say("info string " + b_.text);
    if (mate_search_ || move_ == "resign" || move_ == "win") return;
    for (int depth = 1; depth <= b_.infos; ++depth) {
      say("info depth " + std::to_string(depth) + " score " + b_.score + " pv " + pv);
    }
    for (const std::string& each : b_.visits) {
      const auto colon = each.find(':');
      say("info string " + each.substr(0, colon) + " (0) N: " + each.substr(colon + 1) + " (+ 0)");
    }
  }

  void answer() {
    searching_ = false;
    deadline_ = kNever;
    while (!b_.until.empty() && !std::ifstream(b_.until)) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    babble();
    const std::string line = mate_search_        ? "checkmate " + b_.mate
                             : b_.ponder.empty() ? "bestmove " + move_
                                                 : "bestmove " + move_ + " ponder " + b_.ponder;
    if (b_.die_mid_line) {
      std::fputs(line.substr(0, line.size() / 2).c_str(), stdout);
      std::fflush(stdout);
      std::_Exit(b_.exit_code);
    }
    if (b_.die_without_end) {
      std::fputs(line.c_str(), stdout);
      std::fflush(stdout);
      std::_Exit(b_.exit_code);
    }
    say(line);
    said_ = line;
    if (b_.double_bestmove) say(line);
    babble();
  }

  void babble() const {
    if (!b_.garbage) return;
    for (const char* const line :
         {"", "   ", "info", "info depth", "info depth x score cp", "info score mate", "info pv",
          "info score cp 99999999999999999999999 pv 7g7f", "info string \x81\xFF\xFE", "\x1B[0m",
          "option", "option name", "option name A B type", "id", "readyok?", "Unknown command: x",
          "bestmov 7g7f", "info multipv 0 depth -1 pv 9z9z", "checkmat"}) {
      say(line);
    }
  }

  Behaviour b_;
  gougi::tests::LegalPlayer player_;
  gougi::base::Random chance_;
  std::ofstream transcript_;
  Input input_;
  std::string move_;
  std::string said_;  ///< its last answer
  std::size_t answers_ = 0;
  bool searching_ = false;
  bool mate_search_ = false;
  bool stuck_ = false;
  milliseconds delay_{0};  ///< of the running search, from `go` or `ponderhit` on
  Clock::time_point deadline_ = kNever;
};

}  // namespace

int main(int argc, char** argv) {
  gougi::tests::make_streams_binary();
  Engine engine(parse({argv + 1, argv + argc}));
  engine.run();
  std::fflush(stdout);
  std::_Exit(0);  // the reader may sit in its read
}
