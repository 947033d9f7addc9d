"""Adds up the arguments and the results in a table of allocations, as XLA's
memory_analysis() has them: what is donated is both.

Usage: add-arguments.py < TABLES.jsonl
"""

import json
import sys

sizes = {"parameter": 0, "donated parameter": 0, "output": 0}
for line in sys.stdin:
    row = json.loads(line)
    if row["table"] == "allocations" and row["space"] == 0 and row["kind"] in sizes:
        sizes[row["kind"]] += row["size"]
donated = sizes["donated parameter"]
print(f"arguments {sizes['parameter'] + donated}, results {sizes['output'] + donated}")
