# SPDX-License-Identifier: MIT
"""Takes out each defence of SECURITY.md, and sees that its test fails.

usage: take_out.py BUILD_FOLDER [WORD…]

defences.txt, beside this file, says what is taken out for which test. The tree is copied to
BUILD_FOLDER/source and built there; the next call goes on with that. With words, only what has one
of them in its test's name or program, in the name of a file, or in what it is called. A line each:

  fails as it should    (running out of its time, or breaking down, is to fail, too)
  STILL PASSES          the test is too weak, or the defence is there twice
  WAS KILLED            by somebody else: nothing is known
  skipped here          the test wants what this machine has not: root, bubblewrap, a browser
  does not build        what stands in the place of the defence is not C++ without a warning
  FAILS AS IT IS        without anything taken out

Exit code 0 if none still passes, fails as it is, or does not build. All of it takes an hour or
two on two cores; the output of the last build and of each test is in BUILD_FOLDER/logs.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path("tests/security/defences.txt")
PATIENCE_S = 120
MARK = f"GOUGI_TAKEN_OUT={os.getpid()}"  # in the environment of all that a test starts


class Mutation:
    def __init__(self, test, what):
        self.test = test
        self.what = what
        self.changes = []  # [file, text, other text]


def read_table(text):
    """The mutations of defences.txt, which says what it looks like."""
    mutations = []
    part = None  # the place of the lines that come, until one is empty
    for line in text.splitlines():
        if line.startswith("=== "):
            test, _, what = line[4:].partition(": ")
            mutations.append(Mutation(test, what))
            part = None
        elif line.startswith("--- "):
            mutations[-1].changes.append([line[4:], [], []])
            part = 1
        elif line == "+++":
            part = 2
        elif not line:
            part = None
        elif part:
            mutations[-1].changes[-1][part].append(line)
        elif not line.startswith("#"):
            sys.exit(f"{TABLE}: belongs to nothing: {line}")
    for mutation in mutations:
        mutation.changes = [(f, "\n".join(a), "\n".join(b)) for f, a, b in mutation.changes]
    return mutations


def sources():
    """All files of the tree, but for what is built."""
    for folder, folders, files in os.walk(ROOT):
        if pathlib.Path(folder) == ROOT:
            folders[:] = [name for name in folders if not name.startswith(("build", "."))]
        yield from ((pathlib.Path(folder) / name).relative_to(ROOT) for name in files)


# Those of a room that stay together are those that were together before: others' names might clash.
APART = """
# Added by take_out.py.
function(gougi_apart room)
  get_target_property(size gougi_${room} UNITY_BUILD_BATCH_SIZE)
  get_target_property(sources gougi_${room} SOURCES)
  set_target_properties(gougi_${room} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(number 0)
  foreach(source IN LISTS sources)
    get_source_file_property(is_alone ${source} TARGET_DIRECTORY gougi_${room} SKIP_UNITY_BUILD_INCLUSION)
    if(source MATCHES "[.]cpp$" AND NOT is_alone)
      math(EXPR group "${number} / ${size}")
      math(EXPR number "${number} + 1")
      set_source_files_properties(${source} TARGET_DIRECTORY gougi_${room} PROPERTIES UNITY_GROUP "${group}")
    endif()
  endforeach()
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/${room}/)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY gougi_${room} PROPERTIES
                              SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -O0)
endfunction()
"""


def apart(mutations):
    """CMake's words for sources that change to be compiled by themselves, and fast."""
    rooms = {}
    for file in sorted({file for mutation in mutations for file, _, _ in mutation.changes}):
        parts = file.split("/")
        if parts[0] == "src" and len(parts) == 3 and parts[1] != "app" and file.endswith(".cpp"):
            rooms.setdefault(parts[1], []).append(parts[2])
    return APART + "".join(f"gougi_apart({room} {' '.join(files)})\n"
                           for room, files in rooms.items())


def write_if_new(file, content):
    if file.is_file() and not file.is_symlink() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def file_name(test):
    return test.replace("/", "-").replace("*", "")


def copy_tree(to, mutations):
    """What is there already and the same keeps its time, so that it is not built again."""
    wanted = set()
    for file in sources():
        wanted.add(to / file)
        content = (ROOT / file).read_bytes()
        if str(file) == "CMakeLists.txt":
            content += apart(mutations).encode()
        write_if_new(to / file, content)
        (to / file).chmod((ROOT / file).stat().st_mode)
    for folder, folders, files in os.walk(to):
        if pathlib.Path(folder) == to:
            folders[:] = [name for name in folders if name != "build"]
        for name in files:
            file = pathlib.Path(folder) / name
            if file not in wanted:
                file.unlink()


def programs_of_tests():
    """Suite.Test -> the program that has it: that of its folder."""
    programs = {}
    test = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)
    for file in (ROOT / "tests").rglob("*_test.cpp"):
        room = file.relative_to(ROOT / "tests").parts[0]
        for suite, name in test.findall(file.read_text(encoding="utf-8")):
            programs[f"{suite}.{name}"] = f"test_{room}"
    return programs


def end_marked():
    """Without their defence tests leave processes behind."""
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"\0{MARK}\0".encode() in b"\0" + (place / "environ").read_bytes():
                os.kill(int(place.name), signal.SIGKILL)
        except OSError:
            pass  # it has ended, or is another user's


