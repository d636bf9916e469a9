#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `cmake --install` of a built tree into a folder, from which the programs find all they need.
# Usage: install_test.sh BUILD-FOLDER. ctest calls it.
set -euo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# shellcheck source=tests/packages/gui.bash
source "$(dirname "${BASH_SOURCE[0]}")/gui.bash"

# names_what_is_there FOLDER DOCS: every link of the pages leads to a file, and so does every path that
# a README names, from FOLDER or from the root (bin/gougi is that of the archive, wherever it is named).
names_what_is_there() {
  local page target word
  while read -r page; do
    [[ $page == *development* ]] || ! grep -n '<!-- /\?sources\|build/bin/' "$page" || fail "$page is of the tree of sources"
    while read -r target; do
      [[ -e ${page%/*}/${target%%#*} ]] || fail "$page: nothing is where $target leads"
    done < <(sed '/^```/,/^```/d; s/`[^`]*`//g' "$page" | grep -o '\](\([^)#:]*\)' | sed 's/^](//' | grep -v '^http\|^$')
  done < <(find "$2" -name '*.md' ! -name CHANGELOG.md)
  for page in "$2"/README.md "$2"/README.ja.md; do
    ! grep -n 'scripts/\|src/\|tests/' "$page" || fail "$page names what only the sources have"
    ! grep -n '<!--' "$page" || fail "$page has marks of the tree of sources"
    while read -r word; do
      [[ -e $word || -e $1/$word || -e $2/$word || $word == bin/gougi ]] || fail "$page: there is no $word"
    done < <(grep -o '`[^`]*`' "$page" | tr -d '`"' | sed "s|$1/||g" | tr ' ' '\n' | grep '/.*\.\(yaml\|txt\|md\|kif\|nnue\)$\|^bin/' | grep -v '^~\|^http')
  done
}

folder=$work/"将棋 folder"
cmake --install "$build" --prefix "$folder" >"$work/log" 2>&1 || { tail "$work/log" >&2 && fail 'not installed'; }
installed=(lib/gougi/config/default.yaml share/doc/gougi/{README.md,README.ja.md,CHANGELOG.md,copyright}
  share/doc/gougi/examples/problems.txt
  share/doc/gougi/docs/{gui.png,configuration.md,configuration.ja.md}
  share/zsh/vendor-completions/_gougi)
for program in gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random; do
  installed+=(lib/gougi/bin/"$program" "share/bash-completion/completions/$program"
    "share/fish/vendor_completions.d/$program.fish")
  [[ -L $folder/bin/$program && -x $folder/bin/$program ]] || fail "bin/$program leads nowhere"
  [[ $("$folder/bin/$program" --version) == "$program "* ]] || fail "bin/$program does not say its version"
  ! command -v help2man >/dev/null || installed+=("share/man/man1/$program.1.gz")
done
for file in "${installed[@]}"; do [[ -s $folder/$file ]] || fail "$file is missing or empty"; done

names_what_is_there "$folder" "$folder/share/doc/gougi"
# The same pages for an archive that is unpacked anywhere, and for the zip of Windows.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
for layout in linux windows; do
  rm -rf "$work/unpacked"
  docs=$work/unpacked
  if [[ $layout == linux ]]; then
    docs=$work/unpacked/share/doc/gougi
    mkdir -p "$work/unpacked/lib/gougi"
    cp -r "$folder/bin" "$work/unpacked/bin"  # links
    ln -s "$folder/lib/gougi/bin" "$work/unpacked/lib/gougi/bin"
    cp -r "$root/config" "$work/unpacked/lib/gougi/config"
  fi
  mkdir -p "$docs"
  cp -r "$folder/share/doc/gougi/." "$docs"
  if [[ $layout == windows ]]; then
    cp -r "$root/config" "$docs/config"
    for program in "$folder"/bin/*; do touch "$docs/$(basename "$program")"; done
  fi
  for page in README.md README.ja.md $(cd "$root" && grep -l '](\.\./\|build/bin/\|config/\|problems\.txt' docs/*.md); do
    cmake -DSOURCE="$root/$page" -DTARGET="$docs/$page" -DLAYOUT=$layout -DPREFIX= -P "$root/src/packaged_text.cmake"
  done
  names_what_is_there "$work/unpacked" "$docs"
done

# The archive itself, as cpack packs it, of the programs that are built already: who unpacks it finds a
# README first, which names what lies there and nothing of a system.
if ! command -v ninja >/dev/null; then
  echo '  no ninja: no archive was packed'
else
  tree=$work/tree
  cmake -S "$root" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON \
    -DGOUGI_TESTS=OFF -DGOUGI_BENCH=OFF -DGOUGI_HEADER_ONLY=ON -DGOUGI_STATIC=ON >"$work/log" 2>&1 ||
    { tail "$work/log" >&2 && fail 'no archive is configured'; }
  mkdir -p "$tree/bin"
  for program in "$folder"/lib/gougi/bin/*; do cp "$program" "$tree/bin"; done
  cpack --config "$tree/CPackConfig.cmake" -G TGZ -B "$work/packed" >"$work/log" 2>&1 ||
    { tail "$work/log" >&2 && fail 'no archive is packed'; }
  mkdir "$work/archive"
  tar -xf "$work"/packed/gougi-*.tar.gz -C "$work/archive" --strip-components 1
  names_what_is_there "$work/archive" "$work/archive"
  names_what_is_there "$work/archive" "$work/archive/share/doc/gougi"
  ! grep -rn --include='*.md' '/usr/' "$work/archive" || fail 'the archive names what only an installation has'
  [[ $("$work/archive/bin/gougi" --version) == 'gougi '* ]] || fail "the archive's bin/gougi leads nowhere"
fi

# A link to it from elsewhere, such as ~/bin, is the same program.
mkdir "$work/bin"
ln -s "$folder/bin/gougi" "$work/bin/gougi"
registers "$folder/bin" "$folder/bin/gougi"
registers "$folder/bin" ./gougi
registers / "$work/bin/gougi"
# Moved as a whole it still finds all.
mv "$folder" "$work/moved"
plays / "$work/moved/bin/gougi"
