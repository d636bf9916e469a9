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

folder=$work/"将棋 folder"
cmake --install "$build" --prefix "$folder" >"$work/log" 2>&1 || { tail "$work/log" >&2 && fail 'not installed'; }
installed=(lib/gougi/config/default.yaml share/doc/gougi/{README.md,README.ja.md,CHANGELOG.md,copyright}
  share/doc/gougi/docs/{configuration.md,configuration.ja.md}
  share/zsh/vendor-completions/_gougi)
for program in gougi gougi-engine gougi-mate gougi-naitou gougi-pyon gougi-random; do
  installed+=(lib/gougi/bin/"$program" "share/bash-completion/completions/$program"
    "share/fish/vendor_completions.d/$program.fish")
  [[ -L $folder/bin/$program && -x $folder/bin/$program ]] || fail "bin/$program leads nowhere"
  [[ $("$folder/bin/$program" --version) == "$program "* ]] || fail "bin/$program does not say its version"
  ! command -v help2man >/dev/null || installed+=("share/man/man1/$program.1.gz")
done
for file in "${installed[@]}"; do [[ -s $folder/$file ]] || fail "$file is missing or empty"; done

# A link to it from elsewhere, such as ~/bin, is the same program.
mkdir "$work/bin"
ln -s "$folder/bin/gougi" "$work/bin/gougi"
registers "$folder/bin" "$folder/bin/gougi"
registers "$folder/bin" ./gougi
registers / "$work/bin/gougi"
# Moved as a whole it still finds all.
mv "$folder" "$work/moved"
plays / "$work/moved/bin/gougi"
