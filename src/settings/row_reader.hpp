// SPDX-License-Identifier: MIT
// A value of the file into the member that its row names, or a complaint. Not shared between
// threads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/section.hpp"
#include "settings/setting.hpp"

namespace gougi::settings {

class RowReader {
 public:
  /// `folder` resolves relative paths.
  RowReader(Complaints& complaints, std::filesystem::path folder)
      : complaints_(complaints), folder_(std::move(folder)) {}

  /// A key that is missing leaves `to` as it is, and so does what only the caller can read: blocks
  /// and what is read by hand.
  template <class Owner>
  void read(const Section& section, const Setting<Owner>& row, Owner& to) const {
    std::visit([&](const auto& kind) { read_as(section, word_of(row.key), kind, to); }, row.kind);
  }

  /// Absolute; complains about a `~`.
  std::filesystem::path resolve(const Section& section, std::string_view key,
                                const std::string& text) const {
    if (text == "~" || text.starts_with("~/")) {
      complaints_.add(section.line_of(key), section.path_of(key),
                      base::say({"'~' is not understood here; write the whole path",
                                 "'~' はここでは使えません。パス全体を書いてください"}));
    }
    return base::plain_path(base::path_in(folder_, base::path_from_utf8(text)));
  }

 private:
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const WholeNumber<Owner>& kind,
               Owner& to) const {
    if (!kind.word.empty() && section.is_word(key, kind.word)) {
      kind.set(to, std::nullopt);
    } else if (const auto value = section.integer(key, kind.least, kind.most, kind.word)) {
      kind.set(to, value);
    }
  }
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const RealNumber<Owner>& kind,
               Owner& to) const {
    if (const auto value = section.number(key, kind.least, kind.most)) kind.set(to, *value);
  }
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const Flag<Owner>& kind,
               Owner& to) const {
    if (const auto place = section.choice(key, kFlagNames)) kind.set(to, *place == 0);
  }
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const Choice<Owner>& kind,
               Owner& to) const {
    if (const auto place = section.choice(key, kind.names)) kind.set(to, *place);
  }
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const Text<Owner>& kind,
               Owner& to) const {
    if (const auto text = section.text(key, kind.most_bytes)) {
      kind.set(to, std::string(base::trim(*text)));
    }
  }
  template <class Owner>
  void read_as(const Section& section, std::string_view key, const Place<Owner>& kind,
               Owner& to) const {
    if (const auto text = section.text(key)) kind.set(to, resolve(section, key, *text));
  }
  template <class Owner>
  void read_as(const Section&, std::string_view, const Block&, Owner&) const {}
  template <class Owner>
  void read_as(const Section&, std::string_view, const ByHand&, Owner&) const {}

  Complaints& complaints_;
  std::filesystem::path folder_;
};

}  // namespace gougi::settings
