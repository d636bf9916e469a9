// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/child_launch.hpp"
#include "io/confinement.hpp"
// After Asio, which insists on choosing the order of Windows' own headers.
#include <windows.h>

namespace gougi::io {
namespace {

using boost::system::error_code;
namespace process = boost::process::v2;

error_code last_error() {
  return {static_cast<int>(::GetLastError()), boost::system::system_category()};
}

/// A handle that closes itself.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE value) : value_(value == INVALID_HANDLE_VALUE ? nullptr : value) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Handle(Handle&& other) noexcept : value_(other.release()) {}
  ~Handle() {
    if (value_ != nullptr) ::CloseHandle(value_);
  }
  [[nodiscard]] HANDLE get() const { return value_; }
  explicit operator bool() const { return value_ != nullptr; }
  HANDLE release() {
    HANDLE value = value_;
    value_ = nullptr;
    return value;
  }

 private:
  HANDLE value_ = nullptr;
};

struct PipeEnds {
  Handle ours;
  Handle theirs;
};

/// A pipe with an overlapped end for us, as Asio needs, and a plain inheritable one for the child:
/// programs that mix blocking calls may hang on an overlapped standard stream.
bool make_pipe(PipeEnds& ends, bool we_read) {
  static std::atomic<unsigned> serial{0};
  const std::wstring name = L"\\\\.\\pipe\\gougi-" + std::to_wstring(::GetCurrentProcessId()) +
                            L"-" + std::to_wstring(++serial);
  constexpr DWORD kBytes = 64 << 10;
  ends.ours = Handle(::CreateNamedPipeW(name.c_str(),
                                        (we_read ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND) |
                                            FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                        PIPE_REJECT_REMOTE_CLIENTS, 1, kBytes, kBytes, 0, nullptr));
  if (!ends.ours) return false;
  SECURITY_ATTRIBUTES inheritable{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  ends.theirs = Handle(::CreateFileW(name.c_str(), we_read ? GENERIC_WRITE : GENERIC_READ, 0,
                                     &inheritable, OPEN_EXISTING, 0, nullptr));
  return static_cast<bool>(ends.theirs);
}

/// A job that takes its processes along when its last handle closes, that is, when we end. Without
/// the limits that would allow it, nothing that they start breaks away.
Handle make_job() {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/// Appends `argument` so that the child's C runtime reads it back as it is: backslashes count
/// double before a quotation mark (Boost 1.81 escapes neither these nor words without a blank).
void append_quoted(std::wstring& command_line, const std::wstring& argument) {
  command_line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t c : argument) {
    if (c == L'\\') {
      ++backslashes;
      continue;
    }
    command_line.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
    command_line += c;
    backslashes = 0;
  }
  command_line.append(2 * backslashes, L'\\');
  command_line += L'"';
}

std::wstring command_line_of(const LaunchSpec& spec) {
  std::wstring line;
  append_quoted(line, spec.program.native());
  for (const std::string& argument : spec.arguments) {
    line += L' ';
    append_quoted(line, base::path_from_utf8(argument).native());
  }
  return line;
}

/// Windows compares the names of variables without regard to case.
bool same_name(std::wstring_view a, std::wstring_view b) {
  return ::CompareStringOrdinal(a.data(), static_cast<int>(a.size()), b.data(),
                                static_cast<int>(b.size()), TRUE) == CSTR_EQUAL;
}

/// Our environment, or what is needed of it, with the additions as one block of zero-ended entries.
std::wstring environment_block(const std::map<std::string, std::string>& added, bool is_clean) {
  std::vector<std::pair<std::wstring, std::wstring>> additions;
  for (const auto& [name, value] : added) {
    additions.emplace_back(base::path_from_utf8(name).native(),
                           base::path_from_utf8(value).native());
  }
  std::wstring block;
  wchar_t* const ours = ::GetEnvironmentStringsW();
  for (const wchar_t* entry = ours; entry != nullptr && *entry != 0;) {
    const std::wstring_view text(entry);
    const auto name = text.substr(0, text.find(L'=', 1));  // "=C:=C:\here" is a name, too
    bool replaced = is_clean && !is_needed(base::to_utf8(std::filesystem::path(name)));
    for (const auto& addition : additions) replaced = replaced || same_name(addition.first, name);
    if (!replaced) block.append(text).push_back(L'\0');
    entry += text.size() + 1;
  }
  ::FreeEnvironmentStringsW(ours);
  for (const auto& [name, value] : additions) {
    block.append(name).append(L"=").append(value).push_back(L'\0');
  }
  block.push_back(L'\0');
  return block;
}

/// CreateProcess fails with an internal error now and then (seen under wine) where other processes
/// end in the same moment; a little later it does not.
constexpr int kStartAgain = 3;
constexpr DWORD kStartAgainAfterMs = 20;

/// Boost.Process calls these around CreateProcess.
struct ChildSetup {
  std::array<HANDLE, 3> streams;  ///< input, output, errors: all that the child inherits
  HANDLE job;
  std::wstring command_line;
  std::wstring environment;
  std::filesystem::path directory;
  bool is_low;
  std::vector<char> attributes{};

  error_code on_setup(process::windows::default_launcher& launcher, const std::filesystem::path&,
                      std::wstring& line) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    attributes.resize(size);
    auto* const list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(attributes.data());
    if (!::InitializeProcThreadAttributeList(list, 1, 0, &size) ||
        !::UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, streams.data(),
                                     sizeof streams, nullptr, nullptr)) {
      return last_error();
    }
    launcher.startup_info.lpAttributeList = list;
    auto& start = launcher.startup_info.StartupInfo;
    start.dwFlags |= STARTF_USESTDHANDLES;
    start.hStdInput = streams[0];
    start.hStdOutput = streams[1];
    start.hStdError = streams[2];
    launcher.inherit_handles = true;
    launcher.creation_flags |=
        CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT;
    if (is_low) launcher.creation_flags |= BELOW_NORMAL_PRIORITY_CLASS;
    launcher.environment = environment.data();
    launcher.current_directory = directory;
    line = command_line;
    return {};
  }

