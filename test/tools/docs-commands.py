"""Checks the commands that the documentation shows.

Usage: docs-commands.py TOOL ROOT

Reads the ```sh blocks of the pages of ROOT, ROOT/docs and the folders below it.
Commands that start with hlo-mem-opt are run by bash from ROOT with TOOL in its
place, those that start with hlo-mem-pack or gen-dump with the program of that name
beside it, and must exit with 0, or N where the line ends in `# exit N`. Others are
not run: scripts of the project must exist, be executable and parse; any other command
must be of a known kind.

WritingAPass.md is a session from one end to the other, in which commands build on
each other: test/plugin-template/follow-docs.py runs that.

In ```console blocks a command stands after "$ ", and below it exactly what it prints
to the standard output; `# exit N` may end the command here too.
"""

import glob
import os
import re
import shlex
import subprocess
import sys

# What a reader does on the machine, and no test may.
KNOWN = {
    "cd",
    "cmake",
    "cp",
    "cpack",
    "ctest",
    "export",
    "mkdir",
    "python3",
    "source",
    "sudo",
}
# What need not be installed; test/Remarks runs these.
KNOWN |= {
    "llvm-remarkutil-22",
    "/usr/lib/llvm-19/share/opt-viewer/opt-viewer.py",
}

# The programs of the project.
PROGRAMS = ("hlo-mem-opt", "hlo-mem-pack", "gen-dump")

# The page that is run as a whole elsewhere.
SESSION = "WritingAPass.md"


def sessions(path):
    """(line number, command, output) of each command of a console block."""
    session = None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("```"):
                if session:
                    yield tuple(session)
                session = [] if line.strip() == "```console" else None
            elif session is not None and line.startswith("$ "):
                if session:
                    yield tuple(session)
                session = [number, line[2:].strip(), ""]
            elif session:
                session[2] += line


def commands(path):
    """(line number, command, exit status) of each command of a page."""
    inside = False
    pending = ""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.strip().startswith("```"):
                inside = line.strip() == "```sh"
                continue
            if not inside:
                continue
            line = pending + line.strip()
            pending = ""
            if line.endswith("\\"):
                pending = line[:-1]
                continue
            line, status = split_comment(line)
            if line:
                yield number, line, status


def split_comment(line):
    """A line of shell without its comment, and the exit status that this tells."""
    comment = re.search(r"(^|\s)#\s.*$", line)
    if not comment:
        return line, 0
    told = re.search(r"# exit (\d+)$", comment.group(0))
    return line[: comment.start()].strip(), int(told.group(1)) if told else 0


def check_run(tool, root, command, status, output=None):
    # A function stands for the tool wherever bash meets the name.
    script = 'hlo-mem-opt() { "$HLO_MEM_OPT" "$@"; }\n'
    folder = os.path.dirname(tool)
    for name in PROGRAMS[1:]:
        path = shlex.quote(os.path.join(folder, name))
        script += '%s() { %s "$@"; }\n' % (name, path)
    script += command
    process = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script],
        cwd=root,
        env=dict(os.environ, HLO_MEM_OPT=tool),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    if process.returncode != status:
        return "exit status %d instead of %d: %s" % (
            process.returncode,
            status,
            process.stderr.decode("utf-8", "replace"),
        )
    if output is not None and process.stdout.decode("utf-8") != output:
        return "prints something else:\n" + process.stdout.decode("utf-8")
    return None


def check_script(path):
    """What is wrong with a script, if anything."""
    if not os.access(path, os.X_OK):
        return "no such script, or not executable"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.startswith("#!/usr/bin/env python3\n"):
        compile(text, path, "exec")
        return None
    return subprocess.run(["bash", "-n", path], check=False).returncode or None


def check(tool, root, command, status):
    """(whether it was run, what is wrong or None)."""
    words = shlex.split(command)
    first = words[0]
    if first in PROGRAMS:
        return True, check_run(tool, root, command, status)
    for word in words:
        if word.startswith(("utils/", "test/", ".ci/")):
            if first == word:
                return False, check_script(os.path.join(root, word))
            if not os.path.exists(os.path.join(root, word)):
                return False, "no such file: " + word
    if first not in KNOWN:
        return False, "unknown kind of command"
    return False, None


def main():
    tool, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    pages = sorted(glob.glob(os.path.join(root, "*.md")))
    pages += sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
    pages = [page for page in pages if os.path.basename(page) != SESSION]
    ran = known = failures = 0
    for page in pages:
        results = []
        for number, command, status in commands(page):
            results.append((number, command, check(tool, root, command, status)))
        for number, command, output in sessions(page):
            command, status = split_comment(command)
            wrong = check_run(tool, root, command, status, output)
            results.append((number, command, (True, wrong)))
        for number, command, (was_run, wrong) in results:
            ran += was_run
            known += not was_run
            if wrong:
                failures += 1
                name = os.path.relpath(page, root)
                print("%s:%d: %s: %s" % (name, number, command, wrong))
    print("%d commands run, %d known, %d failures" % (ran, known, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
