// SPDX-License-Identifier: MIT
#include "io/unheld_output.hpp"

#include <iostream>
#include <ostream>
#include <streambuf>
#include <string_view>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "io/stdout_writer.hpp"

namespace gougi::io {

class UnheldOutput::Stream final : public std::streambuf {
 public:
  Stream(EventLoop& loop, std::ostream& stream, int descriptor)
      : stream_(stream),
        writer_(
            loop, [](const base::Error&) {}, descriptor) {
    stream_.flush();
    before_ = stream_.rdbuf();
    // As rdbuf(this) would, but for the signs of an earlier failure, which stay.
    const auto state = stream_.rdstate();
    stream_.rdbuf(this);
    stream_.setstate(state);
  }
  ~Stream() override {
    constexpr base::Duration kStep = std::chrono::minutes(1);
    while (!writer_.drain(kStep) && !writer_.is_dead()) {
    }
    const auto state = stream_.rdstate();
    stream_.rdbuf(before_);
    stream_.setstate(state);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    writer_.write({text, static_cast<std::size_t>(size)});
    return size;
  }
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return 0;
    const char one = traits_type::to_char_type(character);
    writer_.write({&one, 1});
    return character;
  }
  int sync() override {
    writer_.flush();
    return writer_.is_dead() ? -1 : 0;
  }

  std::ostream& stream_;
  std::streambuf* before_ = nullptr;
  StdoutWriter writer_;
};

UnheldOutput::UnheldOutput(EventLoop& loop)
    : out_(std::make_unique<Stream>(loop, std::cout, 1)),
      err_(std::make_unique<Stream>(loop, std::cerr, 2)) {}

UnheldOutput::~UnheldOutput() = default;

}  // namespace gougi::io
