"""Checks that the dumps that a page shows are dumps.

Usage: docs-dumps.py TOOL PAGE FOLDER

Each ``` block (of no language) that begins with `BufferAssignment:` is written
to FOLDER as 0.txt, 1.txt, ... TOOL must read it, and print it as it stands.
"""

import os
import subprocess
import sys


def dumps(path):
    """(line number, text) of each dump."""
    block = None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("```"):
                if block and block[1].startswith("BufferAssignment:\n"):
                    yield tuple(block)
                is_opening = block is None
                block = [number + 1, ""] if is_opening else None
                if is_opening and line != "```\n":
                    block[1] = "\n"
            elif block:
                block[1] += line


def main():
    tool, page, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    count = failures = 0
    for number, text in dumps(page):
        path = os.path.join(folder, "%d.txt" % count)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        count += 1
        printed = subprocess.run(
            [tool, "-passes=print", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
        wrong = None
        if printed.returncode:
            wrong = printed.stderr.decode("utf-8", "replace")
        elif printed.stdout.decode("utf-8", "replace") != text:
            wrong = "printed as something else"
        if wrong:
            failures += 1
            print("%s:%d: %s" % (os.path.basename(page), number, wrong.strip()))
    print("%d dumps, %d failures" % (count, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
