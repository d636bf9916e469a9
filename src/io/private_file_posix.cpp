// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/private_file.hpp"

namespace gougi::io {
namespace {

constexpr mode_t kOwnersFile = S_IRUSR | S_IWUSR;
constexpr mode_t kOwnersFolder = S_IRWXU;

base::Result<PrivateFile> refuse(const std::filesystem::path& file, const std::string& why) {
  return base::fail(base::to_utf8(file) + ": " + why);
}

std::string reason_of(int error) {
  if (error == ELOOP)
    return base::say({"is a symbolic link, which is not written through",
                      "シンボリックリンクなので書き込みません"});
  if (error == ENXIO)
    return base::say({"is a pipe or a socket, not a file", "ファイルではなくパイプかソケットです"});
  return base::say({"cannot be written ({0})", "書けません({0})"},
                   std::generic_category().message(error));
}

}  // namespace

base::Result<void> make_private_folder(const std::filesystem::path& folder) {
  std::filesystem::path made;
  for (const auto& part : folder) {
    made /= part;
    if (::mkdir(made.c_str(), kOwnersFolder) == 0 || errno == EEXIST) continue;
    struct stat there {};
    const int error = errno;  // of a folder above that may only be read, say, though it is there
    if (::stat(made.c_str(), &there) == 0) continue;
    return base::fail(
        base::say({"{0}: this folder cannot be made ({1})", "{0}: このフォルダを作れません({1})"},
                  base::to_utf8(made), std::generic_category().message(error)));
  }
  std::error_code error;
  const auto itself = folder.has_filename() ? folder : folder.parent_path();
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(itself, error))) {
    return base::fail(base::say(
        {"{0}: is a symbolic link, which is not written through; name the folder itself",
         "{0}: シンボリックリンクなので書き込みません。フォルダそのものを指定してください"},
        base::to_utf8(itself)));
  }
  return {};
}

base::Result<PrivateFile> PrivateFile::open(const std::filesystem::path& file, Start start) {
  // Not to wait: for a pipe's reader, or a terminal.
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  if (start == Start::kNew) flags |= O_EXCL;
  const int descriptor = ::open(file.c_str(), flags, kOwnersFile);
  if (descriptor < 0) return refuse(file, reason_of(errno));
  PrivateFile opened(descriptor);
  struct stat kind {};
  if (::fstat(descriptor, &kind) != 0) return refuse(file, reason_of(errno));
  if (!S_ISREG(kind.st_mode) && !S_ISCHR(kind.st_mode)) return refuse(file, reason_of(ENXIO));
  if (start == Start::kEmpty && S_ISREG(kind.st_mode) && ::ftruncate(descriptor, 0) != 0) {
    return refuse(file, reason_of(errno));
  }
  return opened;
}

PrivateFile::~PrivateFile() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

std::size_t PrivateFile::write(std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(static_cast<int>(handle_), text.data() + done, text.size() - done);
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (n == 0 || errno != EINTR) {
      break;
    }
  }
  return done;
}

std::uint64_t PrivateFile::size() const {
  struct stat now {};
  return ::fstat(static_cast<int>(handle_), &now) == 0 ? static_cast<std::uint64_t>(now.st_size)
                                                       : 0;
}

bool PrivateFile::is_regular() const {
  struct stat now {};
  return ::fstat(static_cast<int>(handle_), &now) == 0 && S_ISREG(now.st_mode);
}

}  // namespace gougi::io
