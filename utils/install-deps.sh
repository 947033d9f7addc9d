#!/usr/bin/env bash
# Installs the Debian packages that hlo-mem-opt is built and tested with, and
# only those that are missing.
# Usage: utils/install-deps.sh [--llvm 19|22|23] [--lint] [--python] [--real-xla]
#                              [--sanitize] [--matrix] [--web] [--fleet] [--pip]
set -euo pipefail

usage() {
  cat <<EOF
Usage: utils/install-deps.sh [--llvm 19|22|23] [--lint] [--python] [--real-xla]
                             [--sanitize] [--matrix] [--web] [--fleet] [--pip]

Installs the Debian packages that hlo-mem-opt needs and that are missing.

  --llvm N    the LLVM to build with: 19 (default), 22 or 23; may be repeated.
              23 is not in Debian: it comes from PyPI, 250 MB in
              ~/.cache/hlo-mem-opt/llvm-23. It has no test tools; those of 19
              are installed instead
  --lint      also what utils/lint.sh needs (clang-format-19, clang-tidy-19)
  --python    also what the Python package is built and tested with (python3-dev,
              python3-venv, and from PyPI 900 MB in ~/.cache/hlo-mem-opt/python).
              Where PyPI cannot be reached, one line says so, and builds go without
              the package
  --real-xla  also what utils/real-xla.sh needs (python3-venv)
  --matrix    also what utils/matrix needs (debootstrap)
  --sanitize  also what utils/sanitize.sh needs (clang-22, libclang-rt-22-dev)
  --web       also what the page of -passes=html is tested with (nodejs, npm, chromium,
              and from npm 45 MB in ~/.cache/hlo-mem-opt/web)
  --fleet     also what utils/fleet.sh needs (parallel, python3-venv, and from PyPI 1.5 GB
              in ~/.cache/hlo-mem-opt/fleet)
  --pip       nothing but what 'pip install .' needs, which brings an LLVM of its
              own (g++, python3-dev, python3-venv)

Exit status: 0 all there, 1 could not install, 2 wrong command line, 3 apt has no
such LLVM.
EOF
}

fail() {
  echo "install-deps.sh: error: $1" >&2
  exit "${2:-1}"
}

versions=()
lint=0
python=0
real_xla=0
sanitize=0
matrix=0
pip=0
web=0
fleet=0
while [ $# -gt 0 ]; do
  case $1 in
  --llvm)
    [ $# -gt 1 ] || fail "--llvm needs a version: 19, 22 or 23" 2
    shift
    case $1 in
    19 | 22 | 23) versions+=("$1") ;;
    *) fail "no packages for LLVM '$1': 19, 22 or 23 is supported" 2 ;;
    esac
    ;;
  --lint) lint=1 ;;
  --python) python=1 ;;
  --real-xla) real_xla=1 ;;
  --sanitize) sanitize=1 ;;
  --matrix) matrix=1 ;;
  --pip) pip=1 ;;
  --web) web=1 ;;
  --fleet) fleet=1 ;;
  -h | --help)
    usage
    exit 0
    ;;
  *) fail "unknown argument '$1', see --help" 2 ;;
  esac
  shift
done
[ ${#versions[@]} -gt 0 ] || versions=(19)

# zstd and zlib unpack dumps, and are linked with LLVM's archives too, yet
# llvm-NN-dev does not depend on their headers and libraries.
packages=(cmake ninja-build g++ python3 libgtest-dev libzstd-dev zlib1g-dev)
# What opt-viewer.py of llvm-NN-tools imports; for tests only.
packages+=(python3-yaml python3-pygments)
# With these cpack finds out what the .deb depends on, and makes manual pages.
packages+=(dpkg-dev file help2man)
with_pypi=0
for version in "${versions[@]}"; do
  case $version in
  23)
    with_pypi=1
    packages+=(llvm-19-tools python3-venv)
    ;;
  *) packages+=("llvm-$version-dev" "llvm-$version-tools") ;;
  esac
done
if [ $lint = 1 ]; then
  packages+=(clang-format-19 clang-tidy-19)
fi
if [ $python = 1 ]; then
  packages+=(python3-dev python3-venv)
fi
if [ $real_xla = 1 ]; then
  packages+=(python3-venv)
fi
if [ $fleet = 1 ]; then
  packages+=(parallel python3-venv)
fi
if [ $sanitize = 1 ]; then
  packages+=(clang-22 libclang-rt-22-dev)
fi
if [ $matrix = 1 ]; then
  packages+=(debootstrap)
fi
if [ $web = 1 ]; then
  packages+=(chromium fonts-dejavu-core)
  # One that is not Debian's brings npm itself.
  command -v npm >/dev/null || packages+=(nodejs npm)
