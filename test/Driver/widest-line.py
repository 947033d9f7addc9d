"""Fails if a line of what a command prints has more than some columns, commands aside."""

import subprocess
import sys

most = int(sys.argv[1])
run = subprocess.run(sys.argv[2:], capture_output=True, text=True, check=False)
wide = [
    line
    for line in run.stdout.splitlines()
    if len(line) > most and not line.startswith("hlo-mem-opt ")
]
print("\n".join(wide))
sys.exit(not run.stdout or bool(wide))
