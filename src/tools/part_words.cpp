// SPDX-License-Identifier: MIT
#include "tools/part_words.hpp"

namespace gougi::tools {

CLI::Option* declare_shard(cli::App& app, std::optional<base::Shard>& shard,
                           const base::Text& about) {
  return app
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = *base::parse_shard(text); },
          base::said(about))
      ->type_name("I/N")
      ->check([](const std::string& text) {
        const auto parsed = base::parse_shard(text);
        return parsed ? std::string() : parsed.error().message;
      });
}

PartOptions declare_part(cli::App& app, std::optional<base::Shard>& shard, std::string& file,
                         const base::Text& about) {
  using base::said;
  PartOptions options;
  options.shard = declare_shard(app, shard, about);
  options.file = app.add_option("--file", file, said({"of that part", "その部分のファイル"}))
                     ->type_name("FILE")
                     ->check([](const std::string& text) {
                       return text.empty() ? said({"wants a file", "ファイル名を指定してください"})
                                           : std::string();
                     })
                     ->needs(options.shard);
  options.shard->needs(options.file);
  return options;
}

}  // namespace gougi::tools