fi

if [ $pip = 1 ]; then
  packages=(g++ python3-dev python3-venv)
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "this system has no dpkg and apt-get; install what corresponds to these \
Debian 12 packages by hand: ${packages[*]}"
fi

missing=()
for package in "${packages[@]}"; do
  # A removed package may still be known to dpkg: only "installed" counts.
  status=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null) ||
    status=
  grep -qx installed <<<"$status" || missing+=("$package")
done

# Static libraries of LLVM that the project MLC publishes. Where the preset
# llvm-23 looks for them.
install_llvm_of_pypi() {
  local folder=$HOME/.cache/hlo-mem-opt/llvm-23
  [ ! -e "$folder" ] || return 0
  echo "install-deps.sh: installing LLVM 23 into $folder"
  mkdir -p "$(dirname "$folder")"
  rm -rf "$folder.partial" "$folder.venv"
  if ! {
    python3 -m venv "$folder.venv" &&
      "$folder.venv/bin/python" -m pip install --quiet --no-deps \
        --target "$folder.partial" mlc-llvm-static==23.1.1.post0
  } >"$folder.log" 2>&1; then
    cat "$folder.log" >&2
    fail "pip cannot install mlc-llvm-static; see above"
  fi
  rm -r "$folder.venv" "$folder.log"
  mv "$folder.partial" "$folder"
}

# A virtual environment of the lists of python that are named, in the cache: where
# python/CMakeLists.txt and utils/fleet.sh look for it. Made again where a list has changed.
install_python() {
  local folder=$HOME/.cache/hlo-mem-opt/$1 lists=()
  shift
  for list in "$@"; do
    lists+=(--requirement "$(dirname "${BASH_SOURCE[0]}")/../python/$list")
  done
  ! cat "${lists[@]/--requirement//dev/null}" |
    cmp -s - "$folder/requirements.txt" || return 0
  echo "install-deps.sh: installing $* of python into $folder"
  mkdir -p "$(dirname "$folder")"
  rm -rf "$folder"
  if ! {
    /usr/bin/python3 -m venv "$folder" &&
      "$folder/bin/python" -m pip install --quiet "${lists[@]}"
  } >"$folder.log" 2>&1; then
    echo "install-deps.sh: no Python package: pip cannot install" \
      "$* of python here:" \
      "$(grep -m1 -i error "$folder.log" || tail -n 1 "$folder.log")"
    rm -rf "$folder"
    return 0
  fi
  rm "$folder.log"
  cat "${lists[@]/--requirement//dev/null}" >"$folder/requirements.txt"
}

# Where test/lit.cfg.py looks for it. Made again where the list has changed.
install_web() {
  local folder=$HOME/.cache/hlo-mem-opt/web list
  list=$(dirname "${BASH_SOURCE[0]}")/../web/package.json
  ! cmp -s "$list" "$folder/package.json" || [ ! -e "$folder/node_modules" ] || return 0
  echo "install-deps.sh: installing web/package.json into $folder"
  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$list" "$folder/package.json"
  if ! (cd "$folder" && npm install --no-audit --no-fund) >"$folder.log" 2>&1; then
    cat "$folder.log" >&2
    rm -rf "$folder"
    fail "npm cannot install web/package.json; see above"
  fi
  rm "$folder.log"
}

install_of_registries() {
  [ $with_pypi = 0 ] || install_llvm_of_pypi
  [ $python = 0 ] || install_python python requirements.txt
  [ $fleet = 0 ] || install_python fleet requirements.txt fleet-requirements.txt
  [ $web = 0 ] || install_web
}

if [ ${#missing[@]} -eq 0 ]; then
  install_of_registries
  exit 0
fi

if [ "$(id -u)" = 0 ]; then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  fail "missing packages, and neither root nor sudo to install them with. \
As root, run: apt-get update && apt-get install ${missing[*]}"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# apt-get's report is shown only where it matters: when it failed.
apt_get() {
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null >"$log" 2>&1
  then
    cat "$log" >&2
    fail "'apt-get $*' failed; see above"
  fi
}

echo "install-deps.sh: installing ${missing[*]}"
apt_get update
for package in "${missing[@]}"; do
  case $package in
  llvm-22-*)
    apt-cache show "$package" >/dev/null 2>&1 ||
      fail "apt knows no $package: in Debian 12 it comes from the security \
archive, bookworm-security; add that to apt's sources, or take LLVM 19" 3
    break
    ;;
  llvm-19-*)
    [[ $(apt-cache policy "$package" 2>/dev/null) =~ Candidate:\ [0-9] ]] ||
      fail "apt knows no $package" 3
    break
    ;;
  esac
done
apt_get install -y --no-install-recommends "${missing[@]}"
install_of_registries