  void on_success(process::windows::default_launcher& launcher, const std::filesystem::path&,
                  std::wstring&) {
    ::AssignProcessToJobObject(job, launcher.process_information.hProcess);
    ::ResumeThread(launcher.process_information.hThread);
  }
};

/// CreateProcess takes no folder whose path, with a last backslash, has MAX_PATH characters or
/// more: the manifest changes nothing about that, and wine 8 is harmed by one.
constexpr std::size_t kLongestDirectory = MAX_PATH - 2;

/// The same folder by its short name, where the volume keeps those.
std::filesystem::path short_name(const std::filesystem::path& folder) {
  std::wstring name(::GetShortPathNameW(folder.c_str(), nullptr, 0), L'\0');
  name.resize(::GetShortPathNameW(folder.c_str(), name.data(), static_cast<DWORD>(name.size())));
  return name.empty() ? folder : std::filesystem::path(name);
}

/// Names the error by number as well: Windows words it in the user's language and code page.
base::Result<LaunchedChild> cannot_start(const LaunchSpec& spec, const error_code& error) {
  return base::fail(base::say(
      {"cannot start '{0}': Windows error {1}", "'{0}' を起動できません: Windows のエラー {1}"},
      base::to_utf8(spec.program), error.value()));
}

}  // namespace

bool is_needed(std::string_view variable) {
  static constexpr std::array<std::string_view, 26> kNames{"PATH",
                                                           "PATHEXT",
                                                           "COMSPEC",
                                                           "OS",
                                                           "SYSTEMROOT",
                                                           "SYSTEMDRIVE",
                                                           "WINDIR",
                                                           "TEMP",
                                                           "TMP",
                                                           "USERNAME",
                                                           "USERPROFILE",
                                                           "HOMEDRIVE",
                                                           "HOMEPATH",
                                                           "APPDATA",
                                                           "LOCALAPPDATA",
                                                           "PROGRAMDATA",
                                                           "ALLUSERSPROFILE",
                                                           "PUBLIC",
                                                           "PROGRAMFILES",
                                                           "PROGRAMFILES(X86)",
                                                           "COMMONPROGRAMFILES",
                                                           "COMPUTERNAME",
                                                           "NUMBER_OF_PROCESSORS",
                                                           "PROCESSOR_ARCHITECTURE",
                                                           "PROCESSOR_IDENTIFIER",
                                                           "TZ"};
  if (variable.starts_with('=')) return true;  // the folders that are current on each drive
  const std::wstring name = base::path_from_utf8(variable).native();
  return std::ranges::any_of(kNames, [&](std::string_view needed) {
    return same_name(base::path_from_utf8(needed).native(), name);
  });
}

