// SPDX-License-Identifier: MIT
// A real browser, without a window, that a test drives: opens pages, asks them, waits for what they
// show. It speaks Chromium's own protocol (DevTools) over a WebSocket. No name is found, and
// nothing but this machine.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/path.hpp"
#include "base/text.hpp"
#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "io/process_info.hpp"

namespace gougi::testing {

class DrivenBrowser {
 public:
  static std::optional<std::filesystem::path> program() {
    for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
      if (const auto found = io::find_program(name, {}, {})) return *found;
    }
    return std::nullopt;
  }

  DrivenBrowser()
      : browser_(base::to_utf8(*program()),
                 {"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                  "--no-first-run", "--lang=en",
                  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                  "--user-data-dir=" + base::to_utf8(profile_.path()), "--remote-debugging-port=0",
                  "about:blank"}) {
    connect();
  }
  ~DrivenBrowser() {
    if (is_there()) call("Browser.close", nlohmann::json::object());
    browser_.wait_exit(Milliseconds(10'000));
    browser_.kill();
  }
  DrivenBrowser(const DrivenBrowser&) = delete;
  DrivenBrowser& operator=(const DrivenBrowser&) = delete;

  bool is_there() const { return socket_ != nullptr; }
  /// False, too, where it has died.
  bool answers() {
    return call("Browser.getVersion", nlohmann::json::object()).contains("product");
  }

  /// Opens a page; what names it from now on.
  std::string open(const std::string& address, int width = 1200, int height = 900) {
    if (user_.empty()) {
      user_ = call("Target.createBrowserContext", nlohmann::json::object())
                  .value("browserContextId", "");
    }
    const auto target = call("Target.createTarget", {{"url", address},
                                                     {"width", width},
                                                     {"height", height},
                                                     {"newWindow", true},
                                                     {"browserContextId", user_}});
    const std::string id = target.value("targetId", "");
    return call("Target.attachToTarget", {{"targetId", id}, {"flatten", true}})
        .value("sessionId", "");
  }
  /// Closes all pages, and forgets what they have stored: the next are those of somebody else.
  void forget_all() {
    if (!user_.empty()) call("Target.disposeBrowserContext", {{"browserContextId", user_}});
    user_.clear();
  }
  /// Of what size it is, as of a phone.
  void resize(const std::string& page, int width, int height, bool dark) {
    call("Emulation.setDeviceMetricsOverride",
         {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}}, page);
    call("Emulation.setEmulatedMedia",
         {{"features", {{{"name", "prefers-color-scheme"}, {"value", dark ? "dark" : "light"}}}}},
         page);
  }
  /// What `script` comes to, or what went wrong, as text.
  nlohmann::json ask(const std::string& page, const std::string& script) {
    const auto answer =
        call("Runtime.evaluate",
             {{"expression", script}, {"awaitPromise", true}, {"returnByValue", true}}, page);
    if (answer.contains("exceptionDetails")) return answer["exceptionDetails"].dump();
    if (!answer.contains("result")) return nullptr;
    return answer["result"].value("value", nlohmann::json());
  }
  /// Whether `condition` comes to hold; a machine that is busy shows things slowly.
  bool comes(const std::string& page, const std::string& condition) {
    const std::string script =
        "new Promise(done => { let left = 1500; const look = () => { let is = false;"
        " try { is = !!(" +
        condition +
        "); } catch {}"
        " if (is || --left === 0) done(is); else setTimeout(look, 20); }; look(); })";
    constexpr int kMostPages = 20;  // who is asked while its page gives way to the next is gone
    for (int i = 0; i < kMostPages; ++i) {
      const nlohmann::json is = ask(page, script);
      if (is.is_boolean()) return is == nlohmann::json(true);
      browser_.listen(Milliseconds(50));
    }
    return false;
  }
  /// Keeps a picture of the page for the documents, where GOUGI_PICTURES names a folder; on a
  /// machine with Japanese letters. They are small by
  ///   base64 -d NAME.png.base64 | pngquant --nofs 48 - > docs/NAME.png
  void keep_picture(const std::string& page, const std::string& name, int width, int height,
                    bool dark) {
    const char* const folder = std::getenv("GOUGI_PICTURES");
    if (folder == nullptr) return;
    resize(page, width, height, dark);
    comes(page, "innerWidth === " + std::to_string(width));
    settle(page);
    std::ofstream(std::string(folder) + "/" + name + ".png.base64") << picture(page);
  }
  /// A command of DevTools to the page, and what comes of it.
  nlohmann::json tell(const std::string& page, const std::string& command,
                      const nlohmann::json& parameters) {
    return call(command, parameters, page);
  }
  /// Presses and releases the mouse where `where`, a script, says: [x, y].
  void click(const std::string& page, const std::string& where) {
    const nlohmann::json at = ask(page, where);
    if (!at.is_array()) return;
    for (const char* const type : {"mousePressed", "mouseReleased"}) {
      tell(page, "Input.dispatchMouseEvent",
           {{"type", type}, {"x", at[0]}, {"y", at[1]}, {"button", "left"}, {"clickCount", 1}});
    }
    settle(page);
  }
  /// Waits until what has changed is drawn.
  void settle(const std::string& page) {
    ask(page,
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
  }
  /// A picture of the page as PNG, in base64.
  std::string picture(const std::string& page) {
    return call("Page.captureScreenshot", {{"format", "png"}}, page).value("data", "");
  }

 private:
  using Socket = boost::beast::websocket::stream<boost::asio::ip::tcp::socket>;

  // "DevTools listening on ws://127.0.0.1:36871/devtools/browser/…"
  std::string told_address() {
    constexpr std::string_view kTold = "DevTools listening on ws://127.0.0.1:";
    for (int i = 0; i < 600 && !browser_.exit; ++i) {
      for (const std::string& line : browser_.errors) {
        if (line.starts_with(kTold)) return line.substr(kTold.size());
      }
      browser_.listen(Milliseconds(50));
    }
    return "";
  }
  void connect() {
    const std::string address = told_address();
    const std::size_t slash = address.find('/');
    if (slash == std::string::npos) return;
    const auto port = base::to_int(address.substr(0, slash)).value_or(0);
    auto socket = std::make_unique<Socket>(context_);
    boost::system::error_code error;
    socket->next_layer().connect(
        {boost::asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port)}, error);
    if (!error) socket->handshake("127.0.0.1", address.substr(slash), error);
    if (!error) socket_ = std::move(socket);
  }
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters,
                      const std::string& page = "") {
    if (!socket_) return nlohmann::json::object();
    nlohmann::json asked{{"id", ++id_}, {"method", method}, {"params", parameters}};
    if (!page.empty()) asked["sessionId"] = page;
    boost::system::error_code error;
    socket_->write(boost::asio::buffer(asked.dump()), error);
    while (!error) {
      boost::beast::flat_buffer buffer;
      socket_->read(buffer, error);
      if (error) break;
      const auto told = nlohmann::json::parse(boost::beast::buffers_to_string(buffer.data()));
      if (told.value("id", 0) == id_) return told.value("result", nlohmann::json::object());
    }
    return nlohmann::json::object();
  }

  Folder profile_;
  Dialogue browser_;
  boost::asio::io_context context_;
  std::unique_ptr<Socket> socket_;
  std::string user_;  // whose pages are open; empty: nobody's
  int id_ = 0;
};

/// The tests of a suite, if they run in one process, share a browser, as its start takes longer
/// than what most of them ask.
class DrivenBrowserTest : public ::testing::Test {
 protected:
  static void TearDownTestSuite() { kept().reset(); }
  void TearDown() override {
    if (browser_ != nullptr) browser_->forget_all();
  }
  /// Whether there is one, which is `browser_` then.
  bool start_browser() {
    if (!DrivenBrowser::program()) return false;
    if (!kept() || !kept()->answers()) kept() = std::make_unique<DrivenBrowser>();
    browser_ = kept().get();
    EXPECT_TRUE(browser_->is_there()) << "the browser cannot be driven";
    return browser_->is_there();
  }

  DrivenBrowser* browser_ = nullptr;

 private:
  static std::unique_ptr<DrivenBrowser>& kept() {
    static std::unique_ptr<DrivenBrowser> browser;
    return browser;
  }
};

}  // namespace gougi::testing
