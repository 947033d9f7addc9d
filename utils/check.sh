#!/usr/bin/env bash
# Builds everything and runs all tests, as continuous integration does.
# Usage: utils/check.sh [--lint] [--real-xla] [--fuzz] [PRESET...]
#        utils/check.sh --matrix [CELL...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/check.sh [--lint] [--real-xla] [--fuzz] [PRESET...]
       utils/check.sh --matrix [CELL...]

Installs missing packages, then configures, builds and tests each PRESET of
CMakePresets.json (without PRESET: default). The last lines are ctest's.

  --lint      first run utils/lint.sh
  --real-xla  run utils/real-xla.sh with the first PRESET, before its tests:
              it compiles programs with XLA and compares every number of their
              dumps with XLA's own
  --fuzz      first read mutants of HloProtos and profiles for a minute, with the
              sanitizers of the preset fuzz: docs/Testing.md
  --matrix    instead, build with other compilers and on other Debian releases and
              compare the reports: utils/matrix/matrix.py, with its arguments

Exit status: 0 all passed, 1 something failed.
EOF
}

lint=0
real_xla=0
fuzz=0
presets=()
for argument in "$@"; do
  case $argument in
  --lint) lint=1 ;;
  --real-xla) real_xla=1 ;;
  --fuzz) fuzz=1 ;;
  --matrix)
    shift
    exec utils/matrix/matrix.py "$@"
    ;;
  -h | --help)
    usage
    exit 0
    ;;
  -*)
    echo "check.sh: error: unknown option '$argument', see --help" >&2
    exit 1
    ;;
  *) presets+=("$argument") ;;
  esac
done
[ ${#presets[@]} -gt 0 ] || presets=(default)

for preset in "${presets[@]}"; do
  case $preset in
  llvm-22*) utils/install-deps.sh --llvm 22 ;;
  llvm-23*) utils/install-deps.sh --llvm 23 ;;
  *) utils/install-deps.sh --llvm 19 ;;
  esac
done

# What fails is remembered, so that one run shows everything.
failed=()
if [ $lint = 1 ]; then
  utils/lint.sh || failed+=(lint)
fi
if [ $fuzz = 1 ]; then
  echo "check.sh: fuzzing"
  if ! {
    utils/install-deps.sh --fuzz &&
      cmake --preset fuzz &&
      cmake --build --preset fuzz -j "$(nproc)" --target run-fuzz-protos
  }; then
    failed+=(fuzz)
  fi
fi
for preset in "${presets[@]}"; do
  echo "check.sh: preset $preset"
  if ! {
    cmake --preset "$preset" &&
      cmake --build --preset "$preset" -j "$(nproc)"
  }; then
    failed+=("$preset")
    continue
  fi
  if [ $real_xla = 1 ]; then
    real_xla=0
    build=build-$preset
    [ "$preset" != default ] || build=build
    utils/real-xla.sh "$build" || failed+=(real-xla)
  fi
  ctest --preset "$preset" --output-on-failure || failed+=("$preset")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "check.sh: error: failed: ${failed[*]}" >&2
  exit 1
fi
