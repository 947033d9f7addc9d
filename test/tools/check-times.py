#!/usr/bin/env python3
"""Checks the table of -time-passes that comes on the standard input.

Rows must stand with the longest wall time first and add up to the last one, and
no row may take more time than the program, unless on several threads. Prints
what ran, and how often, by name.
"""

import re
import sys

NUMBER = r"\s+([0-9.]+) \(\s*([0-9.]+)%\)"
ROW = re.compile(NUMBER * 2 + r"\s+([0-9]*)  (\S.*)$")


def main():
    text = sys.stdin.read()
    rows = [m.groups() for m in map(ROW.match, text.splitlines()) if m]
    *rows, total = rows
    if total[-1] != "Total" or not rows:
        sys.exit("no table: " + text)
    for column in (0, 2):
        found = sum(float(row[column]) for row in rows)
        # Each is rounded to a microsecond.
        if abs(found - float(total[column])) > 1e-6 * (len(rows) + 1):
            sys.exit(f"column {column} adds up to {found}, not {total[column]}")
    walls = [float(row[2]) for row in rows]
    if walls != sorted(walls, reverse=True):
        sys.exit(f"not in order: {walls}")
    head = re.search(r"([0-9.]+) seconds in all threads, ([0-9.]+) seconds", text)
    if head[1] != total[2] or float(head[2]) <= 0:
        sys.exit(f"the head says {head[0]}")
    for row in sorted(rows, key=lambda row: row[-1]):
        print(row[-1], row[-2])


if __name__ == "__main__":
    main()
