// SPDX-License-Identifier: MIT
// The relay's configuration as typed values, and reading it from YAML (or from the old key=value
// files, see old_configuration.hpp). Names of strategies are checked against a list the caller
// hands in, so that this room need not know the consensus room; it does not know the io room
// either.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "base/log.hpp"
#include "base/result.hpp"
#include "shogi/declaration.hpp"

namespace gougi::settings {

/// What a vote counts in the three phases of a game, each > 0.
struct PhaseWeights {
  double opening = 1.0;
  double middle = 1.0;
  double end = 1.0;
  friend bool operator==(const PhaseWeights&, const PhaseWeights&) = default;
};

enum class Protocol { kUsi, kUciShogi };

/// Which of an engine's options the GUI is shown; hidden ones may be set all the same.
struct Exposure {
  enum class Kind {
    kUseful,  ///< all but those that make no sense through a relay, such as debug logs
    kAll,
    kFew,    ///< the handful that people set
    kNamed,  ///< `names`
  };
  Kind kind = Kind::kUseful;
  std::vector<std::string> names;  ///< as the engine or the GUI spells them
  int line = 0;                    ///< where in the file, for complaints
  friend bool operator==(const Exposure&, const Exposure&) = default;
};

/// A second process of an engine, which thinks along and speaks where the first does not. What is
/// not said here is the engine's own.
struct Mirror {
  std::vector<std::string> command;  ///< as an engine's; empty: the engine's, or its consensus
  std::filesystem::path directory;   ///< of `command`
  std::map<std::string, std::string> environment;  ///< beside the engine's
  bool has_clean_environment = false;              ///< as an engine's, where its own is not
  std::optional<bool> is_confined;                 ///< instead of what its engine is
  int line = 0;                                    ///< where in the file, for complaints
  friend bool operator==(const Mirror&, const Mirror&) = default;
};

/// One child engine: a command line and what to tell it.
struct EngineSettings {
  std::string name;                  ///< shown in the vote table; empty: the child's id name
  std::vector<std::string> command;  ///< program and arguments; a bare program name is looked for
                                     ///< beside the relay, then in PATH; empty if nested
  /// A consensus of its own, with engines of its own: the relay's executable is started again with
  /// `--config FILE --member 2.1` (engine numbers from the outermost inwards).
  bool nested = false;
  std::filesystem::path directory;  ///< working directory, absolute; empty: the program's folder
  std::map<std::string, std::string> environment;  ///< added to the relay's own
  bool has_clean_environment = false;  ///< of the relay's own only what any program needs
  bool is_confined = false;            ///< no network, writes in its own folder alone
  bool is_unclear = false;             ///< what it is kept from: those two have mistakes
  bool is_low = false;                 ///< of the processors it gets what the others leave
  std::vector<std::pair<std::string, std::string>> options;  ///< setoption name and value, in order
  std::map<std::string, int> option_lines;                   ///< where in the file, for complaints
  bool threads_are_a_share = false;  ///< `Threads` there is its part of `resources`
  Exposure expose;
  double weight = 1.0;                        ///< > 0, in every phase
  std::optional<PhaseWeights> phase_weights;  ///< if there, instead of `weight`
  int eval_coef = 600;                        ///< win rate = 1/(1+exp(-cp/coef)), > 0
  std::filesystem::path scale;                ///< a file; empty: eval_coef says it all
  /// Of `resources` and `budget`, against the others'; 0: none of them.
  double share = 1.0;
  std::optional<base::Milliseconds> margin;  ///< kept back for this link alone; nothing: auto
  Protocol protocol = Protocol::kUsi;
  std::vector<std::string> capabilities;  ///< mateinfo, wait_stop, ponderhit_time, visits
  std::optional<Mirror> mirror;           ///< of a voter
  int line = 0;                           ///< where in the file, for complaints
  std::string key;  ///< what names the command there, if it is not engines[n].command

