"""Writes tables of a dump with names that CSV and JSON have to escape.

Usage: hostile-names.py TOOL DUMP FOLDER

op_names and files of the user's program get quotes, separators, line feeds, control
characters, bytes that are not UTF-8, and 10 kB; so does the name of the dump. Both forms
must be well-formed and say the same.
"""

import csv
import json
import os
import subprocess
import sys

IN_DUMP = b'say \\"a\\", b;\t\\n\\\\ \x1b[31m \xff \xe2\x80\xae = ' + b"x" * 10000
IN_TABLE = 'say "a", b;\t\n\\ \x1b[31m \ufffd \u202e = ' + "x" * 10000
FILE = b'x,"y"\n\xfe\x07-buffer-assignment.txt'
MODULE = 'x,"y"\n\ufffd\x07'


def main():
    tool, dump, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    with open(dump, "rb") as file:
        text = file.read()
    changed = text.replace(b'op_name="', b'op_name="' + IN_DUMP).replace(
        b'source_file="', b'source_file="' + IN_DUMP
    )
    with open(FILE, "wb") as file:
        file.write(changed)
    command = [tool, "-passes=peak", "-emit=csv,jsonl", "-o", "out", FILE]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    counts = {}
    for name in sorted(os.listdir("out")):
        if not name.endswith(".jsonl"):
            continue
        table = name[: -len(".jsonl")]
        with open("out/" + name, encoding="utf-8", newline="\n") as file:
            lines = file.read().split("\n")
        rows = [json.loads(line) for line in lines[:-1]]
        for line in lines:
            if not all(" " <= c <= "~" or c == "\ufffd" for c in line):
                sys.exit("%s: not printable: %r" % (name, line))
        with open("out/%s.csv" % table, encoding="utf-8", newline="") as file:
            header, *fields = csv.reader(file, strict=True)
        if len(fields) != len(rows):
            sys.exit("%s: %d and %d rows" % (table, len(fields), len(rows)))
        for row, line in zip(rows, fields):
            shown = [
                "" if v is None else str(v).lower() if isinstance(v, bool) else str(v)
                for v in row.values()
            ]
            if list(row) != header or shown != line:
                sys.exit("%s: %r and %r" % (table, row, line))
            if row["module"] != MODULE:
                sys.exit("%s: module %r" % (table, row["module"]))
        counts[table] = len(rows)
        if table == "instructions":
            for column in ("scope", "source"):
                found = [r[column] for r in rows if r[column]]
                if not found or not all(v.startswith(IN_TABLE) for v in found):
                    sys.exit("%s: %r" % (column, found[:1]))
    print(", ".join("%d %s" % (n, table) for table, n in counts.items()))


main()
