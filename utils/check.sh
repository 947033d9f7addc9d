#!/usr/bin/env bash
# Builds everything and runs its tests.
# Usage: utils/check.sh [--all] [PRESET...]
#        utils/check.sh --matrix [CELL...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/check.sh [--all] [PRESET...]
       utils/check.sh --matrix [CELL...]

Installs missing packages, then configures, builds and tests each PRESET of
CMakePresets.json (without PRESET: default). The last lines are ctest's.

  --all     run --matrix first, and also the tests that take long and rarely fail
  --matrix  instead, build with other compilers and on other Debian releases and
            compare the reports: utils/matrix/matrix.py, with its arguments

Exit status: 0 all passed, 1 something failed.
EOF
}

all=0
count=$#
presets=()
while [ $# -gt 0 ]; do
  case $1 in
  --all) all=1 ;;
  --matrix)
    if [ $# -lt "$count" ]; then
      echo "check.sh: error: nothing stands before --matrix, see --help" >&2
      exit 1
    fi
    shift
    [ "${1-}" = --list ] || utils/install-deps.sh --matrix
    exec utils/matrix/matrix.py "$@"
    ;;
  -h | --help)
    usage
    exit 0
    ;;
  -*)
    echo "check.sh: error: unknown option '$1', see --help" >&2
    exit 1
    ;;
  *) presets+=("$1") ;;
  esac
  shift
done
[ ${#presets[@]} -gt 0 ] || presets=(default)

for preset in "${presets[@]}"; do
  case $preset in
  asan) utils/install-deps.sh --llvm 22 --sanitize ;;
  llvm-22*) utils/install-deps.sh --llvm 22 ;;
  llvm-23*) utils/install-deps.sh --llvm 23 ;;
  default) utils/install-deps.sh --llvm 19 --python ;;
  *) utils/install-deps.sh --llvm 19 ;;
  esac
done

# What fails is remembered, so that one run shows everything.
failed=()
if [ $all = 1 ]; then
  export HLOMEM_ALL_TESTS=1
  # The matrix compares with this build.
  if ! {
    utils/install-deps.sh --matrix &&
      cmake --preset default &&
      cmake --build --preset default -j "$(nproc)" --target hlo-mem-opt &&
      utils/matrix/matrix.py
  }; then
    failed+=(matrix)
  fi
fi
for preset in "${presets[@]}"; do
  echo "check.sh: preset $preset"
  if ! {
    cmake --preset "$preset" &&
      cmake --build --preset "$preset" -j "$(nproc)" &&
      ctest --preset "$preset" --output-on-failure
  }; then
    failed+=("$preset")
  fi
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "check.sh: error: failed: ${failed[*]}" >&2
  exit 1
fi
