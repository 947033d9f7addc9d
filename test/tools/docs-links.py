"""Checks the references to sections of the documentation.

Usage: docs-links.py ROOT

In the pages of ROOT, ROOT/docs and the folders below it the links to pages of the
project and to sections of them, in all other files the references of the form
docs/PAGE.md#..., must name what exists.
"""

import glob
import os
import re
import sys

FOLDERS = ("include", "lib", "test", "tools", "utils")
LINK = re.compile(r"\]\(([^)\s:]*?)(?:#([^)\s]*))?\)")
REFERENCE = re.compile(r"\b(docs/(?:\w+/)?\w+\.md)#([\w-]+)")


def lines_of_prose(path):
    inside = False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("```"):
                inside = not inside
            elif not inside:
                yield number, line


def anchors(path):
    """The sections of a page, as its links name them."""
    found = set()
    for _, line in lines_of_prose(path):
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def references(root):
    """(file, line number, path that it names, section or None)."""
    pages = sorted(glob.glob(os.path.join(root, "*.md")))
    pages += sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
    for page in pages:
        for number, line in lines_of_prose(page):
            for target, section in LINK.findall(line):
                path = os.path.join(os.path.dirname(page), target)
                yield page, number, path if target else page, section
    for folder in FOLDERS:
        for base, _, names in os.walk(os.path.join(root, folder)):
            for path in sorted(os.path.join(base, name) for name in names):
                with open(path, encoding="utf-8", errors="replace") as file:
                    for number, line in enumerate(file, 1):
                        for target, section in REFERENCE.findall(line):
                            yield path, number, os.path.join(root, target), section


def main():
    root = sys.argv[1]
    count = failures = 0
    for path, number, target, section in references(root):
        count += 1
        wrong = None
        if not os.path.exists(target):
            wrong = "no such file"
        elif section and section not in anchors(target):
            wrong = "no such section: " + section
        if wrong:
            failures += 1
            place = "%s:%d" % (os.path.relpath(path, root), number)
            print("%s: %s: %s" % (place, os.path.relpath(target, root), wrong))
    print("%d references, %d failures" % (count, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
