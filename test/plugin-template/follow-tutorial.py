#!/usr/bin/env python3
# ===- follow-tutorial.py - What the page on writing a pass says --------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Does what docs/WritingAPass.md tells a reader to do.

Usage: follow-tutorial.py BUILD ROOT CXX

In a temporary folder that stands for the reader's home, with nothing but PATH and
the compiler CXX set: writes the files of the page, those of the blocks that name
one, and runs its commands, in the order of the page. The commands of the section
"A built-in pass" run in a copy of ROOT's declarations and pages, which they must
leave as they are.

Prints the commands behind "+ " and their output. Ends with the exit status of the
first one that fails.
"""

import filecmp
import os
import re
import shutil
import sys
import tempfile

from docs_shell import Shell, commands, read, section

BUILTIN = "A built-in pass"


def script(page):
    """The files and the commands of the page as one shell script."""
    parts = []
    for info, body in re.findall(r"^```([^\n]+)\n(.*?)^```$", page, re.M | re.S):
        language, _, file = info.partition(" ")
        if file:
            parts.append("cat > %s <<'END OF FILE'\n%sEND OF FILE\n" % (file, body))
        elif language == "sh":
            parts.append(body)
    return "".join(parts)


def main():
    build, root, compiler = sys.argv[1:]
    page = read(root, "docs", "WritingAPass.md")
    builtin = section(page, BUILTIN)
    with tempfile.TemporaryDirectory(prefix="hlo-mem-opt-") as home:
        shell = Shell(home, compiler)
        os.symlink(build, os.path.join(home, "build"))
        shell.run(script(page.replace(builtin, "")))

        for folder in "include", "lib", "docs", "tools", "utils":
            shutil.copytree(
                os.path.join(root, folder), os.path.join(home, "sources", folder)
            )
        shutil.copy(os.path.join(root, "README.md"), os.path.join(home, "sources"))
        os.symlink(build, os.path.join(home, "sources", "build"))
        shell.run(commands(builtin), "sources")
        for name in ["README.md", "docs/generated/Passes.md"]:
            same = filecmp.cmp(
                os.path.join(root, name),
                os.path.join(home, "sources", name),
                shallow=False,
            )
            print(name, "is up to date" if same else "has changed")


if __name__ == "__main__":
    main()
