// SPDX-License-Identifier: MIT
#include "tools/part_words.hpp"

#include "base/path.hpp"

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

void declare_stop_file(cli::App& app, std::filesystem::path& file, CLI::Option* shard) {
  app.add_option_function<std::string>(
         "--stop-file", [&file](const std::string& name) { file = base::path_from_utf8(name); },
         base::said({"end as after Ctrl-C once there is this file",
                     "このファイルができたら Ctrl-C と同じく終わる"}))
      ->type_name("FILE")
      ->needs(shard);
}

PartOptions declare_part(cli::App& app, std::optional<base::Shard>& shard, std::string& file,
                         std::filesystem::path& stop_file, const base::Text& about) {
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
  declare_stop_file(app, stop_file, options.shard);
  return options;
}

}  // namespace gougi::tools
