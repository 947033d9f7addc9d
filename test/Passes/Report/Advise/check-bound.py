"""Checks bounds of advice by a recompile: check-bound.py PROGRAM BEFORE AFTER.

What the second program needs less than the first is not more than any bound of a change
that needs other operations says, and no less than half of the largest.
"""

import json
import subprocess
import sys
from typing import Any

program, before, after = sys.argv[1:]


def remarks(dump: str, passes: str) -> list[dict[str, Any]]:
    command = [program, "-format=json", f"-passes={passes}", dump]
    lines = subprocess.run(command, capture_output=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def need(dump: str) -> int:
    heads = [r for r in remarks(dump, "summary") if r["name"] == "SummaryHead"]
    return int(heads[0]["args"]["Needed"])


saved = need(before) - need(after)
bounds = [
    r["args"]["AtMost"]
    for r in remarks(before, "advise")
    if r["name"] == "AdviceWithoutNumber" and "other operations" in r["args"]["Why"]
]
if not bounds or not max(bounds) / 2 <= saved <= min(bounds):
    sys.exit(f"{saved} are saved, and the bounds are {bounds}")