  /// What its vote counts at `ply` (of the move about to be played, from 1), the phases beginning
  /// as for `rotate-phase`.
  double weight_at(int ply, int chuuban_start_plies, int shuuban_start_plies) const;
  friend bool operator==(const EngineSettings&, const EngineSettings&) = default;
};

/// Solvers for the positions of the pv: as many more processes beside the mate engines, which are
/// copied for it in turn.
struct MatePv {
  int count = 3;
  base::Milliseconds timeout{1000};  ///< a position
  friend bool operator==(const MatePv&, const MatePv&) = default;
};

/// How a mate found in the pv is told to the engine: so often, so many ms apart.
struct MateInfo {
  base::Milliseconds interval{100};
  int count = 100;
  friend bool operator==(const MateInfo&, const MateInfo&) = default;
};

inline constexpr std::int64_t kMostThreads = 4096;  ///< of all children together

/// The machine's budget for all children together; nothing or an empty list: not shared out.
struct Resources {
  std::optional<int> threads;
  std::optional<int> hash_mb;
  std::vector<int> gpus;  ///< numbers as CUDA_VISIBLE_DEVICES takes them
  friend bool operator==(const Resources&, const Resources&) = default;
};

/// So many nodes for all searches of a move together, by each engine's `share`.
struct Budget {
  /// 0: there is none; nothing: as many as the GUI's `go nodes` says, and none without it.
  std::optional<std::int64_t> nodes = 0;
  /// Who does half the nodes a second of E1 gets half the nodes for the same share.
  bool normalise = false;
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// The usual time of a move times base + disagreement · d + instability · i; see the relay's
/// agreement_clock.hpp.
struct AgreementClock {
  bool enabled = false;
  double base = 0.7;          ///< > 0
  double disagreement = 0.8;  ///< >= 0
  double instability = 0.6;   ///< >= 0
  int moves = 30;             ///< a main time is for so many more
  friend bool operator==(const AgreementClock&, const AgreementClock&) = default;
};

/// A page that shows the session in a browser.
struct Live {
  int port = 0;  ///< 0: none
  std::string address = "127.0.0.1";
  std::string token;  ///< a part of the page's address; empty: none, or one is made
  friend bool operator==(const Live&, const Live&) = default;
};

/// Numbers of the rules.
struct RuleSettings {
  int change_player_plies = 1;
  int chuuban_start_plies = 51;
  int shuuban_start_plies = 101;       ///< not before the other
  int change_player_score_diff = 100;  ///< cp
  double temperature = 0.05;           ///< softmax: in win rate, > 0
  double veto_drop_percent = 10;       ///< of win rate
  std::optional<std::int64_t> seed;    ///< nothing or 0: another one each time
  double extend_on_split = 1.0;        ///< factor of the time taken, 1: never
  double verify_margin_percent = 5;    ///< of win rate
  int progress_decided = 20;           ///< plies
  int progress_hysteresis = 12;        ///< plies
  /// Of `arbiter`, a file; empty: what is built in.
  std::filesystem::path arbiter_model;
  friend bool operator==(const RuleSettings&, const RuleSettings&) = default;
};

/// What the relay and its children speak, and with it the game.
enum class GameProtocol { kUsi, kUpi };
enum class PonderMode { kOff, kSingle, kMulti };
enum class Freeze {
  kOff,      ///< ordinary shogi only
  kPass,     ///< as much of Freeze shogi as the engines can do
  kEmulate,  ///< … and what they cannot, the bundled engine adds
};
/// Whether 5c6c and 5c6czG are two candidates, or go together.
enum class FreezeVote { kExact, kPooled };
enum class Language { kAuto, kJapanese, kEnglish };
enum class TextEncoding { kAuto, kUtf8, kCp932, kAscii };

/// Longer no GUI's user waits for an engine to load.
constexpr base::Milliseconds kLongestReady{600'000};

/// Which keys and options its members have, and within which ranges, says relay_rows.cpp.
struct RelaySettings {
  std::filesystem::path file;  ///< where it was read from
  std::string text;            ///< what was read there, for the log
  /// Which nested consensus of the file this is: engine numbers from the outermost inwards; empty:
  /// the outermost.
  std::vector<int> member;
  int processors = 1;                           ///< what `threads: auto` was read with
  std::optional<base::Language> told_language;  ///< by --lang, see speak()
  std::string name = "gougi";                   ///< id name
  GameProtocol protocol = GameProtocol::kUsi;
  std::string consensus = "majority";  ///< identifier or Japanese name, one of the known ones
  std::vector<EngineSettings> engines;
  std::vector<EngineSettings> mate_engines;
  base::Milliseconds mate_timeout{5000};
  std::optional<MatePv> mate_pv;  ///< nothing: the pv is left alone
  bool mate_threats = false;      ///< look for mates against the candidates, too
  MateInfo mate_info;
  std::optional<base::Milliseconds> margin;  ///< nothing: auto
  base::Milliseconds grace{200};             ///< how long a child may take to answer `stop`
  /// 0..1: when a quorum has answered, the rest get 1/min_use of the time taken; 0: the whole plan.
  double min_use = 0.9;
  /// How long `readyok` waits for the voters.
  base::Milliseconds ready{kLongestReady};
  std::optional<int> quorum;  ///< so many ballots are enough; nothing: all
  PonderMode ponder = PonderMode::kSingle;
  RuleSettings rules;
  Resources resources;  ///< already part of the engines' options and environment
  Budget budget;
  AgreementClock agreement_clock;
  Freeze freeze = Freeze::kPass;
  FreezeVote freeze_vote = FreezeVote::kExact;
  Language language = Language::kAuto;
  TextEncoding encoding = TextEncoding::kAuto;
  bool show_all = false;
  bool vote_lines = true;
  // Without a key: only the GUI sets them.
  std::string mate_timeout_reply = "timeout";
  base::Milliseconds info_interval{100};  ///< at least so long between two lines of thought
  bool explain = false;
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;

  Live live;
  std::optional<std::filesystem::path> log_directory;  ///< nothing: no log
  base::log::Level log_level = base::log::Level::kInfo;
  int log_keep = 10;
  std::optional<std::filesystem::path> record;  ///< JSON lines, one object a round; nothing: none
  friend bool operator==(const RelaySettings&, const RelaySettings&) = default;
};

/// `language` is that, whatever the file says, and so is what a GUI's "auto" means.
inline void speak(base::Language language, RelaySettings& settings) {
  settings.told_language = language;
  settings.language =
      language == base::Language::kJapanese ? Language::kJapanese : Language::kEnglish;
}

/// Text of Windows code page 932 as UTF-8; what has no counterpart becomes '〓'.
using Cp932Decoder = std::function<std::string(std::string_view)>;

/// Reads a configuration from `text` (UTF-8, a BOM is skipped); `file` names it in complaints and
/// its folder resolves relative paths. `member` picks a nested consensus; the whole file is judged
/// all the same. The resources are shared out: the engines' options and environment hold them;
/// `processors`, at least 1, are what `threads: auto` shares. The error is one line: file:line:
/// key: what is wrong, what is allowed.
base::Result<RelaySettings> parse_relay_settings(std::string_view text,
                                                 const std::filesystem::path& file,
                                                 const std::vector<std::string>& strategies,
                                                 const std::vector<int>& member = {},
                                                 int processors = 1);
/// As parse_relay_settings, of whatever format the name of `file` says.
base::Result<RelaySettings> parse_configuration(std::string_view text,
                                                const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member = {},
                                                const Cp932Decoder& from_cp932 = nullptr,
                                                int processors = 1);
/// The same from the disk; a file *.config is read as GougiShogi.config. Without `from_cp932` such
/// a file must be UTF-8.
base::Result<RelaySettings> load_relay_settings(const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member = {},
                                                const Cp932Decoder& from_cp932 = nullptr,
                                                int processors = 1);

/// Where the relay finds its configuration: `given` (--config) if there is one, else
/// <executable name>.yaml, gougi.yaml, each looked for in the executable's folder, in config/
/// there, and in the folders a build tree has (../config, ../../config); then GougiShogi.config and
/// SimpleGougiShogi.config in the executable's folder; then default.yaml where the first were
/// looked for. The error lists what was tried.
base::Result<std::filesystem::path> find_configuration(
    const std::optional<std::filesystem::path>& given, const std::filesystem::path& executable);

/// "2.1" as {2, 1}: what `--member` says; nothing if it is none.
std::optional<std::vector<int>> parse_member(std::string_view text);
/// The opposite.
std::string member_text(const std::vector<int>& member);

}  // namespace gougi::settings
