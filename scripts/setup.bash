# SPDX-License-Identifier: MIT
# Sourced by the other scripts: packages and configuration of build/. Nothing here
# writes to stdout or reads stdin, which belong to USI. The caller sets `root`.
# shellcheck shell=bash

build=$root/build
setup_log=$build/setup.log
build_packages=(cmake ninja-build g++ libboost1.81-dev libspdlog-dev libfmt-dev libyaml-cpp-dev
  libcli11-dev libexpected-dev nlohmann-json3-dev libsqlite3-dev libgcrypt20-dev)

say() { printf 'gougi: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# Runs a command without stdin, its output to the log only; shows the end of it when it fails.
quietly() {
  if ! "$@" </dev/null >"$setup_log" 2>&1; then
    tail -n 30 "$setup_log" >&2
    return 1
  fi
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null && [[ -t 2 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# install_packages SET PACKAGE…: installs those that are missing. A stamp a set says that the same
# list was complete before, so that the next start need not ask.
install_packages() {
  local stamp=$build/.packages-$1
  shift
  mkdir -p "$build"
  [[ ! -e $stamp || $(<"$stamp") != "$*" ]] || return 0
  command -v dpkg-query >/dev/null ||
    die "this is no Debian: please install by hand what these packages hold: $*"
  local missing=() package
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  if ((${#missing[@]})); then
    [[ $(id -u) == 0 ]] || command -v sudo >/dev/null ||
      die "packages are missing; as root: apt-get install ${missing[*]}"
    say "installing ${missing[*]}"
    # A foreign source that cannot be reached is no reason to stop; the installation decides.
    quietly as_root apt-get -q update || true
    # --no-remove: never at the cost of what the machine's owner has installed.
    quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
      install --no-install-recommends --no-remove "${missing[@]}" ||
      die "cannot install packages; as root: apt-get install ${missing[*]}"
  fi
  printf '%s' "$*" >"$stamp"
}

# build_united FOLDER TARGET…: for folders configured with GOUGI_UNITY. Two sources that each compile
# may clash as one, by a name that both keep to themselves. Whoever only wants to build gets them built
# apart; where `must_unite` is set it is an error, as that takes three times as long.
build_united() {
  local folder=$1
  shift
  cmake --build "$folder" -j "$(nproc)" --target "$@" </dev/null && return 0
  grep -q '^GOUGI_UNITY:BOOL=ON' "$folder/CMakeCache.txt" || return 1
  if [[ ${must_unite:-no} == yes ]]; then
    say "does not build with several sources as one; if a name clashes, make it unique in its room"
    return 1
  fi
  say "does not build with several sources as one; building each by itself (slow)"
  rm -f "$folder/.configured"
  cmake -DGOUGI_UNITY=OFF -DGOUGI_UNITY_TESTS=OFF "$folder" </dev/null >/dev/null &&
    cmake --build "$folder" -j "$(nproc)" --target "$@" </dev/null
}

# pack FOLDER GENERATOR: the package that CPack makes of a built folder, into build/packages.
pack() {
  local packages=$build/packages
  mkdir -p "$packages"
  quietly cpack --config "$1/CPackConfig.cmake" -G "$2" -B "$packages" ||
    die "cannot pack; the whole output is in $setup_log"
  rm -rf "$packages/_CPack_Packages"
}

# configure FOLDER PRESET [ARGUMENT…]: only when the folder is not configured like that already.
# A build tree that was copied or moved with its clone is configured anew.
configure() {
  local folder=$1 preset=$2 fresh=()
  shift 2
  local wanted
  wanted="$root $preset $* $(cksum <"$root/CMakePresets.json")"
  [[ ! -e $folder/build.ninja || ! -e $folder/.configured || $(<"$folder/.configured") != "$wanted" ]] ||
    return 0
  if [[ -e $folder/CMakeCache.txt ]]; then fresh=(--fresh); fi
  say "configuring ${folder#"$root"/}"
  mkdir -p "$folder"
  (cd "$root" && quietly cmake --preset "$preset" -B "$folder" ${fresh[@]+"${fresh[@]}"} "$@") || return 1
  printf '%s' "$wanted" >"$folder/.configured"
}
