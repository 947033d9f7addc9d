#!/usr/bin/env bash
# Builds hlo-mem-opt and measures how fast it is, on dumps that it makes first.
# Usage: utils/benchmark/run.sh [OPTION...]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

usage() {
  cat <<EOF
Usage: utils/benchmark/run.sh [OPTION...]

Installs missing packages, builds hlo-mem-opt and gen-dump into build/, and runs
measure.py with the options, which are:

EOF
  python3 "$root/utils/benchmark/measure.py" --help | sed -n '/^options:/,$p' |
    grep -v -e '^options:' -e ' --bin '
}

for argument in "$@"; do
  case $argument in
  -h | --help)
    usage
    exit 0
    ;;
  esac
done

measure=("$root/utils/benchmark/measure.py" --bin "$root/build/bin" "$@")
# What is wrong with them is said now rather than after the build.
python3 "${measure[@]}" --parse-only

{
  "$root/utils/install-deps.sh"
  cd "$root"
  cmake --preset default
  cmake --build build --target hlo-mem-opt gen-dump -j "$(nproc)"
} >&2
exec python3 "${measure[@]}"
