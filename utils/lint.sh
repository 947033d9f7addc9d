#!/usr/bin/env bash
# Checks wording, layout (clang-format) and style (clang-tidy) of the project.
# Usage: utils/lint.sh [--fix] [FILE...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/lint.sh [--fix] [FILE...]

Installs missing packages, then checks all texts for the phrases in
utils/wording.txt, and runs clang-format-19 over every C++ source and
clang-tidy-19 over every compiled one (with FILEs: over those only, as named
from the top of the repository). The build in build/ is updated first:
clang-tidy needs its generated headers.

  --fix   correct the layout instead of reporting it

Exit status: 0 nothing to report, 1 something reported.
EOF
}

format=(--dry-run -Werror)
files=()
for argument in "$@"; do
  case $argument in
  --fix) format=(-i) ;;
  -h | --help)
    usage
    exit 0
    ;;
  -*)
    echo "lint.sh: error: unknown option '$argument', see --help" >&2
    exit 1
    ;;
  *)
    if [ ! -f "$argument" ]; then
      echo "lint.sh: error: no file '$argument' in $PWD" >&2
      exit 1
    fi
    files+=("$argument")
    ;;
  esac
done

utils/install-deps.sh --lint

if [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(find include lib test tools utils \
    -name '*.h' -o -name '*.cpp' | sort)
fi

status=0
echo "lint.sh: wording"
utils/check-wording || status=1

echo "lint.sh: clang-format, ${#files[@]} files"
clang-format-19 "${format[@]}" "${files[@]}" || status=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
if ! { cmake --preset default &&
  cmake --build build -j "$(nproc)"; } </dev/null >"$log" 2>&1; then
  cat "$log" >&2
  echo "lint.sh: error: the build failed; see above" >&2
  exit 1
fi

# Headers are checked through the sources that include them.
sources=()
for file in "${files[@]}"; do
  if grep -qF "\"file\": \"$PWD/$file\"" build/compile_commands.json; then
    sources+=("$file")
  fi
done
# What only gcc knows is an error to clang.
sed 's/ -fno-gnu-unique//' build/compile_commands.json \
  >"$work/compile_commands.json"
echo "lint.sh: clang-tidy, ${#sources[@]} files"
if [ ${#sources[@]} -gt 0 ]; then
  # "NNN warnings generated" counts those of foreign headers, which are not
  # shown.
  printf '%s\0' "${sources[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 -p "$work" --quiet 2>"$log" ||
    status=1
  grep -vE '^[0-9]+ warnings? generated\.$' "$log" >&2 || true
fi
exit $status
