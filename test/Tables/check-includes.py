"""Checks that exports of data read tables and nothing else of a module.

Usage: check-includes.py ROOT

Sources of lib/Tables include headers of that library and of Support, and the passes of
lib/Passes/Export besides those only TableExport.h, which makes the tables. Passes that
write something else than data of a module are free.
"""

import re
import sys
from pathlib import Path

FREE = {"ExportPacking", "Print", "PrintProgram"}

root = Path(sys.argv[1])
failures = 0


def check(folder, allowed):
    global failures
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp")):
        for name in re.findall(r'^#include "([^"]*)"', path.read_text("utf-8"), re.M):
            if not re.fullmatch(allowed, name):
                print("%s includes %s" % (path.relative_to(root), name))
                failures += 1


for part in ("lib", "include/hlomem"):
    check(
        root / part / "Tables",
        r"Page\.h|hlomem/(Tables|Support)/.*|llvm/(ADT|Support)/.*",
    )
exports = [p for p in (root / "lib/Passes/Export").iterdir() if p.is_dir()]
data = [p for p in exports if p.name not in FREE]
for folder in data:
    name = folder.name
    check(folder, r"%s/.*\.inc|hlomem/Passes/Tables/TableExport\.h|llvm/.*" % name)
print("%d exports of data, %d failures" % (len(data), failures))
sys.exit(bool(failures))
