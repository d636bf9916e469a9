// SPDX-License-Identifier: MIT
#include "layers/english_texts.hpp"

#include <algorithm>
#include <regex>
#include <string_view>
#include <utility>

namespace gougi::layers {
namespace {

// A literal, or several that the compiler makes one of.
struct Literal {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

// The literals of a text without comments; their insides become blanks in it.
std::vector<Literal> take_literals(std::string& text) {
  std::vector<Literal> literals;
  const auto is_between = [&text](std::size_t begin, std::size_t end) {
    return text.find_first_not_of(" \n", begin) >= end;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '"' && text[at] != '\'') continue;
    const char quote = text[at];
    constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
    if (quote == '\'' && at > 0 && kDigits.find(text[at - 1]) != std::string_view::npos) {
      continue;  // 1'000
    }
    const bool is_raw = quote == '"' && at > 0 && text[at - 1] == 'R';
    std::size_t end = at + 1;
    if (is_raw) {
      const std::string close = ")" + text.substr(at + 1, text.find('(', at) - at - 1) + "\"";
      end = std::min(text.find(close, at), text.size()) + close.size();
    } else {
      while (end < text.size() && text[end] != quote) end += text[end] == '\\' ? 2 : 1;
      ++end;
    }
    end = std::min(end, text.size());
    Literal literal{at, end, text.substr(at + 1, end - at - 2)};
    for (std::size_t i = at; i < end; ++i) {
      if (text[i] != '\n') text[i] = '_';
    }
    if (quote == '"' && !literals.empty() && is_between(literals.back().end, at)) {
      literals.back().end = end;
      literals.back().text += literal.text;
    } else if (quote == '"') {
      literals.push_back(std::move(literal));
    }
    at = end - 1;
  }
  return literals;
}

// Kana, kanji or Japanese punctuation in UTF-8.
bool is_japanese(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0xE3 && byte <= 0xE9) || byte == 0xEF;
  });
}

// Where the statement that holds `at` begins.
std::size_t statement_of(const std::string& code, std::size_t at) {
  while (at > 0) {
    const char before = code[at - 1];
    if (before == ';') break;
    if (before == '\n' && at > 1 && (code[at - 2] == '{' || code[at - 2] == '}')) break;
    --at;
  }
  return at;
}

bool has_japanese(const std::vector<Literal>& literals, std::size_t begin, std::size_t end) {
  return std::ranges::any_of(literals, [&](const Literal& literal) {
    return literal.begin >= begin && literal.begin < end && is_japanese(literal.text);
  });
}

}  // namespace

std::vector<std::string> english_only_texts(const SourceTree& tree) {
  static const std::regex kTwoWords("[A-Za-z]{2,},? [a-z]{2,}");
  static const std::regex kProgram(R"re((\\n)?gougi[a-z -]*:? ?)re");
  static const std::regex kForPeople(
      R"re(\b(fails?|refuse\w*|refusal|complain\w*|complaints_\.add|failure|damage|wrong|bad|error|leave_out|Error)\s*[({]|\bcerr\b)re");
  // What is told to a GUI or by a page: one of these takes the text in either language, so that the
  // statement as a whole has both.
  static const std::regex kTold(
      R"re(\b(say|say_once|message|warn|to_host|info_string|complain|whole|(messages_?|notes)\.push_back)\s*\()re");
  static const std::regex kLogged(R"re(\bwarning\s*\()re");
  // Words of the protocol, which have no language.
  static const std::regex kOfProtocol(
      R"re(^(id|option|setoption|position|go|gameover|checkmate|bestmove) .*)re");
  std::vector<std::string> found;
  for (const auto& [path, text] : tree) {
    std::string code = strip(text, false);
    const std::vector<Literal> literals = take_literals(code);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      const Literal& literal = literals[i];
      if (is_japanese(literal.text) || !std::regex_search(literal.text, kTwoWords) ||
          std::regex_match(literal.text, kProgram)) {
        continue;
      }
      if (i + 1 < literals.size() && is_japanese(literals[i + 1].text)) {
        const std::size_t comma = code.find_first_not_of(" \n", literal.end);
        if (comma < literals[i + 1].begin && code[comma] == ',') continue;
      }
      const std::size_t begin = statement_of(code, literal.begin);
      const std::string statement = code.substr(begin, literal.begin - begin);
      // A pair whose Japanese has no kana: {"it along PATH", "PATH"}.
      const bool is_pair = i + 1 < literals.size() && statement.ends_with('{') &&
                           code.find_first_not_of(" \n,", literal.end) == literals[i + 1].begin;
      const bool is_told = std::regex_search(statement, kTold) && !is_pair &&
                           !std::regex_search(statement, kLogged) &&
                           !std::regex_match(literal.text, kOfProtocol) &&
                           !has_japanese(literals, begin, code.find(';', literal.end));
      if (!is_told && !std::regex_search(statement, kForPeople)) continue;
      const auto line =
          1 +
          std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(literal.begin), '\n');
      found.push_back("src/" + path + ":" + std::to_string(line) + ": " + literal.text);
    }
  }
  return found;
}

}  // namespace gougi::layers
