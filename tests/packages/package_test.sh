#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One package, tried as a user would: unpacked or installed, a game played by it as a GUI plays, its
# files looked at. Usage: package_test.sh PACKAGE [FOLDER-FOR-BARE-SYSTEMS]. `scripts/package --check`
# calls it. Bare systems want root; those that cannot be fetched are named and passed over.
set -euo pipefail

package=$1
systems=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $(basename "$package"): $*" >&2
  exit 1
}
passed() { echo "passed: $(basename "$package"): $*"; }

# shellcheck source=tests/packages/gui.bash
source "$(dirname "${BASH_SOURCE[0]}")/gui.bash"

# What bench says at its end: the nodes of its searches, which are its signature, and what the networks
# computed with.
bench() { "$@" bench | sed -nE 's/^bench .* nodes ([0-9]+) .* with (.*)$/\1 \2/p'; }

# The best of what this machine's processor has.
best_here() {
  local flags
  flags=" $(sed -n 's/^flags[^:]*: *//p' /proc/cpuinfo | head -n 1) "
  case $flags in
    *' avx512bw '*) [[ $flags == *' avx512_vnni '* ]] && echo 'AVX-512 VNNI' || echo AVX-512 ;;
    *' avx2 '*) echo AVX2 ;;
    *' sse4_1 '*) echo SSE4.1 ;;
    *) echo plain ;;
  esac
}

# It runs on every x86-64 processor, uses of each what it has, and searches the same.
on_every_processor() {
  local nodes with said model
  read -r nodes with <<<"$(bench "$1")"
  [[ $nodes -gt 0 && $with == "$(best_here)" ]] || fail "bench: '$nodes' nodes with '$with' here, not $(best_here)"
  passed "bench uses $with here"
  command -v qemu-x86_64 >/dev/null || { echo "  no qemu-x86_64: other processors were not tried" && return; }
  for model in Haswell=AVX2 Nehalem=SSE4.1 core2duo=plain; do
    said=$(QEMU_CPU=${model%=*} bench qemu-x86_64 "$1" 2>/dev/null)  # it warns of what bench does not use
    [[ $said == "$nodes ${model#*=}" ]] || fail "bench: '$nodes' here; '$said' on ${model%=*}"
  done
  passed "bench searches the same $nodes nodes on processors with AVX2, with SSE4.1 alone and with neither"
}

# The folder of a bare system, or nothing where it cannot be had.
bare_system() {
  local name=$1 mirror=http://deb.debian.org/debian arguments=()
  case $name in
    jammy | noble)
      mirror=http://archive.ubuntu.com/ubuntu
      arguments=(/usr/share/debootstrap/scripts/gutsy)
      # Debian 12 has no package with it; nothing is fetched that cannot be verified.
      [[ -e $systems/$name/.complete || -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ]] || return 1
      ;;
  esac
  if [[ ! -e $systems/$name/.complete ]]; then
    rm -rf "${systems:?}/$name"
    mkdir -p "$systems"
    debootstrap --variant=minbase "$name" "$systems/$name" "$mirror" "${arguments[@]}" \
      >"$systems/$name.log" 2>&1 </dev/null || return 1
    touch "$systems/$name/.complete"
  fi
}

in_bare_systems() {
  local name tried=0
  [[ -n $systems && $(id -u) == 0 ]] || { echo '  not root: no bare system was tried' && return; }
  for name in "$@"; do
    if ! bare_system "$name"; then
      echo "  $name cannot be fetched ($systems/$name.log): not tried"
      continue
    fi
    local target=$systems/$name
    case $package in
      *.deb)
        cp "$package" "$target/tmp/gougi.deb"
        chroot "$target" env DEBIAN_FRONTEND=noninteractive sh -c \
          'apt-get -q update && apt-get -q -y install --no-install-recommends /tmp/gougi.deb' \
          >"$work/apt" 2>&1 </dev/null || { tail -n 20 "$work/apt" >&2 && fail "not installed in $name"; }
        registers / chroot "$target" env -C /usr/bin /usr/bin/gougi
        plays / chroot "$target" /usr/bin/gougi
        # A council of one's own, as README.md says.
        chroot "$target" sh -c 'mkdir -p /opt/shogi && cp /usr/bin/gougi /opt/shogi/mine &&
          cp /usr/lib/gougi/config/majority.yaml /opt/shogi/mine.yaml'
        registers / chroot "$target" /opt/shogi/mine
        knows 'id name gougi majority'
        ;;
      *)
        rm -rf "$target/opt/将棋"
        mkdir -p "$target/opt/将棋"
        tar -xf "$package" -C "$target/opt/将棋" --strip-components 1
        plays / chroot "$target" /opt/将棋/bin/gougi
        ;;
    esac
    passed "plays in a bare $name"
    tried=$((tried + 1))
  done
  ((tried)) || fail 'no bare system was there'
}

