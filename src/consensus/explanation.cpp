// SPDX-License-Identifier: MIT
#include "consensus/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/say.hpp"

namespace gougi::consensus {
namespace {

struct Explanation {
  std::string_view identifier;
  base::Text text;
};

const std::array kExplanations{std::to_array<Explanation>({
    {"majority",
     {"most votes by weight; a tie goes to the engine with the smaller number",
      "票(重み付き)の最も多い手。同数なら番号の小さいエンジンの手"}},
    {"optimistic", {"of the engine with the highest score", "評価値が最も高いエンジンの手"}},
    {"pessimistic", {"of the engine with the lowest score", "評価値が最も低いエンジンの手"}},
    {"alternate",
     {"as optimistic on gougi's first move of a game, as pessimistic on its second, and so on",
      "自分の1手目は optimistic、2手目は pessimistic、以下交互"}},
    {"optimistic-rise",
     {"of the engine whose score rose most since its previous move",
      "評価値が2手前の自分の評価値から最も上昇したエンジンの手"}},
    {"pessimistic-rise",
     {"of the engine whose score rose least (or fell most) since its previous move",
      "評価値が2手前の自分の評価値から最も上昇しなかった(最も下降した)エンジンの手"}},
    {"exchange",
     {"with the best mean after every engine has also searched the others' moves",
      "互いの最善手を指した後の局面も全エンジンが調べ、評価の平均が最もよい手"}},
    {"rotate-plies",
     {"of one engine, which plays G_ChangePlayerPlys moves before the next one takes over",
      "G_ChangePlayerPlys 手ごとに交代する1つのエンジンの手"}},
    {"rotate-phase",
     {"of engine 1 in the opening, engine 2 from ply G_ChuubanStartPlys, engine 3 from ply "
      "G_ShuubanStartPlys",
      "序盤はエンジン1、G_ChuubanStartPlys 手目からエンジン2、G_ShuubanStartPlys "
      "手目からエンジン3の手"}},
    {"rotate-drop",
     {"of one engine, until its score has fallen by G_ChangePlayerScoreDiff since its previous "
      "move",
      "1つのエンジンの手。評価値が2手前から G_ChangePlayerScoreDiff "
      "以上下降したら次のエンジンに交代"}},
    {"rotate-rise",
     {"of one engine, until its score has risen by G_ChangePlayerScoreDiff since its previous move",
      "1つのエンジンの手。評価値が2手前から G_ChangePlayerScoreDiff "
      "以上上昇したら次のエンジンに交代"}},
    {"mate",
     {"of engine 1, unless a mate solver finds a mate",
      "エンジン1の手。詰将棋エンジンが詰みを見つけたらその手"}},
    {"mate-sfen",
     {"as mate, which sends solvers position sfen in any case; the name stays valid",
      "mate と同じ(局面は常に position sfen で送るため)。名前だけ残しています"}},
    {"mate-pv",
     {"as mate, while more solvers look for mates in the line that engine 1 expects and tell it",
      "mate と同じで、さらに別の詰将棋エンジンがエンジン1の読み筋の局面も調べて通知する"}},
    {"average",
     {"with the best mean of all engines' MultiPV lines",
      "全エンジンの MultiPV の読み筋で、評価の平均が最もよい手"}},
    {"softmax",
     {"drawn by lot, with better chances for a higher win rate and weight (G_Temperature, G_Seed)",
      "勝率と重みが大きいほど当たりやすい抽選で決めた手(G_Temperature、G_Seed)"}},
    {"veto",
     {"of the majority, unless a second engine finds that it loses more than G_VetoDrop; then the "
      "next candidate",
      "多数決の手。別のエンジンが調べて勝率が G_VetoDrop を超えて下がるなら次の候補"}},
    {"verify",
     {"of engine 1, which thinks for most of the time, unless another engine finds its second line "
      "better by more than G_VerifyMargin and engine 1, looking again, agrees",
      "大半の時間を使って考えるエンジン1の手。ほかのエンジンが次善手のほうを G_VerifyMargin "
      "を超えて高く評価し、エンジン1も再検討して同意すれば次善手"}},
    {"relay-by-progress",
     {"of the engine with the most weight in the phase that the game has come to, by ply and by "
      "how decided it is (G_ProgressDecided, G_ProgressHysteresis); it alone thinks, with all "
      "nodes of a budget",
      "手数と形勢の傾きによる進行度(G_ProgressDecided、G_ProgressHysteresis)"
      "から決まる段階で、重みが最も大きいエンジンの手。考えるのはそのエンジンだけで、budget "
      "のノード数もすべて使う"}},
    {"visits",
     {"that is given most by weight: an engine with MCTS gives by the visits of each move, the "
      "others by the win rates of their lines (G_Temperature)",
      "配分の合計(重み付き)が最も多い手。MCTS "
      "のエンジンは各手の訪問数、ほかのエンジンは読み筋の勝率(G_Temperature)に応じて配分する"}},
    {"arbiter",
     {"of the anchor, unless a model fitted by gougi calibrate --arbiter finds another engine's "
      "move better with a probability above its threshold for this phase; the built-in model is "
      "not fitted yet and never does",
      "基準エンジンの手。ただし、gougi calibrate --arbiter "
      "で学習したモデルが、ほかのエンジンの手のほうが良い確率を局面の段階ごとのしきい値より高いと見"
      "れば、その手。内蔵のモデルは学習前で、常に基準エンジンの手を指す"}},
})};

}  // namespace

base::Text explanation_of(const Strategy& strategy) {
  const auto* const found =
      std::ranges::find(kExplanations, strategy.identifier, &Explanation::identifier);
  return found == kExplanations.end() ? base::Text{"by its rule", "その規則による手"} : found->text;
}

std::string explanations() {
  std::string text = base::said(
      {"\nThe rules of a consensus, and the move that is played\n", "\n合議の種類と、指し手\n"});
  for (const Strategy& rule : strategies()) {
    text += fmt::format("  {} ({})\n      {}\n", rule.identifier, rule.japanese_name,
                        base::said(explanation_of(rule)));
  }
  return text;
}

}  // namespace gougi::consensus
