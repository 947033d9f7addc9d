#!/usr/bin/env bash
# Checks wording, references, layout (clang-format) and style (clang-tidy) of the project.
# Usage: utils/lint.sh [--fix] [--since TIME] [--third N] [FILE...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/lint.sh [--fix] [--since TIME] [--third N] [FILE...]

Installs missing packages. Checks all texts for the phrases in
utils/lint/wording.txt, and for references to what does not exist. Then runs
clang-format-19 over every C++ source and clang-tidy-19 over every compiled one
(with FILEs: over those only, as named from the top of the repository).
clang-tidy works in build-tidy/, where each source is compiled alone, so that
none leans on the includes of another.

  --fix          correct the layout instead of reporting it
  --since TIME   clang-tidy only over what the commits since TIME changed (as
                 git reads it: '4 hours ago'), one source for a changed header;
                 of more than 60 sources over a part, in turn
  --third N      clang-tidy only over a third of the sources: N is 0, 1 or 2.
                 With --since: over these too

Exit status: 0 nothing to report, 1 something reported.
EOF
}

fail() {
  echo "lint.sh: error: $1" >&2
  exit 1
}

format=(--dry-run -Werror)
files=()
since=
third=
while [ $# -gt 0 ]; do
  case $1 in
  --fix) format=(-i) ;;
  --since | --third)
    [ $# -gt 1 ] || fail "$1 needs a value, see --help"
    if [ "$1" = --since ]; then since=$2; else third=$2; fi
    shift
    ;;
  -h | --help)
    usage
    exit 0
    ;;
  -*) fail "unknown option '$1', see --help" ;;
  *)
    [ -f "$1" ] || fail "no file '$1' in $PWD"
    files+=("$1")
    ;;
  esac
  shift
done
case $third in
'' | [012]) ;;
*) fail "--third is 0, 1 or 2, not '$third'" ;;
esac

utils/install-deps.sh --lint

tidy=("${files[@]}")
if [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(find include lib python test tools utils \
    -name '*.h' -o -name '*.cpp' | sort)
  tidy=("${files[@]}")
fi
if [ -n "$since" ]; then
  base=$(git rev-list -1 --first-parent --before="$since" HEAD)
  [ -n "$base" ] || base=$(git hash-object -t tree /dev/null)
  mapfile -t tidy < <(git diff --name-only --diff-filter=d "$base" HEAD -- \
    '*.h' '*.cpp')
  # A header is checked through the first source that includes it.
  for file in "${tidy[@]}"; do
    [[ $file == *.h ]] || continue
    source=$(grep -rlF --include='*.cpp' "${file#include/}\"" lib tools test utils |
      sort | head -n 1) || true
    [ -z "$source" ] || tidy+=("$source")
  done
fi
if [ -n "$third" ]; then
  [ -n "$since" ] || tidy=()
  mapfile -t -O "${#tidy[@]}" tidy < <(printf '%s\n' "${files[@]}" |
    awk -v n="$third" '/\.cpp$/ && i++ % 3 == n')
fi

status=0
echo "lint.sh: wording, references and fatal errors"
utils/lint/check-wording.py || status=1
utils/lint/check-references.py || status=1
utils/lint/check-fatal-errors.py || status=1

echo "lint.sh: clang-format, ${#files[@]} files"
printf '%s\0' "${files[@]}" |
  xargs -0 -n 50 -P "$(nproc)" clang-format-19 "${format[@]}" || status=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
headers() {
  ninja -C build-tidy -t targets all | sed -n 's/: .*//; /\.inc$/p'
}
if ! { cmake --preset tidy &&
  ninja -C build-tidy $(headers); } </dev/null >"$log" 2>&1; then
  cat "$log" >&2
  fail "the headers that TableGen writes cannot be made; see above"
fi

mapfile -t sources < <(printf '%s\n' "${tidy[@]}" | sort -u | while read -r file; do
  ! grep -qF "\"file\": \"$PWD/$file\"" build-tidy/compile_commands.json ||
    echo "$file"
done)
# A change of everything takes no longer than others: the rest is left to --third.
most=60
if [ -n "$since" ] && [ ${#sources[@]} -gt $most ]; then
  parts=$(((${#sources[@]} + most - 1) / most))
  number=$(git rev-list --count HEAD)
  echo "lint.sh: ${#sources[@]} files have changed, taking one in $parts"
  mapfile -t sources < <(printf '%s\n' "${sources[@]}" |
    awk -v n="$((number % parts))" -v parts="$parts" 'i++ % parts == n')
fi
# What only gcc knows is an error to clang, and so is a difference that nanobind
# defines as a macro.
sed 's/ -fno-gnu-unique//; s/=nanobind-backend\b/=nanobind_backend/' \
  build-tidy/compile_commands.json >"$work/compile_commands.json"
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
