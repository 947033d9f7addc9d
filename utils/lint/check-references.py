#!/usr/bin/env python3
# ===- check-references.py - Checks what texts refer to ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Checks that what the texts of the repository refer to exists.

These are links from pages to files, pictures and sections, references from other files to
sections of docs, and the scripts and presets that pages, workflows and the devcontainer
name.

Exit status: 0, or 1 if something is missing.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s:#]*)(?:#([^)\s]*))?\)")
IMAGE = re.compile(r'\bsrc(?:set)?="([^":]+)"')
REFERENCE = re.compile(r"\b(docs/(?:\w+/)?\w+\.md)#([\w-]+)")
# At the beginning of a command or after a blank or quote.
SCRIPT = re.compile(r"(?<![\w/.~-])((?:utils|\.ci)/[\w/-]+\.(?:sh|py))\b")
PRESET = re.compile(r"--preset[ =]([\w-]+)|utils/check\.sh(?: --all)? ([a-z][\w-]*)")


def lines_of_prose(text: str) -> Iterator[tuple[int, str]]:
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def anchors(page: Path) -> set[str]:
    """The sections of a page, as links name them."""
    found = set()
    for _, line in lines_of_prose(page.read_text(encoding="utf-8")):
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def wrong_reference(target: Path, section: str) -> str | None:
    if not target.exists():
        return f"{target.relative_to(ROOT)}: no such file"
    if section and section not in anchors(target):
        return f"{target.relative_to(ROOT)}: no such section: {section}"
    return None


def wrong_in(path: Path, text: str, presets: set[str]) -> Iterator[tuple[int, str]]:
    """What is wrong in a file, and on which line."""
    is_page = path.suffix == ".md"
    prose = lines_of_prose(text) if is_page else enumerate(text.splitlines(), 1)
    for number, line in prose:
        found = (LINK if is_page else REFERENCE).findall(line)
        if is_page:
            found += [(image, "") for image in IMAGE.findall(line)]
        for name, section in found:
            folder = path.parent if is_page else ROOT
            target = Path(os.path.normpath(folder / name)) if name else path
            yield number, wrong_reference(target, section) or ""
    if not is_page and not {".github", ".devcontainer"} & set(path.parts):
        return
    for number, line in enumerate(text.splitlines(), 1):
        for script in SCRIPT.findall(line):
            if not (ROOT / script).is_file():
                yield number, f"no such script: {script}"
        for names in PRESET.findall(line):
            if (name := "".join(names)) not in presets:
                yield number, f"no such preset: {name}"


def main() -> int:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    settings = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    presets = {preset["name"] for preset in settings["configurePresets"]}
    failures = 0
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        # Bytes of real dumps, and a project that is read where it was copied to.
        if name.startswith(("test/Inputs/", "utils/plugin-template/")):
            continue
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            for number, wrong in wrong_in(path, text, presets):
                if wrong:
                    print(f"{name}:{number}: {wrong}")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
