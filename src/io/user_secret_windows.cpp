// SPDX-License-Identifier: MIT
#include <windows.h>
// After windows.h, which it needs.
#include <bcrypt.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/link_windows.hpp"
#include "io/process_info.hpp"
#include "io/user_secret.hpp"

namespace gougi::io {
namespace {

class OpenHandle {
 public:
  explicit OpenHandle(HANDLE handle) : handle_(handle) {}
  ~OpenHandle() { close(); }
  OpenHandle(const OpenHandle&) = delete;
  OpenHandle& operator=(const OpenHandle&) = delete;
  HANDLE get() const { return handle_; }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  void close() {
    if (is_open()) CloseHandle(handle_);
    handle_ = INVALID_HANDLE_VALUE;
  }

 private:
  HANDLE handle_;
};

tl::unexpected<base::Error> failure(const std::filesystem::path& what, const std::string& why) {
  return base::fail(base::to_utf8(what) + ": " + why);
}
tl::unexpected<base::Error> system_failure(const std::filesystem::path& what,
                                           const std::string& why, DWORD code = GetLastError()) {
  return failure(what, base::say({"{0} (error {1})", "{0}(エラー {1})"}, why, code));
}

bool is_absence(DWORD code) { return code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND; }

/// Virus scanners open each new file for a moment, and keep it from being moved and removed: 0, or
/// why it is so after a second, too.
template <class Step>
DWORD patiently(const Step& step) {
  constexpr DWORD kPauseMs = 20;
  constexpr int kTries = 50;
  for (int tries = 1;; ++tries) {
    if (step() != 0) return 0;
    const DWORD why = GetLastError();
    const bool may_pass = why == ERROR_SHARING_VIOLATION || why == ERROR_ACCESS_DENIED;
    if (!may_pass || tries == kTries) return why;
    Sleep(kPauseMs);
  }
}

}  // namespace

// Of the user's profile: others than the user, the system and its administrators have no access.
base::Result<std::filesystem::path> state_folder() {
  const auto folder =
      base::path_from_utf8(environment_variable("LOCALAPPDATA").value_or(std::string()));
  if (folder.is_absolute()) return folder / "gougi";
  return base::fail(
      base::say({"LOCALAPPDATA names no folder", "LOCALAPPDATA がフォルダを指していません"}));
}

namespace user_secret {

base::Result<Found> read(const std::filesystem::path& folder) {
  const auto file = folder / UserSecret::kFileName;
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const OpenHandle opened(CreateFileW(file.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
  if (!opened.is_open()) {
    if (is_absence(GetLastError())) return Found{};
    return system_failure(file, base::say({"cannot be opened", "開けません"}));
  }
  const Reparse reparse = reparse_of(opened.get());
  if (reparse == Reparse::kLink) {
    return failure(file, base::say({"is a link; remove it", "リンクです。削除してください"}));
  }
  const bool is_here = reparse == Reparse::kNone;
  const OpenHandle whole(is_here ? INVALID_HANDLE_VALUE
                                 : ReOpenFile(opened.get(), GENERIC_READ, kShared, 0));
  if (!is_here && !whole.is_open())
    return system_failure(file, base::say({"cannot be opened", "開けません"}));
  // One byte more than there should be.
  std::array<unsigned char, UserSecret::kBytes + 1> bytes{};
  DWORD size = 0;
  if (ReadFile(is_here ? opened.get() : whole.get(), bytes.data(), static_cast<DWORD>(bytes.size()),
               &size, nullptr) == 0) {
    return system_failure(file, base::say({"cannot be read", "読めません"}));
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
  std::filesystem::create_directories(folder, error);
  if (error)
    return failure(folder, base::say({"cannot be made ({0})", "作れません({0})"}, error.message()));
  const auto random = random_hex(8);
  if (!random) return tl::unexpected(random.error());
  const auto file = folder / UserSecret::kFileName;
  auto draft = file;
  draft += "." + *random;
  OpenHandle made(CreateFileW(draft.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                              FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!made.is_open()) return system_failure(file, base::say({"cannot be made", "作れません"}));
  DWORD written = 0;
  const bool is_written = WriteFile(made.get(), bytes.data(), static_cast<DWORD>(bytes.size()),
                                    &written, nullptr) != 0 &&
                          written == bytes.size() && FlushFileBuffers(made.get()) != 0;
  DWORD why = GetLastError();
  made.close();
  if (is_written) {
    // Refuses what is there already: whoever comes second takes the first one's.
    why =
        patiently([&] { return MoveFileExW(draft.c_str(), file.c_str(), MOVEFILE_WRITE_THROUGH); });
    if (why == 0) return {};
  }
  patiently([&] { return DeleteFileW(draft.c_str()); });
  if (why == ERROR_ALREADY_EXISTS || why == ERROR_FILE_EXISTS) return {};
  return system_failure(file, base::say({"cannot be made", "作れません"}), why);
}

base::Result<void> fill_randomly(unsigned char* to, std::size_t bytes) {
  if (BCRYPT_SUCCESS(BCryptGenRandom(nullptr, to, static_cast<ULONG>(bytes),
                                     BCRYPT_USE_SYSTEM_PREFERRED_RNG))) {
    return {};
  }
  return base::fail(
      base::say({"the system gives no random numbers", "システムから乱数を得られません"}));
}

base::Result<UserSecret::Bytes> keyed_hash(const UserSecret::Bytes& key, std::string_view text) {
  const auto refused = base::fail(
      base::say({"the system has no HMAC-SHA-256", "システムで HMAC-SHA-256 を使えません"}));
  if (text.size() > std::numeric_limits<ULONG>::max()) return refused;
  BCRYPT_ALG_HANDLE algorithm = nullptr;
  if (!BCRYPT_SUCCESS(BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr,
                                                  BCRYPT_ALG_HANDLE_HMAC_FLAG))) {
    return refused;
  }
  // Older headers take what they only read as if they wrote it.
  auto* const key_bytes = const_cast<unsigned char*>(key.data());
  auto* const text_bytes =
      const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(text.data()));
  UserSecret::Bytes hash{};
  BCRYPT_HASH_HANDLE handle = nullptr;
  bool is_done = BCRYPT_SUCCESS(BCryptCreateHash(algorithm, &handle, nullptr, 0, key_bytes,
                                                 static_cast<ULONG>(key.size()), 0));
  is_done = is_done &&
            BCRYPT_SUCCESS(BCryptHashData(handle, text_bytes, static_cast<ULONG>(text.size()), 0));
  is_done = is_done && BCRYPT_SUCCESS(BCryptFinishHash(handle, hash.data(),
                                                       static_cast<ULONG>(hash.size()), 0));
  if (handle != nullptr) BCryptDestroyHash(handle);
  BCryptCloseAlgorithmProvider(algorithm, 0);
  if (!is_done) return refused;
  return hash;
}

}  // namespace user_secret
}  // namespace gougi::io
