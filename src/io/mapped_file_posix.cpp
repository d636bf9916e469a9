// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/mapped_file.hpp"

namespace gougi::io {
namespace {

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

base::Result<std::shared_ptr<const MappedFile>> MappedFile::open(
    const std::filesystem::path& file) {
  const std::string name = base::to_utf8(file);
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return base::fail(name + ": " + reason());
  struct stat status {};
  std::string wrong;
  if (::fstat(descriptor, &status) != 0) {
    wrong = reason();
  } else if (S_ISDIR(status.st_mode)) {
    wrong = base::say({"is a folder, not a file", "ファイルではなくフォルダです"});
  } else if (!S_ISREG(status.st_mode)) {
    wrong = base::say({"is not a regular file", "通常のファイルではありません"});
  } else if (status.st_size == 0) {
    wrong = base::say({"is empty", "空です"});
  }
  if (!wrong.empty()) {
    ::close(descriptor);
    return base::fail(name + ": " + wrong);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  const std::string why = memory == MAP_FAILED ? reason() : "";
  ::close(descriptor);
  if (memory == MAP_FAILED)
    return base::fail(base::say(
        {"{0}: cannot be mapped: {1}", "{0}: メモリに割り当てられません: {1}"}, name, why));
  return std::shared_ptr<const MappedFile>(
      new MappedFile({static_cast<const std::byte*>(memory), size}));
}

MappedFile::~MappedFile() { ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

}  // namespace gougi::io
