#!/usr/bin/env bash
# From a fresh checkout to the first screen: installs what is missing, builds
# hlo-mem-opt, and runs it. Usage: utils/quickstart.sh [DUMP]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat <<EOF
Usage: utils/quickstart.sh [DUMP]

Installs missing packages, builds hlo-mem-opt into build/, and runs it on DUMP, a
file or a folder that XLA wrote. Without DUMP: on a train step of GPT-2 that does not
fit a TPU v5e, and then two passes on a small dump. To build with another LLVM than
Debian's llvm-19-dev, set LLVM_DIR to the folder of its LLVMConfig.cmake. Where apt has
no llvm-19-dev, pip builds it instead, with an LLVM of PyPI, in build/venv.

Exit status: that of hlo-mem-opt, or 1 if it could not be built.
EOF
}

case ${1:-} in
-h | --help)
  usage
  exit 0
  ;;
-*)
  echo "quickstart.sh: error: unknown option '$1', see --help" >&2
  exit 1
  ;;
esac
if [ $# -gt 1 ]; then
  echo "quickstart.sh: error: more than one dump, see --help" >&2
  exit 1
fi

# Said now rather than after the build.
if [ $# = 1 ] && [ ! -r "$1" ]; then
  echo "quickstart.sh: error: cannot read '$1'" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The output of a step is of interest only if the step fails.
quietly() {
  if ! (cd "$root" && "$@") </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    echo "quickstart.sh: error: '$*' failed; see above" >&2
    exit 1
  fi
}

build() {
  local llvm=${LLVM_DIR:-/usr/lib/llvm-19/lib/cmake/llvm}
  if [ ! -e "$llvm/LLVMConfig.cmake" ]; then
    echo "quickstart.sh: error: no LLVMConfig.cmake in $llvm. hlo-mem-opt is built \
with LLVM 19 or later: install its development files, and name the folder of \
LLVMConfig.cmake in the environment variable LLVM_DIR" >&2
    exit 1
  fi
  echo "quickstart.sh: building in $root/build" >&2
  quietly cmake --preset default -DLLVM_DIR="$llvm"
  quietly cmake --build build --target hlo-mem-opt -j "$(nproc)"
}

build_with_pip() {
  echo "quickstart.sh: pip builds in $root/build/venv, which takes some minutes" >&2
  "$root/utils/install-deps.sh" --pip >&2
  quietly python3 -m venv build/venv
  quietly build/venv/bin/pip install .
}

bin=build/bin
status=0
"$root/utils/install-deps.sh" >&2 || status=$?
if [ $status = 0 ]; then
  build
elif [ $status = 3 ] && [ -z "${LLVM_DIR-}" ]; then
  bin=build/venv/bin
  build_with_pip
else
  exit 1
fi

rm -f "$log"
# Says what it runs, quoted where the shell would need it.
run() {
  local line=+ word
  for word in "$@"; do
    [[ $word =~ ^[A-Za-z0-9_./=,+-]+$ ]] || word=$(printf '%q' "$word")
    line+=" $word"
  done
  echo "$line" >&2
  "$@"
}

if [ $# = 1 ]; then
  run "$root/$bin/hlo-mem-opt" "$1"
  exit
fi
cd "$root"
status=0
run $bin/hlo-mem-opt -device=v5e test/Inputs/screens/gpt2-v5e.hlo.pb.gz || status=$?
# Where something does not fit, the status is 2.
[ $status = 2 ] || exit 1
echo >&2
run $bin/hlo-mem-opt -passes=peak,frag test/Inputs/gpu-pointers-2022.txt
