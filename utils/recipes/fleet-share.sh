#!/usr/bin/env bash
# Reads one share of many dumps with hlo-mem-opt alone: in a Slurm array, or under GNU
# parallel.
# Usage: fleet-share.sh LIST OUT [I N]
set -euo pipefail

usage() {
  cat <<EOF
Usage: fleet-share.sh LIST OUT [I N]

LIST has a folder or a dump on each line. Reads those of the share I of N, counted from
0, and writes OUT/I.jsonl, which 'hlo-mem-fleet adopt' records; it appears as a whole.
Without I and N, they are those of the Slurm array that this is a task of. A share that
is there is not read again.

Exit status: 0, also where some dumps cannot be read: their rows say why; 1 if
something else is wrong.
EOF
}

fail() {
  echo "fleet-share.sh: error: $1" >&2
  exit 1
}

case ${1-} in
-h | --help)
  usage
  exit 0
  ;;
esac
[ $# = 2 ] || [ $# = 4 ] || fail "expected LIST OUT [I N], see --help"
list=$1 out=$2
share=${3-$((${SLURM_ARRAY_TASK_ID?no I and no Slurm array} - ${SLURM_ARRAY_TASK_MIN-0}))}
count=${4-${SLURM_ARRAY_TASK_COUNT?no N and no Slurm array}}
[ -r "$list" ] || fail "cannot read '$list'"
mkdir -p "$out"
target=$out/$share.jsonl
[ ! -e "$target" ] || exit 0

mapfile -t paths < <(awk -v i="$share" -v n="$count" 'NR % n == i' "$list")
[ ${#paths[@]} -gt 0 ] || exit 0
partial=$(mktemp "$target.XXXXXX")
trap 'rm -f "$partial"' EXIT
status=0
hlo-mem-opt -j1 -passes='jsonl<tables=modules,spaces,parts,changes>' \
  "${paths[@]}" >"$partial" 2>/dev/null || status=$?
# 1: some dumps cannot be read.
[ "$status" -le 1 ] || fail "hlo-mem-opt ended with status $status"
# A share without any row is one that could not be read at all.
[ -s "$partial" ] || fail "hlo-mem-opt has written nothing for share $share"
mv "$partial" "$target"
