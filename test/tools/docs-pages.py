"""Checks that pages stay what a reader can take in.

Usage: docs-pages.py FOLDER

Each page in FOLDER, those below it aside, has at most 400 lines, and begins, behind its
title, with what one can do after reading it.
"""

import pathlib
import sys

LINES = 400
BEGIN = "After reading this page you can "


def main() -> int:
    pages = sorted(pathlib.Path(sys.argv[1]).glob("*.md"))
    failures = 0
    for page in pages:
        lines = page.read_text(encoding="utf-8").splitlines()
        if len(lines) > LINES:
            print(f"{page.name}: {len(lines)} lines, more than {LINES}")
            failures += 1
        if not lines[0].startswith("# ") or not lines[2].startswith(BEGIN):
            print(f"{page.name}: no title, or not '{BEGIN}' behind it")
            failures += 1
    print(f"{len(pages)} pages, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
