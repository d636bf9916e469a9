// SPDX-License-Identifier: MIT
#include "farm/job.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/sha256.hpp"

namespace gougi::farm {
namespace {

constexpr std::string_view kHead = "gougi job 1 ";
constexpr const char* kJobText = "job";
constexpr const char* kPartText = "part";
constexpr std::size_t kShownBytes = 120;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Names of facts that are no options, with '#' for a number. They stand in files, in English.
constexpr std::array kFactNames{base::Text{"number of words in run", "run の語数"},
                                base::Text{"word # of run", "run の # 語目"},
                                base::Text{"number of files in carry", "carry のファイル数"},
                                base::Text{"file # in carry", "carry の # 番目のファイル"},
                                base::Text{"number of records", "棋譜の数"},
                                base::Text{"records, by name and content,", "棋譜(名前と内容)"},
                                base::Text{"--hash for each thread", "スレッドごとの --hash"},
                                base::Text{"games an iteration", "更新1回の対局数"},
                                base::Text{"iterations done", "済んだ更新の回数"},
                                base::Text{"iterations", "更新の回数"},
                                base::Text{"seed of the walk", "乱数の種"},
                                base::Text{"number of parameters", "パラメータの数"},
                                base::Text{"parameter #", "パラメータ #"},
                                base::Text{"settings", "設定"},
                                base::Text{"state", "途中の状態"}};
// Those of engines are made of such words: "engine 1 mate engine 2 option Threads".
constexpr std::array kFactWords{base::Text{"mate engine", "詰将棋エンジン"},
                                base::Text{"engine", "エンジン"},
                                base::Text{"configuration", "設定ファイル"},
                                base::Text{"ponder", "先読み"},
                                base::Text{"restart", "再起動"},
                                base::Text{"name", "名前"},
                                base::Text{"time", "持ち時間"}};

// "word 3 of run" and "3": "word # of run".
std::string with_sign(std::string_view name, std::string& number) {
  const std::size_t begin = name.find_first_of("0123456789");
  if (begin == std::string_view::npos) return std::string(name);
  number = name.substr(begin, name.find_first_not_of("0123456789", begin) - begin);
  return std::string(name.substr(0, begin)) + "#" + std::string(name.substr(begin + number.size()));
}

// As it is called in the language that is spoken.
std::string fact_name(const std::string& name) {
  if (base::spoken() == base::Language::kEnglish) return name;
  std::string number;
  const std::string pattern = with_sign(name, number);
  for (const base::Text& known : kFactNames) {
    if (pattern != known.english) continue;
    std::string told = base::said(known);
    if (const std::size_t at = told.find('#'); at != std::string::npos) told.replace(at, 1, number);
    return told;
  }
  std::string told;
  for (std::string_view rest = name; !rest.empty();) {
    const auto known = std::ranges::find_if(kFactWords, [&](const base::Text& word) {
      return rest == word.english || rest.starts_with(std::string(word.english) + " ");
    });
    const bool is_option = rest.starts_with("option ");  // what follows is the engine's
    if (is_option)
      return told + base::said({"option ", "オプション "}) +
             std::string(rest.substr(std::string_view("option ").size()));
    const std::string_view word =
        known != kFactWords.end() ? known->english : rest.substr(0, rest.find(' '));
    told += (known != kFactWords.end() ? base::said(*known) : std::string(word)) + " ";
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  if (!told.empty()) told.pop_back();
  return told;
}

std::string shown(const std::string& value) {
  return value.empty() ? base::say({"none", "なし"}) : base::printable(value, kShownBytes);
}

}  // namespace

base::Result<void> Job::add_file(std::string name, const std::filesystem::path& file) {
  if (file.empty()) {
    add(std::move(name), "");
    return {};
  }
  auto hash = io::sha256_of_file(file);
  if (!hash) return tl::unexpected(hash.error());
  add(std::move(name), "sha256 " + *hash);
  return {};
}

base::Result<void> Job::add_value(std::string name, const std::string& value) {
  std::error_code ignored;
  const std::filesystem::path file = base::path_from_utf8(value);
  if (!value.empty() && std::filesystem::is_regular_file(file, ignored)) {
    return add_file(std::move(name), file);
  }
  add(std::move(name), value);
  return {};
}

std::string to_text(const Job& job) {
  std::string text(kHead);
  text += base::escaped(job.kind) + "\n";
  for (const auto& [name, value] : job.facts) {
    text += base::escaped(name) + "=" + base::escaped(value) + "\n";
  }
  return text;
}

base::Result<Job> job_from_text(std::string_view text) {
  const auto damaged = base::fail(
      base::say({"what it says of its job cannot be read", "どの作業のものか読めません"}));
  std::string_view head = take_line(text);
  if (!head.starts_with(kHead)) return damaged;
  head.remove_prefix(kHead.size());
  const auto kind = base::unescaped(head);
  if (!kind) return damaged;
  Job job{*kind, {}};
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos) return damaged;
    auto name = base::unescaped(line.substr(0, sign));
    auto value = base::unescaped(line.substr(sign + 1));
    if (!name || !value) return damaged;
    job.add(std::move(*name), std::move(*value));
  }
  return job;
}