class Copy:
    def __init__(self, folder, temporary):
        self.temporary = temporary  # what others' tests leave or remove is elsewhere
        self.source = folder / "source"
        self.build = self.source / "build"
        self.logs = folder / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)

    def configure(self):
        with open(self.logs / "configure.log", "wb") as log:
            words = ["cmake", "--preset", "ci", "-B", str(self.build), "-DGOUGI_TESTS=ON",
                     "-DGOUGI_BENCH=OFF", "-DGOUGI_UNITY=ON"]
            if subprocess.run(words, cwd=self.source, stdin=subprocess.DEVNULL, stdout=log,
                              stderr=log, check=False).returncode != 0:
                sys.exit(f"cannot be configured; see {self.logs}/configure.log")

    def builds(self, program):
        with open(self.logs / "build.log", "wb") as log:
            words = ["cmake", "--build", str(self.build), "-j", str(os.cpu_count() or 1),
                     "--target", program]
            return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                  check=False).returncode == 0

    def run(self, program, test, log_name):
        """passes, fails, hangs or is skipped; or was killed, by whomever."""
        with open(self.logs / log_name, "wb") as log:
            with subprocess.Popen(
                    [str(self.build / "bin" / program), "--gtest_filter=" +
                     (f"*/{test}" if "/" in test else f"{test}:*/{test}/*")],
                    cwd=self.build, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    env={**os.environ, **dict([MARK.split("=")]), "TMPDIR": self.temporary},
                    start_new_session=True) as child:
                try:
                    code = child.wait(PATIENCE_S)
                except subprocess.TimeoutExpired:
                    code = None
                    os.killpg(child.pid, signal.SIGKILL)
        end_marked()
        said = (self.logs / log_name).read_text(encoding="utf-8", errors="replace")
        if code is None:
            return "hangs"
        if code == -signal.SIGKILL:
            return "was killed"
        if code != 0:
            return "fails"
        if re.search(r"\[  PASSED  \] [1-9]", said):
            return "passes"
        return "is skipped" if "[  SKIPPED ]" in said else "is not there"


def taken_out(copy, program, mutation, log_name):
    """Builds and runs the test without its defence; all is as before afterwards."""
    before = {}
    try:
        for file, text, other in mutation.changes:
            place = copy.source / file
            content = place.read_bytes()
            before.setdefault(place, content)
            if content.count(text.encode()) != 1:
                return f"does not build: not once in {file}: {text}"
            place.write_bytes(content.replace(text.encode(), other.encode()))
        if not copy.builds(program):
            (copy.logs / "build.log").rename(copy.logs / log_name)
            return "does not build"
        verdict = copy.run(program, mutation.test, log_name)
    finally:
        for place, content in before.items():
            place.write_bytes(content)
    return {"fails": "fails as it should",
            "hangs": f"fails as it should (has not ended after {PATIENCE_S} s)",
            "is skipped": "skipped here", "passes": "STILL PASSES"}.get(verdict, verdict.upper())


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    words = [word.lower() for word in sys.argv[2:]]
    with tempfile.TemporaryDirectory(prefix="gougi-") as temporary:
        sys.exit(take_all_out(Copy(pathlib.Path(sys.argv[1]).resolve(), temporary), words))


def take_all_out(copy, words):
    mutations = read_table((ROOT / TABLE).read_text(encoding="utf-8"))
    copy_tree(copy.source, mutations)
    copy.configure()
    programs = programs_of_tests()
    groups = {}
    for number, mutation in enumerate(mutations, 1):
        program = programs.get(mutation.test.partition("/")[0])
        if not program:
            sys.exit(f"{TABLE}: there is no test {mutation.test}")
        files = [file for file, _, _ in mutation.changes]
        about = " ".join([program, mutation.test, mutation.what, *files]).lower()
        if not words or any(word in about for word in words):
            groups.setdefault(program, []).append((number, mutation))
    if not groups:
        sys.exit(f"{TABLE}: has nothing with {' or '.join(words)}")
    counts = {}

    def tell(verdict, test, what, began):
        counts[verdict.split(" (")[0]] = counts.get(verdict.split(" (")[0], 0) + 1
        print(f"{verdict:19} {test}: {what} [{time.monotonic() - began:.0f} s]", flush=True)

    for program, group in groups.items():
        print(f"== {program}", flush=True)
        if not copy.builds(program):
            sys.exit(f"does not build as it is; see {copy.logs}/build.log")
        for test in dict.fromkeys(mutation.test for _, mutation in group):
            began = time.monotonic()
            verdict = copy.run(program, test, f"as-it-is-{file_name(test)}.log")
            if verdict not in ("passes", "is skipped"):
                tell("FAILS AS IT IS", test, verdict, began)
        for number, mutation in group:
            began = time.monotonic()
            log_name = f"{number:03}-{file_name(mutation.test)}.log"
            tell(taken_out(copy, program, mutation, log_name), mutation.test, mutation.what, began)
    print("; ".join(f"{verdict}: {count}" for verdict, count in sorted(counts.items())))
    return 0 if set(counts) <= {"fails as it should", "skipped here"} else 1


if __name__ == "__main__":
    main()
