#!/usr/bin/env python3
# ===- check-wording.py - Checks texts for unwanted phrases --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Checks texts for the phrases in wording.txt, beside this script, and `///` comments of
headers in include/ for beginnings that cannot be read alone.

Usage: check-wording.py [FILE...]

Without FILEs: all documentation, TableGen declarations, scripts, and comments and string
literals of C++ sources in the repository.

Exit status: 0, or 1 if there is such a phrase or beginning.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Folders with text for readers, and the endings of the files in them.
FOLDERS = ["*.md", "docs", "include", "lib", "python", "tools", "utils"]
ENDINGS = {".cpp", ".def", ".h", ".md", ".py", ".sh", ".td"}
# The texts of a C++ source, and character literals, which may be a quote. In a literal:
# an escape, or anything but its end.
TEXT = re.compile(r"""//[^\n]*|"((?:\\.|[^"\\])*)"|'(?:\\.|[^'\\\n])'""")
COMMENT_MARK = re.compile(r"//+<?")
# A line of a comment on what follows, and beginnings that need the comment before it.
DOC_LINE = re.compile(r"\s*///(?!<) ?")
FRAGMENT = re.compile(r"Of |The same|Those|That of|That is|As |What ")


def read_phrases() -> dict[str, str]:
    """What to write instead of each phrase, which is in lower case."""
    phrases = {}
    path = Path(__file__).with_name("wording.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            phrase, _, instead = line.partition(": ")
            if not instead or phrase != phrase.lower():
                sys.exit(f"{path}: expected 'phrase: replacement', found '{line}'")
            phrases[phrase] = instead
    return phrases


def blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def text_of(path: Path) -> str:
    """The text for readers, without the marks of comments. In C++ sources other
    characters become NUL, but for blanks and quotes, so that lines stay and a comment, or
    a message in adjacent literals, is in one piece."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".td":
        return COMMENT_MARK.sub(blank, text)
    if path.suffix not in {".cpp", ".def", ".h"}:
        return text
    kept = [c if c.isspace() else " " if c == '"' else "\0" for c in text]
    for match in TEXT.finditer(text):
        if match[0].startswith("//"):
            kept[match.start() : match.end()] = COMMENT_MARK.sub(blank, match[0], count=1)
        elif match[1] is not None:
            kept[match.start(1) : match.end(1)] = match[1]
    return "".join(kept)


def find(text: str, phrase: str) -> Iterator[int]:
    """The line of each place with the phrase, which a line may end in."""
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    for match in re.finditer(rf"(?<![\w-]){words}(?![\w-])", text, re.IGNORECASE):
        yield text.count("\n", 0, match.start()) + 1


def find_fragments(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the beginning of each comment of a header that needs another."""
    if path.suffix != ".h" or "include" not in path.parts:
        return
    is_inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = DOC_LINE.match(line)
        if mark and not is_inside and (begin := FRAGMENT.match(line, mark.end())):
            yield number, begin[0].rstrip()
        is_inside = mark is not None


def own_files() -> list[Path]:
    command = ["git", "ls-files", "-z", "--", *FOLDERS]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.suffix in ENDINGS and path.is_file()]


def main() -> int:
    found = False
    phrases = read_phrases()
    for path in [Path(name) for name in sys.argv[1:]] or own_files():
        text = text_of(path)
        for phrase, instead in phrases.items():
            for line in find(text, phrase):
                print(f"{path}:{line}: '{phrase}': write '{instead}'")
                found = True
        for line, begin in find_fragments(path):
            print(
                f"{path}:{line}: a comment of a header begins with '{begin}': "
                "write a whole sentence"
            )
            found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
