"""Splits a dump into the files that XLA has written since April 2026.

Usage: split-dump.py DUMP STEM

Writes STEM-buffer-assignment.txt, STEM-buffer-assignment-values.txt and, if DUMP
has live ranges, STEM-live-range.txt.
"""

import os
import sys


def split(dump):
    """The three texts; the last is None without live ranges."""
    total = dump.index(b"\nTotal bytes used: ")
    ranges = dump.find(b"\n\nHloLiveRange")
    if ranges < 0:
        return dump[:total], dump[total:], None
    return dump[:total], dump[total:ranges], dump[ranges + 2 :]


def main():
    path, stem = sys.argv[1:]
    with open(path, "rb") as file:
        texts = split(file.read())
    os.makedirs(os.path.dirname(stem) or ".", exist_ok=True)
    ends = "buffer-assignment", "buffer-assignment-values", "live-range"
    for end, text in zip(ends, texts):
        if text is not None:
            with open("%s-%s.txt" % (stem, end), "wb") as file:
                file.write(text)


if __name__ == "__main__":
    main()