has() {
  local file
  for file in "${@:2}"; do [[ -e $1/$file ]] || fail "$file is missing"; done
}
programs=(gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random)

case $package in
  *.deb)
    lintian --fail-on error --tag-display-limit 0 "$package" || fail 'lintian found errors'
    passed 'lintian'
    dpkg-deb -x "$package" "$work/all"
    has "$work/all/usr" "${programs[@]/#/bin/}" share/doc/gougi/{copyright,CHANGELOG.md,docs/match.md,licences/uplot.txt}
    grep -q /usr/lib/gougi/config/ "$work/all/usr/share/doc/gougi/README.md" ||
      fail 'its README does not name its configurations'
    ! grep -n '\.tar\.xz\|\.zip' "$work"/all/usr/share/doc/gougi/README*.md || fail 'its README names another package'
    for program in "${programs[@]}"; do
      has "$work/all/usr/share" "man/man1/$program.1.gz" "bash-completion/completions/$program"
    done
    on_every_processor "$work/all/usr/lib/gougi/bin/gougi-engine"
    in_bare_systems bookworm
    ;;
  *.tar.xz)
    folder=$work/"合議 フォルダ"
    mkdir "$folder"
    tar -xf "$package" -C "$folder" --strip-components 1
    has "$folder" "${programs[@]/#/bin/}" README{,.ja}.md lib/gougi/config/default.yaml \
      share/doc/gougi/licences/{boost,fmt,glibc,libgcrypt,uplot}.txt
    ! grep -rn --include='*.md' /usr/ "$folder" || fail 'its pages name what only an installation has'
    ! grep -n '\.deb\|\.zip' "$folder"/README*.md || fail 'its README names another package'
    registers "$folder/bin" "$folder/bin/gougi"
    registers "$folder/bin" ./gougi
    plays / "$folder/bin/gougi"
    passed 'is registered and plays from a folder with a space and a Japanese name'
    on_every_processor "$folder/bin/gougi-engine"
    in_bare_systems bullseye bookworm trixie jammy noble
    ;;
  *.zip)
    folder=$work/"合議 フォルダ"
    mkdir "$folder"
    unzip -q "$package" -d "$folder"
    folder=$(echo "$folder"/*)  # the zip holds one folder
    has "$folder" "${programs[@]/%/.exe}" config/default.yaml README{,.ja}.md LICENSE.txt \
      licences/{boost,fmt,gcc,mingw-w64,sqlite,uplot,yaml-cpp}.txt
    ! grep -n '\.deb\|\.tar\.xz\|/usr/' "$folder"/README* || fail 'its README names another package'
    for readme in README.txt README.ja.txt; do
      [[ $(head -c 3 "$folder/$readme") == $'\xEF\xBB\xBF' ]] || fail "$readme: no mark of UTF-8"
      [[ $(grep -c $'\r$' "$folder/$readme") == $(wc -l <"$folder/$readme") ]] ||
        fail "$readme: lines do not end as on Windows"
    done
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe='
    /usr/lib/wine/wineserver64 -p >/dev/null 2>&1 </dev/null || true
    trap '/usr/lib/wine/wineserver64 -k >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
    /usr/lib/wine/wine64 wineboot -u >/dev/null 2>&1 </dev/null
    registers "$folder" /usr/lib/wine/wine64 gougi.exe
    plays / /usr/lib/wine/wine64 "$folder/gougi.exe"
    passed 'is registered and plays under wine from a folder with a space and a Japanese name'
    /usr/lib/wine/wine64 "$folder/gougi.exe" check >"$work/check" </dev/null ||
      { cat "$work/check" >&2 && fail 'gougi check finds something wrong'; }
    passed 'gougi check'
    ;;
  *) fail 'unknown kind of package' ;;
esac
