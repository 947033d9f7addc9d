#!/usr/bin/env bash
# Builds with sanitizers, and runs everything there is to run with them.
# Usage: utils/sanitize.sh [--all]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/sanitize.sh [--all]

Builds the preset asan (AddressSanitizer, UndefinedBehaviorSanitizer, assertions) and
runs the lit tests, but those of installation; the default pipeline and every pass over
each file of test/Inputs, ../shared/repro and ../shared/dumps; the fuzzer for a minute;
and, where utils/install-deps.sh --python was run, the tests of the Python extension.
Installs missing packages first.

  --all  also run the unit tests, and look for memory that is never freed; then
         build the preset tsan (ThreadSanitizer), and run what has threads

Exit status: 0 nothing found, 1 something failed.
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
  echo "sanitize.sh: error: unknown argument '$1', see --help" >&2
  exit 1
  ;;
esac

lit=/usr/lib/llvm-22/bin/lit
# LLVM's archives are not sanitized, and never unpoison what its headers poison. What a
# sanitizer finds has a status that the program itself never has.
export ASAN_OPTIONS=allow_user_poisoning=0:exitcode=99:detect_leaks=$all
export TSAN_OPTIONS=exitcode=99
export UBSAN_OPTIONS=print_stacktrace=1

build() {
  local preset=$1
  shift
  cmake --preset "$preset" "${options[@]}" &&
    cmake --build --preset "$preset" -j "$(nproc)" --target "$@"
}

# The files to run passes over. Those beside the repository may be missing.
inputs() {
  local folder
  for folder in test/Inputs ../shared/repro ../shared/dumps; do
    [ ! -d "$folder" ] || echo "$folder"
  done
}

# Runs each pass over all files, as they are and as text, whatever it says of them.
run_passes() {
  local folder=$1 passes status listed
  local -a folders
  listed=$(build-asan/bin/hlo-mem-fuzzer -list-passes) || return 1
  mapfile -t folders < <(inputs)
  while read -r passes; do
    for prefer in proto text; do
      status=0
      "$folder/bin/hlo-mem-opt" -j "$(nproc)" -prefer=$prefer -memory-limit=1GiB \
        -passes="$passes" "${folders[@]}" >"$folder/passes.log" 2>&1 || status=$?
      [ $status -gt 3 ] || continue
      tail -n 50 "$folder/passes.log"
      echo "sanitize.sh: error: -passes='$passes' ended with status $status" >&2
      return 1
    done
  done <<<"summary,advise
$listed"
}

# The interpreter is not sanitized: the runtime has to be there before it. The program,
# which tests compare with, has its own.
run_python() {
  local folder=$PWD/build-asan
  local program=$folder/hlo-mem-opt-alone
  printf '#!/bin/sh\nunset LD_PRELOAD\nexec "%s" "$@"\n' "$folder/bin/hlo-mem-opt" \
    >"$program"
  chmod +x "$program"
  (cd python/tests && LD_PRELOAD=$(clang++-22 -print-file-name=libclang_rt.asan-x86_64.so) \
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 PYTHONMALLOC=malloc \
    PYTHONPATH=$folder/python HLO_MEM_OPT=$program \
    "$python" -m pytest -q -p no:cacheprovider \
    test_report.py test_report_errors.py test_tables.py test_tables_errors.py \
    test_passes.py test_passes_errors.py test_page.py)
}

failed=()
part() {
  local name=$1 start=$SECONDS
  shift
  echo "sanitize.sh: $name"
  "$@" || failed+=("$name")
  echo "sanitize.sh: $name took $((SECONDS - start)) s"
}

utils/install-deps.sh --llvm 22 --sanitize
targets=(hlo-mem-opt-lit-depends hlo-mem-fuzzer)
[ $all = 0 ] || targets=(all hlo-mem-opt-test-depends)
python=$HOME/.cache/hlo-mem-opt/python/bin/python
options=()
if [ -x "$python" ]; then
  options=(-DHLOMEM_PYTHON=ON)
  targets+=(hlo-mem-python)
fi
part build build asan "${targets[@]}"
# Unit tests may be there from an earlier run.
tests=(--filter-out Unit/)
[ $all = 0 ] || tests=()
part tests "$lit" -sv "${tests[@]}" build-asan/test
part passes run_passes build-asan
part fuzz cmake --build --preset asan --target run-fuzz
[ ! -x "$python" ] || part python run_python
options=()
if [ $all = 1 ]; then
  utils/install-deps.sh --llvm 19
  part 'build for threads' build tsan hlo-mem-opt-lit-depends hlo-mem-opt-test-depends
  part threads run_passes build-tsan
  part 'tests of threads' "$lit" -sv build-tsan/test \
    --filter 'Unit/|threads|parallel|determinism|interrupt'
fi
if [ ${#failed[@]} != 0 ]; then
  echo "sanitize.sh: error: failed: ${failed[*]}" >&2
  exit 1
fi
