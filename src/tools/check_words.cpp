// SPDX-License-Identifier: MIT
#include "tools/check_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/language.hpp"
#include "base/text.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
namespace {

struct CheckEntry {
  CheckText text;
  Bilingual words;
};

struct CheckTable {
  using enum CheckText;

  // In the order of the texts.
  static constexpr std::array<CheckEntry, static_cast<std::size_t>(kCount)> kTexts{{
      {kEngine, {"engine", "エンジン"}},
      {kMove, {"move", "指し手"}},
      {kPonder, {"ponder", "先読み"}},
      {kMemory, {"memory", "メモリ"}},
      {kNameAndAuthor, {"name (author), options", "名前(作者)、オプション数"}},
      {kAuthorAndOptions, {"{0} ({1}), {2} options", "{0}({1})、{2}個"}},
      {kSeconds, {"{0:.2f} s", "{0:.2f}秒"}},
      {kMilliseconds, {"{0} ms", "{0}ミリ秒"}},
      {kMegabytes, {"{0} MB", "{0} MB"}},
      {kNobody, {"nameless", "名前なし"}},
      {kOff, {"off", "なし"}},
      {kCannot, {"cannot", "不可"}},
      {kYes, {"ok", "正常"}},
      {kNo, {"none", "なし"}},
      {kIllegal, {"{0} illegal", "{0} 反則"}},
      {kMate, {"mate", "詰み"}},
      {kStillWaiting, {"still waiting for {0}", "応答を待っています: {0}"}},
      {kNotFound, {"not found: {0}", "見つかりません: {0}"}},
      {kCannotBeStarted, {"cannot be started: {0}", "起動できません: {0}"}},
      {kUnclear,
       {"not started: what confine or environment says of it has a mistake",
        "confine か environment の指定に誤りがあるため、起動しません"}},
      {kWritesNowhere,
       {"cannot write in its folder either, where gougi, the configuration, the program of an "
        "engine without confine, your home or a folder of PATH lies; `directory:` gives it a "
        "folder of its own",
        "作業フォルダがホームか PATH のフォルダを含むか、そこに gougi、設定ファイル、confine "
        "のないエンジンのどれかがあるため、そこにも書き込めません。`directory:` で専用のフォルダを"
        "指定できます"}},
      {kBeforeUsiok, {"{0} after {1}, before it answered usi", "{0}({1}後、usi への応答前)"}},
      {kBeforeReadyok, {"{0} after {1}, before it was ready", "{0}({1}後、準備完了前)"}},
      {kLastWords, {"; it last wrote to stderr: {0}", "。stderr の最後の出力: {0}"}},
      {kTimeoutHint, {"; --timeout gives it longer", "。--timeout で待ち時間を延ばせます"}},
      {kDuring, {"{0}, after \"{1}\"", "「{1}」の後: {0}"}},
      {kIllegalTestMove,
       {"plays {0} in the start position, which is illegal", "開始局面で反則の {0} を指しました"}},
      {kOddTestMove, {"answers the start position by {0}", "開始局面で {0} と答えました"}},
      {kUnreadableTestMove,
       {"answers the start position by \"{0}\", which is no move",
        "開始局面で、指し手でない「{0}」と答えました"}},
      {kNoTestMove,
       {"gives no bestmove within {0} of \"{1}\"", "「{1}」から{0}たっても bestmove がありません"}},
      {kPonderEarly,
       {"answers go ponder before ponderhit or stop",
        "go ponder に、ponderhit も stop も来ないうちに答えました"}},
      {kInfiniteEarly,
       {"answers go infinite before stop", "go infinite に、stop が来ないうちに答えました"}},
      {kSlowStop,
       {"answers stop after {0}, later than the configuration's grace of {1}: its newest vote may "
        "be lost",
        "stop への応答に{0}かかりました。設定の grace({1})を超えるため、最新の票が間に合わない"
        "ことがあります"}},
      {kNoMateSearch,
       {"does not know go mate, which is all that a mate engine is for",
        "詰将棋エンジンなのに go mate に対応していません"}},
      {kMateMissed,
       {"says \"{0}\" of a mate in one (position {1})",
        "1手詰(position {1})に「{0}」と答えました"}},
      {kMateWrong,
       {"says \"{0}\" of a mate in one (position {1}), which is none",
        "1手詰(position {1})に、詰みでない「{0}」を答えました"}},
      {kNoMateAnswer,
       {"gives no checkmate within {0} of \"{1}\"",
        "「{1}」から{0}たっても checkmate がありません"}},
      {kNoUsiok,
       {"no usiok in time ({0}; {1} gives it longer)",
        "usiok が時間内に来ません({0}。{1} で延ばせます)"}},
      {kNoReadyok,
       {"no readyok in time ({0}; {1} gives it longer)",
        "readyok が時間内に来ません({0}。{1} で延ばせます)"}},
      {kOk, {"ok", "正常"}},
      {kWarning, {"warning", "警告"}},
      {kFailed, {"FAILED", "不合格"}},
      {kSkipped, {"not tried", "未検査"}},
      {kRulesLeft, {"{0} rules", "規則 {0}"}},
      {kStopped, {"interrupted", "中断"}},
      {kSum,
       {"{0} ok, {1} warning(s), {2} failed, {3} not tried",
        "正常 {0}、警告 {1}、不合格 {2}、未検査 {3}"}},
      {kSent, {"sent \"{0}\"", "送信「{0}」"}},
      {kCame, {"came \"{0}\"", "受信「{0}」"}},
      {kNothingIn, {"nothing came within {0}", "{0}たっても応答なし"}},
      {kCameAfter, {"came \"{0}\" after {1}", "{1}後に受信「{0}」"}},
      {kItEnded, {"it ended: {0}", "終了しました: {0}"}},
      {kUnusable, {"the engine does not get ready: {0}", "エンジンの準備ができません: {0}"}},
      {kThen, {": ", ": "}},
      {kNoBestmove, {", which is no bestmove", "(bestmove ではありません)"}},
      {kNoMove, {", which is no move", "(指し手ではありません)"}},
      {kIsIllegal, {", which is illegal there", "(その局面では反則です)"}},
      {kTooEarly, {", though there are legal moves", "(合法手があります)"}},
      {kNoWin, {", though no win can be declared there", "(宣言勝ちの条件を満たしません)"}},
      {kOddWords, {", with words behind it that mean nothing", "(後ろに意味のない語があります)"}},
      {kMissing, {"no line \"{0}\"", "「{0}」の行がありません"}},
      {kNoDefault, {", without a default", "(default がありません)"}},
      {kNoRange, {", without min and max", "(min と max がありません)"}},
      {kOutside, {", whose default is outside its range", "(default が範囲外です)"}},
      {kNotTrueOrFalse,
       {", whose default is neither true nor false",
        "(default が true でも false でもありません)"}},
      {kNoVar, {", whose default is none of its vars", "(default が var のどれでもありません)"}},
      {kNoSuchOption, {"it has no option {0}", "オプション {0} がありません"}},
      {kGrew,
       {"{0} MB after the first search, {1} MB after the last",
        "最初の探索後 {0} MB、最後の探索後 {1} MB"}},
      {kErrorBytes, {"{0} bytes, beginning \"{1}\"", "{0}バイト、先頭は「{1}」"}},
      {kRunsOn, {"it still runs after {0}", "{0}後もまだ動いています"}},
      {kEndedAfter, {"{0} after {1}", "{1}後、{0}"}},
      {kEndOfInput, {"end of input", "入力の終わり"}},
      {kCameTimes, {"came \"{0}\" {1} times", "「{0}」を{1}回受信"}},
      {kCameEarly, {"came \"{0}\" before \"{1}\"", "「{1}」より前に受信「{0}」"}},
      {kUnasked, {"came \"{0}\" unasked", "求めていない「{0}」を受信"}},
  }};
};

constexpr bool is_ordered() {
  for (std::size_t i = 0; i < CheckTable::kTexts.size(); ++i) {
    if (CheckTable::kTexts.at(i).text != static_cast<CheckText>(i)) return false;
  }
  return true;
}
static_assert(is_ordered(), "a text is missing or in another place");

}  // namespace

const Bilingual& CheckWords::bilingual(CheckText text) {
  return CheckTable::kTexts.at(static_cast<std::size_t>(text)).words;
}

std::string CheckWords::seconds(base::Duration span) const {
  return (*this)(CheckText::kSeconds, std::chrono::duration<double>(span).count());
}

std::string CheckWords::milliseconds(base::Duration span) const {
  return (*this)(CheckText::kMilliseconds, base::to_ms(span).count());
}

std::string CheckWords::reason(std::string_view why) const {
  return usi::failure_words(why, japanese_ ? base::Language::kJapanese : base::Language::kEnglish);
}

CheckWords check_words(std::string_view language) {
  return CheckWords(language == "ja" ||
                    (language == "auto" && base::spoken() == base::Language::kJapanese));
}

void print_line(std::string_view line, std::ostream& out) { out << line << std::endl; }

}  // namespace gougi::tools
