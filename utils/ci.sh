#!/usr/bin/env bash
# What continuous integration runs for each landing, and with --all everything.
# Usage: utils/ci.sh [--all]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/ci.sh [--all]

Runs utils/lint.sh (clang-tidy only over what the commits of the last four hours
changed, of much in turn) and utils/sanitize.sh, builds everything with the default LLVM, compares a few
programs with the XLA that compiles them, and runs the tests. Of the slower parts it
runs one: the first whose files those commits changed, else one in turn with the number
of commits; and none where they changed more than 40 sources, which clang-tidy takes as
long for. So a change takes no more than 35 minutes on two cores:

  llvm-22, llvm-23  the tests with another LLVM
  tidy              clang-tidy over a third of the sources
  wheels            the wheel of the Python package (utils/package/make-wheels.sh)
  real-xla          all programs of utils/real-xla.sh instead of a few
  fleet             records of many dumps with Dask, Ray and a store of objects
  slow              the tests that take long, and one cell of utils/matrix

The page is tested in a browser, which takes a minute, where those commits changed it,
and with one number of commits in six.

Prints the time of each part, then the tests. The last lines are ctest's.

  --all   run all parts, over all sources and all cells

Exit status: 0 all passed, 1 something failed.
EOF
}

all=0
case ${1-} in
'') ;;
--all) all=1 ;;
-h | --help)
  usage
  exit 0
  ;;
*)
  echo "ci.sh: error: unknown argument '$1', see --help" >&2
  exit 1
  ;;
esac

since='4 hours ago'
number=$(git rev-list --count HEAD)
# The commit before those, or the empty tree where there is none.
base=$(git rev-list -1 --first-parent --before="$since" HEAD)
[ -n "$base" ] || base=$(git hash-object -t tree /dev/null)

slower=(llvm-22 llvm-23 tidy wheels real-xla fleet slow)
declare -A paths=(
  [llvm-22]='utils/cmake CMakeLists.txt'
  [llvm-23]='utils/cmake CMakeLists.txt'
  [tidy]='.clang-tidy'
  [wheels]='utils/package pyproject.toml'
  [real-xla]='utils/make-dumps utils/ground-truth utils/real-xla.sh utils/recipes python'
  [fleet]='python/fleet-requirements.txt python/hlo_mem_opt/fleet.py utils/fleet.sh'
  [slow]='utils/matrix'
)
chosen=${slower[number % ${#slower[@]}]}
for part in "${slower[@]}"; do
  # shellcheck disable=SC2086
  if ! git diff --quiet "$base" HEAD -- ${paths[$part]}; then
    chosen=$part
    break
  fi
done
changed=$(git diff --name-only "$base" HEAD -- '*.cpp' | wc -l)
[ "$changed" -le 40 ] || chosen=none
runs() {
  [ $all = 1 ] || [ "$chosen" = "$1" ]
}

# Tells whether the tests of the page in a browser are to run.
runs_web() {
  [ $all = 1 ] || [ $((number % 6)) = 0 ] ||
    ! git diff --quiet "$base" HEAD -- web lib/Tables test/Web
}

build() {
  local web=()
  ! runs_web || web=(--web)
  utils/install-deps.sh --python "${web[@]}" &&
    cmake --preset default &&
    cmake --build --preset default -j "$(nproc)"
}

# What fails is remembered, so that one run shows everything.
failed=()
times=()
part() {
  local name=$1 start=$SECONDS
  shift
  echo "ci.sh: $name"
  "$@" || failed+=("$name")
  times+=("$name $((SECONDS - start)) s")
}

lint=()
if [ $all = 0 ]; then
  lint=(--since "$since")
  ! runs tidy || lint+=(--third $((number / ${#slower[@]} % 3)))
fi
part build build
part lint utils/lint.sh "${lint[@]}"
sanitize=()
[ $all = 0 ] || sanitize=(--all)
part sanitize utils/sanitize.sh "${sanitize[@]}"
for preset in llvm-22 llvm-23; do
  ! runs $preset || part $preset utils/check.sh $preset
done
if [ $all = 1 ]; then
  part matrix utils/check.sh --matrix
elif runs slow; then
  mapfile -t cells < <(utils/matrix/matrix.py --list)
  part matrix utils/check.sh --matrix \
    "${cells[number / ${#slower[@]} % ${#cells[@]}]}"
fi
! runs fleet || part fleet utils/fleet.sh
! runs wheels || part wheels utils/package/make-wheels.sh -o build/wheels
if runs real-xla; then
  part real-xla utils/real-xla.sh
else
  part real-xla utils/real-xla.sh --sample
fi
printf 'ci.sh: %s\n' "${times[@]}"
! runs slow || export HLOMEM_ALL_TESTS=1
utils/check.sh default || failed+=(default)
if [ ${#failed[@]} != 0 ]; then
  echo "ci.sh: error: failed: ${failed[*]}" >&2
  exit 1
fi
