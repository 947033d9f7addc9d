"""Counts the lines of README.md, and looks for its C++ in docs/WritingAPass.md.

Usage: readme.py ROOT
"""

import pathlib
import re
import sys

LINES = 150


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    readme = (root / "README.md").read_text(encoding="utf-8")
    page = (root / "docs" / "WritingAPass.md").read_text(encoding="utf-8")
    count = len(readme.splitlines())
    excerpts = re.findall(r"```cpp\n(.*?)```", readme, re.DOTALL)
    failures = 0
    if count > LINES:
        print(f"README.md has more than {LINES} lines")
        failures += 1
    for excerpt in excerpts:
        if excerpt not in page:
            print("not in WritingAPass.md: " + excerpt)
            failures += 1
    print(f"README.md: {count} lines, {len(excerpts)} excerpts, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
