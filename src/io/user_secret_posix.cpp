// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <gcrypt.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/process_info.hpp"
#include "io/user_secret.hpp"

namespace gougi::io {
namespace {

class OpenDescriptor {
 public:
  explicit OpenDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~OpenDescriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenDescriptor(const OpenDescriptor&) = delete;
  OpenDescriptor& operator=(const OpenDescriptor&) = delete;
  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

tl::unexpected<base::Error> failure(const std::filesystem::path& what, const std::string& why) {
  return base::fail(base::to_utf8(what) + ": " + why);
}
tl::unexpected<base::Error> system_failure(const std::filesystem::path& what,
                                           const std::string& why) {
  return failure(what, why + " (" + std::generic_category().message(errno) + ")");
}

bool is_written(int descriptor, const UserSecret::Bytes& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return ::fsync(descriptor) == 0;
}

}  // namespace

base::Result<std::filesystem::path> state_folder() {
  // A relative path is to be ignored, says the XDG base directory specification.
  const std::string set = environment_variable("XDG_STATE_HOME").value_or("");
  if (set.starts_with('/')) return base::path_from_utf8(set) / "gougi";
  const std::string home = environment_variable("HOME").value_or("");
  if (home.starts_with('/')) return base::path_from_utf8(home) / ".local" / "state" / "gougi";
  return base::fail(base::say({"neither XDG_STATE_HOME nor HOME names a folder",
                               "XDG_STATE_HOME も HOME もフォルダを指していません"}));
}

namespace user_secret {

base::Result<Found> read(const std::filesystem::path& folder) {
  // What others could write is no secret, and what lies behind a link may be theirs.
  const OpenDescriptor place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place.is_open()) {
    if (errno == ENOENT) return Found{};
    return system_failure(folder, base::say({"cannot be opened", "開けません"}));
  }
  struct stat status {};
  if (::fstat(place.get(), &status) != 0)
    return system_failure(folder, base::say({"cannot be looked at", "調べられません"}));
  if (status.st_uid != ::geteuid())
    return failure(folder, base::say({"belongs to another user", "別のユーザーのものです"}));
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return failure(folder, base::say({"may be written by others; chmod 700 it",
                                      "他のユーザーも書き込めます。chmod 700 してください"}));
  }
  const auto file = folder / UserSecret::kFileName;
  const OpenDescriptor opened(::openat(place.get(), UserSecret::kFileName,
                                       O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!opened.is_open()) {
    if (errno == ENOENT) return Found{};
    if (errno == ELOOP)
      return failure(file, base::say({"is a link; remove it", "リンクです。削除してください"}));
    return system_failure(file, base::say({"cannot be opened", "開けません"}));
  }
  if (::fstat(opened.get(), &status) != 0)
    return system_failure(file, base::say({"cannot be looked at", "調べられません"}));
  if (!S_ISREG(status.st_mode))
    return failure(file, base::say({"is no regular file; remove it",
                                    "通常のファイルではありません。削除してください"}));
  if (status.st_uid != ::geteuid())
    return failure(file, base::say({"belongs to another user; remove it",
                                    "別のユーザーのものです。削除してください"}));
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return failure(file, base::say({"may be read by others; remove it, so that a new one is made",
                                    "他のユーザーも読めます。削除すれば新しく作ります"}));
  }
  // One byte more than there should be.
  std::array<unsigned char, UserSecret::kBytes + 1> bytes{};
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t count = ::read(opened.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure(file, base::say({"cannot be read", "読めません"}));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size != UserSecret::kBytes) {
    return failure(file, base::say({"is no secret of gougi; remove it, so that a new one is made",
                                    "gougi の秘密鍵ではありません。削除すれば新しく作ります"}));
  }
  Found found{true, {}};
  std::copy_n(bytes.begin(), UserSecret::kBytes, found.bytes.begin());
  return found;
}

base::Result<void> publish(const std::filesystem::path& folder, const UserSecret::Bytes& bytes) {
  std::error_code error;
  std::filesystem::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return system_failure(folder, base::say({"cannot be made", "作れません"}));
  }
  const OpenDescriptor place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place.is_open())
    return system_failure(folder, base::say({"cannot be opened", "開けません"}));
  const auto random = random_hex(8);
  if (!random) return tl::unexpected(random.error());
  const std::string draft = std::string(UserSecret::kFileName) + "." + *random;
  const auto file = folder / UserSecret::kFileName;
  const OpenDescriptor made(::openat(place.get(), draft.c_str(),
                                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                     S_IRUSR | S_IWUSR));
  if (!made.is_open()) return system_failure(file, base::say({"cannot be made", "作れません"}));
  // link() refuses what is there already: whoever comes second takes the first one's.
  const bool is_there =
      is_written(made.get(), bytes) &&
      (::linkat(place.get(), draft.c_str(), place.get(), UserSecret::kFileName, 0) == 0 ||
       errno == EEXIST);
  const int why = errno;
  ::unlinkat(place.get(), draft.c_str(), 0);
  errno = why;
  if (!is_there) return system_failure(file, base::say({"cannot be made", "作れません"}));
  return {};
}

base::Result<void> fill_randomly(unsigned char* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t count = ::getrandom(to, bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      return system_failure("getrandom",
                            base::say({"gives no random numbers", "乱数を得られません"}));
    to += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return {};
}

base::Result<UserSecret::Bytes> keyed_hash(const UserSecret::Bytes& key, std::string_view text) {
  // Once in a program; without its own locked memory, as the key lies in ours anyway.
  static const bool is_ready = [] {
    if (gcry_check_version(nullptr) == nullptr) return false;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    return gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0) == 0;
  }();
  gcry_md_hd_t handle = nullptr;
  if (!is_ready || gcry_md_open(&handle, GCRY_MD_SHA256, GCRY_MD_FLAG_HMAC) != 0) {
    return base::fail(
        base::say({"libgcrypt has no HMAC-SHA-256", "libgcrypt で HMAC-SHA-256 を使えません"}));
  }
  UserSecret::Bytes hash{};
  bool is_done = gcry_md_setkey(handle, key.data(), key.size()) == 0;
  if (is_done) {
    gcry_md_write(handle, text.data(), text.size());
    const unsigned char* const bytes = gcry_md_read(handle, GCRY_MD_SHA256);
    is_done = bytes != nullptr;
    if (is_done) std::copy_n(bytes, hash.size(), hash.begin());
  }
  gcry_md_close(handle);
  if (!is_done)
    return base::fail(
        base::say({"libgcrypt has no HMAC-SHA-256", "libgcrypt で HMAC-SHA-256 を使えません"}));
  return hash;
}

}  // namespace user_secret
}  // namespace gougi::io