base::Result<LaunchedChild> launch_child(boost::asio::io_context& context, const LaunchSpec& spec) {
  if (spec.is_confined) {
    const auto refused = can_confine();
    if (!refused) {
      return base::fail(base::say({"cannot start '{0}': {1}", "'{0}' を起動できません: {1}"},
                                  base::to_utf8(spec.program), refused.error().message));
    }
  }
  const auto is_too_long = [](const std::filesystem::path& folder) {
    return folder.native().size() > kLongestDirectory;
  };
  const auto directory = is_too_long(spec.directory) ? short_name(spec.directory) : spec.directory;
  if (is_too_long(directory)) {
    return base::fail(base::say(
        {"cannot start '{0}': the path of the folder that it is to run in has more than {1} "
         "characters, which Windows does not take; move it, or name another folder by 'directory'",
         "'{0}' を起動できません: 作業フォルダのパスが Windows の上限 {1} 文字を超えています。"
         "パスの短い場所へ移すか、'directory' で別のフォルダを指定してください"},
        base::to_utf8(spec.program), kLongestDirectory));
  }
  PipeEnds input;
  PipeEnds output;
  PipeEnds errors;
  Handle job = make_job();
  if (!job || !make_pipe(input, false) || !make_pipe(output, true) || !make_pipe(errors, true)) {
    return cannot_start(spec, last_error());
  }
  ChildSetup setup{{input.theirs.get(), output.theirs.get(), errors.theirs.get()},
                   job.get(),
                   command_line_of(spec),
                   environment_block(spec.environment, spec.is_clean),
                   directory,
                   spec.is_low};
  // Inherited: an engine that crashes or lacks a library ends at once, instead of waiting behind a
  // window until somebody closes it.
  ::SetErrorMode(::GetErrorMode() | SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  const Executor executor = context.get_executor();
  error_code error;
  const auto try_to_start = [&] {
    error.clear();
    return process::windows::default_launcher{}(executor, error, spec.program,
                                                std::vector<std::wstring>{}, setup);
  };
  Process child = try_to_start();
  for (int again = 0; again < kStartAgain && error.value() == ERROR_INTERNAL_ERROR; ++again) {
    ::Sleep(kStartAgainAfterMs);
    child = try_to_start();
  }
  if (error) return cannot_start(spec, error);
  const auto number = static_cast<std::int64_t>(child.id());
  return LaunchedChild{
      std::shared_ptr<void>(job.release(), [](void* handle) { ::CloseHandle(handle); }),
      WritablePipe(executor, input.ours.release()),
      ReadablePipe(executor, output.ours.release()),
      ReadablePipe(executor, errors.ours.release()),
      std::move(child),
      number};
}

void when_ended(LaunchedChild& child, std::function<void()> done) {
  // Never cancelled nor raced: Boost 1.81 cannot cancel it.
  child.process.async_wait([done = std::move(done)](const error_code&, int) { done(); });
}

std::size_t write_now(WritablePipe&, std::string_view, error_code&) { return 0; }

std::size_t bytes_waiting(ReadablePipe& pipe) {
  DWORD count = 0;
  if (!pipe.is_open() ||
      !::PeekNamedPipe(pipe.native_handle(), nullptr, 0, nullptr, &count, nullptr)) {
    return 0;
  }
  return count;
}

void ask_to_end(LaunchedChild& child) { kill_now(child); }
void interrupt(LaunchedChild&) {}
void kill_now(LaunchedChild& child) { ::TerminateJobObject(child.job.get(), 1); }
void kill_left_behind(LaunchedChild& child) { kill_now(child); }
void kill_and_wait(LaunchedChild& child) { kill_now(child); }  // Boost's handle waits

ExitStatus describe_exit(process::native_exit_code_type native_code) {
  ExitStatus status;
  status.code = static_cast<int>(native_code);
  status.text = "exit code ";
  if (native_code < 0x10000U) {
    status.text += std::to_string(native_code);
  } else {
    static constexpr std::string_view kDigits = "0123456789ABCDEF";
    status.text += "0x";
    for (int shift = 28; shift >= 0; shift -= 4)
      status.text += kDigits[(native_code >> shift) & 15U];
  }
  return status;
}

}  // namespace gougi::io
