#!/usr/bin/env bash
# Installs the Debian packages that hlo-mem-opt is built and tested with, and
# only those that are missing. Usage: utils/install-deps.sh [--llvm 19|22]
# [--lint] [--real-xla]
set -euo pipefail

usage() {
  cat <<EOF
Usage: utils/install-deps.sh [--llvm 19|22] [--lint] [--real-xla]

Installs the missing ones of the Debian packages that hlo-mem-opt needs.

  --llvm N    the LLVM to build with: 19 (default) or 22; may be repeated
  --lint      also what utils/lint.sh needs (clang-format-19, clang-tidy-19)
  --real-xla  also what utils/real-xla.sh needs (python3-venv)

Exit status: 0 all there, 1 could not install, 2 wrong command line.
EOF
}

fail() {
  echo "install-deps.sh: error: $1" >&2
  exit "${2:-1}"
}

versions=()
lint=0
real_xla=0
while [ $# -gt 0 ]; do
  case $1 in
  --llvm)
    [ $# -gt 1 ] || fail "--llvm needs a version: 19 or 22" 2
    shift
    case $1 in
    19 | 22) versions+=("$1") ;;
    *) fail "no packages for LLVM '$1': 19 or 22 is supported" 2 ;;
    esac
    ;;
  --lint) lint=1 ;;
  --real-xla) real_xla=1 ;;
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
# With these cpack finds out what the .deb depends on.
packages+=(dpkg-dev file)
for version in "${versions[@]}"; do
  packages+=("llvm-$version-dev" "llvm-$version-tools")
done
if [ $lint = 1 ]; then
  packages+=(clang-format-19 clang-tidy-19)
fi
if [ $real_xla = 1 ]; then
  packages+=(python3-venv)
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
[ ${#missing[@]} -gt 0 ] || exit 0

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
archive, bookworm-security; add that to apt's sources, or take LLVM 19"
    break
    ;;
  esac
done
apt_get install -y --no-install-recommends "${missing[@]}"
