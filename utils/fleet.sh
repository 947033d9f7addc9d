#!/usr/bin/env bash
# Tests records of many dumps with Dask, Ray, and a server that speaks S3.
# Usage: utils/fleet.sh [--times N] [BUILD]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<EOF
Usage: utils/fleet.sh [--times N] [BUILD]

Installs Dask, Ray and moto into a virtual environment (1.5 GB, kept in
~/.cache/hlo-mem-opt/fleet), and runs the tests of records of many dumps with each of them,
with the Python package of BUILD (default: build). None is skipped. Takes some minutes.

  --times N  run the tests of engines N times each, until one fails;
             HLOMEM_FLEET_COUNT is how many dumps they have (300)

Exit status: 0 all passed, or PyPI cannot be reached here (one line says so); 1 something
failed.
EOF
}

times=1
case ${1-} in
-h | --help)
  usage
  exit 0
  ;;
--times)
  times=${2?--times needs a number}
  shift 2
  ;;
-*)
  echo "fleet.sh: error: unknown option '$1', see --help" >&2
  exit 1
  ;;
esac
build=$(realpath "${1-build}")
if [ ! -e "$build/python/hlo_mem_opt" ]; then
  echo "fleet.sh: error: no $build/python; build it with Python first" >&2
  exit 1
fi

utils/install-deps.sh --fleet
folder=$HOME/.cache/hlo-mem-opt/fleet
[ -e "$folder" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONPATH=$build/python HLO_MEM_OPT=$build/bin/hlo-mem-opt
export HLOMEM_FLEET_ENGINES=local,dask,ray
export HLOMEM_FLEET_TIMES=$times
cd python/tests
"$folder/bin/python" -m pytest -q -x -p no:cacheprovider --basetemp="$work/tests" \
  test_fleet.py test_fleet_errors.py test_fleet_docs.py
