#!/usr/bin/env bash
# Compiles ten programs with the XLA of one JAX release, for a CPU and a
# TPU that need not be present, and compares every number with XLA's own.
# Usage: utils/real-xla.sh [--sample] [BUILD]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A release that Debian 12's Python 3.11 can install.
jax=0.10.2
programs=cond,donation-taken,dynamic-update-slice,nested-loops,remat,scan
programs+=,scatters,sort-comparator,transformer,tuple-output
sample=0

usage() {
  cat <<EOT
Usage: utils/real-xla.sh [--sample] [BUILD]

Installs JAX $jax with libtpu into a virtual environment (1.5 GB, kept in
\${XDG_CACHE_HOME:-~/.cache}/hlo-mem-opt/make-dumps), compiles ten programs for
CPU and TPU v5e with utils/make-dumps, and runs utils/ground-truth over the dumps
with the hlo-mem-opt of BUILD (default: build). Then runs utils/recipes, and the
program over their dumps; compiles what its screen tells to write in each framework;
and, where BUILD has the Python package, runs the tests of that with JAX, and with two
older releases. Takes some minutes.

  --sample  only three programs, no recipes and no frameworks

Exit status: 0 all numbers agree, or JAX cannot be downloaded here (one line
says so); 1 something failed or differs.
EOT
}

case ${1-} in
--sample)
  sample=1
  programs=donation-taken,scan,transformer
  shift
  ;;
-h | --help)
  usage
  exit 0
  ;;
-*)
  echo "real-xla.sh: error: unknown option '$1', see --help" >&2
  exit 1
  ;;
esac
build=${1-build}
if [ ! -x "$build/bin/hlo-mem-opt" ]; then
  echo "real-xla.sh: error: no $build/bin/hlo-mem-opt; build it first" >&2
  exit 1
fi

utils/install-deps.sh --real-xla

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/probe"
if ! "$work/probe/bin/python" -m pip download --quiet --no-deps \
  --dest "$work/wheel" "jax==$jax" >"$work/log" 2>&1; then
  echo "real-xla.sh: skipped: pip cannot download jax $jax here:" \
    "$(grep -m1 -i error "$work/log" || tail -n 1 "$work/log")"
  exit 0
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/hlo-mem-opt/make-dumps
utils/make-dumps/make-dumps.py -o "$work/dumps" --cache="$cache" --jax="$jax" \
  --device=cpu,v5e:2x2 --programs="$programs" --sizes=tiny
utils/ground-truth/ground-truth.py --tool "$build/bin/hlo-mem-opt" "$work/dumps"

# The environment that make-dumps has made. An extension is there if its interpreter is.
python=$cache/venvs/jax-$jax/bin/python
if [ -e "$build/python/hlo_mem_opt/_core.abi3.so" ]; then
  package=$(realpath "$build")/python
  grep -E '^(nanobind-backend|pytest)==' python/requirements.txt >"$work/list"
  "$python" -m pip install --quiet --target "$work/site" --requirement "$work/list"
  (cd python/tests && JAX_PLATFORMS=cpu PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH="$package:$work/site" \
    "$python" -m pytest -q -p no:cacheprovider test_jax.py test_jax_errors.py)
fi
[ $sample = 0 ] || exit 0
# Older releases have other private names.
if [ -e "$build/python/hlo_mem_opt/_core.abi3.so" ]; then
  for release in 0.8.3 0.9.2; do
    python3 -m venv "$work/jax"
    "$work/jax/bin/python" -m pip install --quiet "jax==$release" -r "$work/list"
    (cd python/tests && JAX_PLATFORMS=cpu PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$package" \
      "$work/jax/bin/python" -m pytest -q -p no:cacheprovider test_jax.py test_jax_errors.py)
    rm -rf "$work/jax"
  done
  "$python" -m pip install --quiet --target "$work/pyright" 'pyright[nodejs]==1.1.414'
  PYTHONPATH=$work/pyright "$python" -m pyright --project . --pythonpath "$python"
fi

# What README tells to run.
for recipe in dump-of-function dump-for-tpu; do
  JAX_PLATFORMS=cpu "$python" "utils/recipes/$recipe.py" "$work/$recipe" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    echo "real-xla.sh: error: utils/recipes/$recipe.py failed" >&2
    exit 1
  }
  "$build/bin/hlo-mem-opt" -passes=summary,verify "$work/$recipe" >"$work/report"
  grep -q "jit_train_step" "$work/report"
  echo "real-xla.sh: utils/recipes/$recipe.py: its dump is read, and sound"
done
recipe=proto-of-compiled
proto=$work/$recipe.cpu_after_optimizations.hlo.pb
JAX_PLATFORMS=cpu "$python" "utils/recipes/$recipe.py" "$proto"
"$build/bin/hlo-mem-opt" -passes=summary,verify "$proto" >"$work/report"
grep -q "(CPU) needs" "$work/report"
echo "real-xla.sh: utils/recipes/$recipe.py: its HloProto is read, and sound"

# Of another framework: its parameters, 1024 x 4096 + 4096 + 4096 x 10 + 10 floats, and
# twice as many of Adam with a count of 8 bytes, are known as such.
python3 -m venv "$work/tf"
"$work/tf/bin/python" -m pip install --quiet tensorflow-cpu==2.20.0
recipe=dump-of-tensorflow
"$work/tf/bin/python" "utils/recipes/$recipe.py" "$work/$recipe" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  echo "real-xla.sh: error: utils/recipes/$recipe.py failed" >&2
  exit 1
}
"$build/bin/hlo-mem-opt" -exact-bytes -passes='attribute<by=kind>,verify' \
  "$work/$recipe" >"$work/report"
grep -Eq '^ *16957480 .* parameters$' "$work/report"
grep -Eq '^ *33914968 .* optimizer state$' "$work/report"
echo "real-xla.sh: utils/recipes/$recipe.py: its parameters and their moments are told"

# What the screen tells to write in each framework.
"$python" -m pip install --quiet --target "$work/libraries" "jax==$jax" \
  flax optax dm-haiku equinox keras
PYTHONPATH=$work/libraries "$python" utils/ground-truth/frameworks.py "$build/bin/hlo-mem-opt"
if [ -e "$build/python/hlo_mem_opt/_core.abi3.so" ]; then
  (cd python/tests && JAX_PLATFORMS=cpu PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH="$package:$work/site:$work/libraries" \
    "$python" -m pytest -q -p no:cacheprovider test_jax_libraries.py)
fi
