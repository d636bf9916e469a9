// SPDX-License-Identifier: MIT
// The keys about how a consensus decides and what it may use.
#include "settings/parsing.hpp"

namespace gougi::settings {
namespace {

using base::Milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(ConsensusKeys, HaveTheDefaultsOfTheSpecification) {
  const RelaySettings settings = parsed(kOneEngine);
  const EngineSettings& engine = settings.engines.at(0);
  EXPECT_FALSE(engine.nested);
  EXPECT_EQ(engine.phase_weights, std::nullopt);
  EXPECT_EQ(engine.share, 1.0);
  EXPECT_EQ(engine.margin, std::nullopt);
  EXPECT_EQ(engine.protocol, Protocol::kUsi);
  EXPECT_EQ(settings.mate_pv, std::nullopt);
  EXPECT_FALSE(settings.mate_threats);
  EXPECT_EQ(settings.mate_info, (MateInfo{Milliseconds(100), 100}));
  EXPECT_EQ(settings.min_use, 0.9);
  EXPECT_EQ(settings.quorum, std::nullopt);
  EXPECT_EQ(settings.ponder, PonderMode::kSingle);
  EXPECT_EQ(settings.rules, RuleSettings{});
  EXPECT_EQ(settings.rules.chuuban_start_plies, 51);
  EXPECT_EQ(settings.rules.shuuban_start_plies, 101);
  EXPECT_EQ(settings.rules.change_player_score_diff, 100);
  EXPECT_EQ(settings.resources, Resources{});
  EXPECT_EQ(settings.freeze, Freeze::kPass);
  EXPECT_EQ(settings.freeze_vote, FreezeVote::kExact);
  EXPECT_EQ(settings.record, std::nullopt);
}

TEST(ConsensusKeys, AreAllRead) {
  const RelaySettings settings = parsed(R"(
consensus: softmax
engines:
  - command: a
    weight: {opening: 2, end: 0.5}
    share: 2.5
    margin_ms: 120
    protocol: uci_shogi
  - {command: b, margin_ms: auto, protocol: usi}
mate:
  engines: [{command: m, share: 0.5}]
  pv: {count: 4, timeout_ms: 700}
  threats: true
mateinfo: {interval_ms: 50, count: 20}
time: {margin_ms: auto, min_use: 0.25}
quorum: 2
ponder: multi
budget: {nodes: 300000, normalise: true}
agreement_clock: {enabled: true, base: 0.25, disagreement: 1, instability: 0, moves: 30}
rules:
  change_player_plies: 3
  chuuban_start_plies: 31
  shuuban_start_plies: 81
  change_player_score_diff: 250
  temperature: 0.2
  veto_drop_percent: 7.5
  seed: 42
  extend_on_split: 1.5
  verify_margin_percent: 2.5
  progress_decided: 30
  progress_hysteresis: 6
  arbiter_model: models/a.json
freeze: emulate
freeze_vote: pooled
record: 記録/rounds.jsonl
)");
  const EngineSettings& first = settings.engines.at(0);
  EXPECT_EQ(first.phase_weights, (PhaseWeights{2, 1, 0.5}));
  EXPECT_EQ(first.share, 2.5);
  EXPECT_EQ(first.margin, Milliseconds(120));
  EXPECT_EQ(first.protocol, Protocol::kUciShogi);
  EXPECT_EQ(settings.engines.at(1).margin, std::nullopt);
  EXPECT_EQ(settings.mate_engines.at(0).share, 0.5);
  EXPECT_EQ(settings.mate_pv, (MatePv{4, Milliseconds(700)}));
  EXPECT_TRUE(settings.mate_threats);
  EXPECT_EQ(settings.mate_info, (MateInfo{Milliseconds(50), 20}));
  EXPECT_EQ(settings.margin, std::nullopt);
  EXPECT_EQ(settings.min_use, 0.25);
  EXPECT_EQ(settings.quorum, 2);
  EXPECT_EQ(settings.ponder, PonderMode::kMulti);
  EXPECT_EQ(settings.budget, (Budget{300000, true}));
  EXPECT_EQ(settings.agreement_clock, (AgreementClock{true, 0.25, 1, 0, 30}));
  const std::filesystem::path model = settings.rules.arbiter_model;
  EXPECT_TRUE(model.is_absolute()) << model;
  EXPECT_EQ(model.filename(), "a.json");
  EXPECT_EQ(settings.rules, (RuleSettings{3, 31, 81, 250, 0.2, 7.5, 42, 1.5, 2.5, 30, 6, model}));
  EXPECT_EQ(settings.freeze, Freeze::kEmulate);
  EXPECT_EQ(settings.freeze_vote, FreezeVote::kPooled);
  ASSERT_TRUE(settings.record);
  EXPECT_EQ(base::to_utf8(*settings.record), in_place("記録/rounds.jsonl"));
}

#ifdef _WIN32
TEST(ConsensusKeys, AFileOnAServerStaysThere) {
  const std::string file = R"(\\srv\share\rounds.jsonl)";
  const RelaySettings settings = parsed("record: '" + file + "'\n" + kOneEngine);
  ASSERT_TRUE(settings.record);
  EXPECT_EQ(base::to_utf8(*settings.record), file);
}
#endif

TEST(ConsensusKeys, ABudgetIsANumberOrWhatTheGuiSays) {
  EXPECT_EQ(parsed(kOneEngine).budget.nodes, 0);
  EXPECT_EQ(parsed("budget: {nodes: 500}\n" + kOneEngine).budget, (Budget{500, false}));
  EXPECT_EQ(parsed("budget: {nodes: from-go}\n" + kOneEngine).budget.nodes, std::nullopt);
  EXPECT_THAT(complaint("budget: {nodes: some}\n" + kOneEngine), testing::HasSubstr("from-go"));
}

TEST(ConsensusKeys, AWeightByPhaseChangesWhereThePhasesBegin) {
  EngineSettings engine;
  engine.weight = 3;
  EXPECT_EQ(engine.weight_at(60, 51, 101), 3);
  engine.phase_weights = PhaseWeights{1, 2, 4};
  EXPECT_EQ(engine.weight_at(1, 51, 101), 1);
  EXPECT_EQ(engine.weight_at(50, 51, 101), 1);
  EXPECT_EQ(engine.weight_at(51, 51, 101), 2);
  EXPECT_EQ(engine.weight_at(100, 51, 101), 2);
  EXPECT_EQ(engine.weight_at(101, 51, 101), 4);
}

TEST(ConsensusKeys, SolversForThePvComeWithTheRuleThatIsAboutIt) {
  const std::string rest = kOneEngine + "mate: {engines: [{command: m}]}\n";
  EXPECT_EQ(parsed("consensus: mate-pv\n" + rest).mate_pv, MatePv{});
  EXPECT_EQ(parsed("consensus: 詰探索エンジンとの合議（読み筋の局面も詰探索）\n" + rest).mate_pv,
            MatePv{});
  EXPECT_EQ(parsed("consensus: mate\n" + rest).mate_pv, std::nullopt);
  EXPECT_EQ(complaint("consensus: mate-pv\n" + kOneEngine +
                      "mate:\n  engines: [{command: m}]\n  pv: off\n"),
            "6: mate.pv: mate-pv is about the pv; write keys or leave it out: count, timeout_ms");
}

TEST(ConsensusKeys, AreComplainedAboutWithWhatIsAllowed) {
  EXPECT_EQ(complaint(kOneEngine + "    weight: {opening: 0}\n"),
            "3: engines[1].weight.opening: a weight is greater than 0; to leave an engine out, "
            "remove it");
  EXPECT_EQ(complaint(kOneEngine + "    weight:\n      ending: 2\n"),
            "4: engines[1].weight.ending: unknown key; allowed here: opening, middle, end");
  EXPECT_EQ(complaint(kOneEngine + "    share: -1\n"),
            "3: engines[1].share: '-1', but a number from 0 to 1000000 is expected");
  EXPECT_EQ(
      complaint(kOneEngine + "    margin_ms: soon\n"),
      "3: engines[1].margin_ms: 'soon', but auto or a whole number from 0 to 60000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "    protocol: cecp\n"),
            "3: engines[1].protocol: 'cecp' is not allowed here; one of: usi, uci_shogi");
  EXPECT_EQ(complaint(kOneEngine + "time: {min_use: 1.1}\n"),
            "3: time.min_use: '1.1', but a number from 0 to 1 is expected");
  EXPECT_EQ(complaint(kOneEngine + "quorum: 0\n"),
            "3: quorum: '0', but a whole number from 1 to 1024 is expected");
  EXPECT_EQ(complaint(kThreeEngines + "quorum: 4\n"), "2: quorum: 4, but there are only 3 engines");
  EXPECT_EQ(complaint(kOneEngine + "mate:\n  engines: [{command: m}]\n  pv: {count: 0}\n"),
            "5: mate.pv.count: '0', but a whole number from 1 to 1024 is expected");
  EXPECT_EQ(complaint(kOneEngine + "mate:\n  engines: [{command: m}]\n  threats: maybe\n"),
            "5: mate.threats: 'maybe' is not allowed here; one of: true, false");
  EXPECT_EQ(complaint(kOneEngine + "mateinfo: {count: 0}\n"),
            "3: mateinfo.count: '0', but a whole number from 1 to 100000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "rules: {change_player_plies: 1001}\n"),
            "3: rules.change_player_plies: '1001', but a whole number from 1 to 1000 is expected");
  EXPECT_EQ(complaint(kOneEngine + "rules:\n  chuuban_start_plies: 120\n"),
            "4: rules.chuuban_start_plies: the end game (shuuban, 101) begins before the middle "
            "game (chuuban, 120)");
  EXPECT_EQ(complaint(kOneEngine + "rules: {temperature: 0}\n"),
            "3: rules.temperature: '0', but a number from 0.0001 to 10 is expected");
  EXPECT_EQ(complaint(kOneEngine + "record: [a]\n"),
            "3: record: a list, but a single value is expected");
  EXPECT_EQ(complaint(kOneEngine + "freeze: on\n"),
            "3: freeze: 'on' is not allowed here; one of: pass, off, emulate");
}

TEST(ConsensusKeys, OfTheBudgetAreJudged) {
  EXPECT_EQ(parsed("resources: {threads: 8, hash_mb: 1024, gpus: [1, 0]}\n" + kOneEngine).resources,
            (Resources{8, 1024, {1, 0}}));
  EXPECT_EQ(complaint("resources: {threads: 0}\n" + kOneEngine),
            "1: resources.threads: '0', but auto or a whole number from 1 to 4096 is expected");
  EXPECT_EQ(complaint("resources: {gpus: 0}\n" + kOneEngine),
            "1: resources.gpus: a list of numbers is expected, such as [0, 1]");
  EXPECT_EQ(complaint("resources: {gpus: [0, first]}\n" + kOneEngine),
            "1: resources.gpus: 'first', but a whole number from 0 to 255 is expected");
  EXPECT_EQ(complaint("resources: {gpus: [0, 0]}\n" + kOneEngine),
            "1: resources.gpus: 0 is given twice");
  EXPECT_EQ(complaint("name: x\nresources: {threads: 2}\n" + kThreeEngines),
            "2: resources: 2 threads are too few: 3 processes need 1 each, beside what the "
            "engines' own options take");
  EXPECT_EQ(complaint("resources: {hash_mb: 47}\n" + kThreeEngines),
            "1: resources: 47 MB of hash are too few: 3 processes need 16 each, beside what the "
            "engines' own options take");
}

// ---- threads: auto ---------------------------------------------------------------------------

const std::string kAutoThreads = "resources: {threads: auto}\n";

TEST(AutoThreads, AreTheMachinesProcessors) {
  const RelaySettings one = parsed(kAutoThreads + kOneEngine, {}, 16);
  EXPECT_EQ(one.resources.threads, 16);
  EXPECT_EQ(one.processors, 16);
  EXPECT_THAT(one.engines.at(0).options, ElementsAre(Pair("Threads", "16")));
  const RelaySettings beside =
      parsed(kAutoThreads + kOneEngine + "mate: {engines: [{command: m, share: 0}]}\n", {}, 4);
  EXPECT_THAT(beside.engines.at(0).options, ElementsAre(Pair("Threads", "4")));
  EXPECT_THAT(beside.mate_engines.at(0).options, IsEmpty());
}

TEST(AutoThreads, AreEnoughForAllEnginesWhateverTheMachine) {
  const RelaySettings settings = parsed(
      kAutoThreads + "engines: [{command: a}, {command: b, options: {Threads: 3}}, {command: c}]\n",
      {}, 2);
  EXPECT_EQ(settings.resources.threads, 5);
  EXPECT_THAT(settings.engines.at(0).options, ElementsAre(Pair("Threads", "1")));
  EXPECT_THAT(settings.engines.at(1).options, ElementsAre(Pair("Threads", "3")));
}

TEST(AutoThreads, AreEnoughForTheMembersOfMembers) {
  EXPECT_EQ(
      parsed(kAutoThreads + "engines: [{command: a}, {engines: [{command: b}, {command: c}]}]\n",
             {2}, 2)
          .resources.threads,
      2);
}

TEST(AutoThreads, OfANestedConsensusAreItsPartOfThem) {
  const std::string file =
      "engines:\n  - command: a\n  - engines: [{command: b}, {command: c}]\n    share: 3\n";
  EXPECT_EQ(parsed(kAutoThreads + file, {2}, 8).resources.threads, 6);
  EXPECT_THAT(complaint(kAutoThreads + file + "    " + kAutoThreads),
              HasSubstr("engines[2].resources: the consensus around it has resources already"));
}

}  // namespace
}  // namespace gougi::settings
