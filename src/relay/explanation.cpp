// SPDX-License-Identifier: MIT
#include "relay/explanation.hpp"

#include <fmt/format.h>

#include "consensus/phrase.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::relay {
namespace {

std::string one_decimal(double value) { return fmt::format("{:.1f}", value); }

std::string two_decimals(double value) { return fmt::format("{:.2f}", value); }

std::string agreement_line(const AgreementPlan& plan, bool japanese) {
  const std::string usual = std::to_string(plan.usual.count());
  const std::string planned = std::to_string(plan.planned.count());
  const std::string factor = two_decimals(static_cast<double>(plan.planned.count()) /
                                          static_cast<double>(plan.usual.count()));
  const std::string differ = two_decimals(plan.disagreement);
  const std::string change = two_decimals(plan.instability);
  if (japanese) {
    return "時間 " + usual + "ミリ秒×" + factor + "＝" + planned + "ミリ秒：不一致" + differ +
           "、迷い" + change + (plan.stopped ? "、そこで打ち切り" : "、この時計による打ち切りなし");
  }
  return "time " + usual + " ms x " + factor + " = " + planned + " ms: disagreement " + differ +
         ", instability " + change + (plan.stopped ? "; stopped then" : "; it stopped nobody");
}

std::string choice_word(const consensus::Choice& choice) {
  if (const auto* move = std::get_if<usi::Move>(&choice)) return usi::to_text(*move);
  return std::holds_alternative<usi::DeclareWin>(choice) ? "win" : "resign";
}

std::string win_rate_text(const std::optional<usi::Score>& score, const consensus::Scale& scale,
                          bool japanese) {
  if (!score) return japanese ? "勝率 不明" : "win rate unknown";
  return (japanese ? "勝率 " : "win rate ") + std::string(consensus::inequality(score->bound)) +
         one_decimal(100 * consensus::win_rate(*score, scale)) + "%";
}

std::string ballot_line(const VoterSearch& voter, bool japanese) {
  const consensus::Ballot& ballot = *voter.ballot;
  std::string line = voter.name + ": " + choice_word(ballot.choice) + ", " +
                     win_rate_text(ballot.score, voter.scale, japanese);
  const auto add = [&](const char* en, const char* ja, const std::string& value) {
    line += std::string(", ") + (japanese ? ja : en) + " " + value;
  };
  if (voter.weight != 1.0) add("weight", "重み", consensus::short_number(voter.weight));
  if (ballot.depth > 0) add("plies", "深さ", std::to_string(ballot.depth));
  if (ballot.nodes > 0) add("positions", "局面数", std::to_string(ballot.nodes));
  return line + ", " + std::to_string(ballot.elapsed.count()) + " ms";
}

std::string who_was_not_waited_for(const Poll& poll, bool japanese) {
  std::string names;
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.awaited() && !(voter.ballot && voter.ballot->partial)) continue;
    names += (names.empty() ? "" : ", ") + voter.name;
  }
  if (names.empty()) return "";
  return japanese ? "、待たなかったエンジン: " + names : "; not waited for: " + names;
}

}  // namespace

std::vector<std::string> explanation(const Poll& poll, const Outcome& outcome, base::TimePoint now,
                                     bool japanese) {
  const std::string rule(japanese ? consensus::spoken_japanese_name(*poll.strategy)
                                  : poll.strategy->identifier);
  const std::string ms = std::to_string(base::to_ms(now - poll.clock_start).count()) + " ms";
  std::vector<std::string> lines;
  lines.push_back(
      choice_word(outcome.choice) + ", " + rule + ": " +
      (japanese ? outcome.reason_ja : outcome.reason) + ", " + ms +
      (poll.extended ? (japanese ? "、票が割れたため延長" : "; longer: split votes") : "") +
      who_was_not_waited_for(poll, japanese));
  if (poll.agreement) lines.push_back(agreement_line(*poll.agreement, japanese));
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.ballot && voter.ballot->counts()) lines.push_back(ballot_line(voter, japanese));
  }
  for (const ReplySearch& reply : poll.book.replies) {
    std::string line = reply.name + (japanese ? ": 相手番 " : ": opponent after ") +
                       usi::to_text(reply.question.move) + ", ";
    if (reply.mated) {
      line += japanese ? "詰み" : "mated";
    } else {
      if (reply.repeats) line += std::string(base::said(game::words_of(*reply.repeats))) + ", ";
      line += win_rate_text(reply.score(), reply.scale, japanese);
    }
    lines.push_back(std::move(line));
  }
  for (const ThreatSearch& job : poll.book.threats) {
    if (job.path.size() != 1 || job.mate.empty()) continue;
    const std::string move = usi::to_text(job.path.front());
    const std::string plies = std::to_string(job.mate.size());
    lines.push_back(japanese ? move + " には" + plies + "手の詰みがある"
                             : move + " runs into a mate in " + plies);
  }
  return lines;
}

}  // namespace gougi::relay