base::Result<std::string> identity_of(const Job& job) { return io::sha256_of_text(to_text(job)); }

std::string difference(const Job& one, const Job& other) {
  if (one.kind != other.kind) {
    return base::say(
        {"it is of gougi {0}, not of gougi {1}", "gougi {1} ではなく gougi {0} のものです"},
        shown(other.kind), shown(one.kind));
  }
  const std::size_t common = std::min(one.facts.size(), other.facts.size());
  for (std::size_t i = 0; i < common; ++i) {
    const auto& [name, value] = one.facts[i];
    if (one.facts[i] == other.facts[i]) continue;
    if (name != other.facts[i].first) break;
    return base::say({"{0} is {1}, not {2}", "{0} が {2} ではなく {1} です"},
                     shown(fact_name(name)), shown(other.facts[i].second), shown(value));
  }
  if (one == other) return "";
  return base::say({"it tells of other things: another version of gougi made it",
                    "別のバージョンの gougi が作ったものです"});
}

void keep_part(std::map<std::string, std::string>& texts, const Part& part) {
  texts[kJobText] = to_text(part.job);
  texts[kPartText] = base::to_text(part.shard);
}

base::Result<std::optional<Part>> kept_part(const std::map<std::string, std::string>& texts) {
  const auto job_text = texts.find(kJobText);
  const auto part_text = texts.find(kPartText);
  if (job_text == texts.end() && part_text == texts.end()) return std::optional<Part>();
  if (job_text == texts.end() || part_text == texts.end()) {
    return base::fail(
        base::say({"says only half of which part it is", "どの部分か半分しか書かれていません"}));
  }
  auto job = job_from_text(job_text->second);
  if (!job) return tl::unexpected(job.error());
  const auto shard = base::parse_shard(part_text->second);
  if (!shard)
    return base::fail(base::say({"which part it is cannot be read", "どの部分か読めません"}));
  return Part{std::move(*job), *shard};
}

base::Result<void> check_same_job(const Job& wanted, const Job& there) {
  const std::string what = difference(wanted, there);
  return what.empty()
             ? base::Result<void>()
             : base::fail(base::say({"is of another job: {0}", "別の作業のものです: {0}"}, what));
}

base::Result<void> check_same_part(const Part& wanted, const Part& there) {
  if (auto same = check_same_job(wanted.job, there.job); !same) return same;
  if (wanted.shard == there.shard) return {};
  return base::fail(
      base::say({"is part {0} of this job, not {1}; each part wants a file of its own",
                 "この作業の部分 {1} ではなく {0} です。部分ごとに別のファイルが必要です"},
                base::to_text(there.shard), base::to_text(wanted.shard)));
}

}  // namespace gougi::farm
