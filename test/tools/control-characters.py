"""Reads inputs whose names command a terminal.

Usage: control-characters.py TOOL DUMP FOLDER

Copies of DUMP, and inputs that are wrong in different ways, get names with an
escape sequence in them, and one with a line feed; in one, the text has some too.
Nothing that TOOL prints of them may hold a control character but the line feeds
that end lines, or one that reorders or hides its neighbours, whatever it is that
it says.
"""

import os
import re
import shutil
import subprocess
import sys

ESCAPE = "\x1b[31m\x9b\n"
PIPELINE = "-passes=drop-thread-local"
SHOWN = r"\x1b[31m\xc2\x9b\n"
# In the text: an escape, a C1 control, DEL and RIGHT-TO-LEFT OVERRIDE.
HOSTILE = "\x1b]0;x\x07\x9b\x7f\u202e"
HOSTILE_SHOWN = r"\x1b]0;x\x07\xc2\x9b\x7f\xe2\x80\xae"
HOSTILE_JSON = r"\u001b]0;x\u0007\u009b\u007f\u202e"
HOSTILE_YAML = r"\x1b]0;x\x07\x9b\x7f\u202e"


def main():
    tool, dump, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, ESCAPE + "folder"))
    os.chdir(folder)
    good = ESCAPE + "good.txt"
    shutil.copy(dump, good)
    shutil.copy(dump, "other.txt")
    shutil.copy(dump, ESCAPE + "module-buffer-assignment-values.txt")
    with open(dump, "rb") as file:
        text = file.read()
    # A pass that has something to do names it on another line.
    changed = ESCAPE + "changed.txt"
    shutil.copy(os.path.join(os.path.dirname(dump), "tpu-thread-local-2025.txt"), changed)
    bad = ESCAPE + "bad.txt"
    with open(bad, "wb") as file:
        file.write(text[: len(text) // 2])
    # Names of operations and of files; and what is no line of a dump.
    hostile = "hostile.txt"
    with open(hostile, "wb") as file:
        file.write(
            text.replace(b"jit(_", (HOSTILE + "jit(_").encode())
            .replace(b"/home/", (HOSTILE + "/home/").encode())
        )
    broken = "broken.txt"
    with open(broken, "wb") as file:
        file.write(text.replace(b"(size=", (HOSTILE + "(size=").encode()))
    prefixed = ESCAPE + "prefixed.txt"
    with open(prefixed, "wb") as file:
        file.write(b"rest of another\n" + text)
    packed = ESCAPE + "packed.txt.gz"
    with open(packed, "wb") as file:
        file.write(b"\x1f\x8b\x08 no gzip")

    failures = 0
    # What is asked, its exit status, and what must be there to be escaped.
    for arguments, status, found in (
        ([good], 0, SHOWN + "good.txt, unknown backend, " + SHOWN),
        ([good, "other.txt"], 0, " " + SHOWN + "good.txt\n"),
        (["-passes=summary", good], 0, SHOWN + "good.txt:1:1: remark:"),
        (["-passes=peak", good, "other.txt"], 0, "\n" + SHOWN + "good.txt:\n"),
        ([bad], 1, SHOWN + "bad.txt:"),
        (["-allow-incomplete", bad], 0, "warning: "),
        ([prefixed], 0, "warning: '" + SHOWN + "prefixed.txt'"),
        ([packed], 1, "error: '" + SHOWN + "packed.txt.gz'"),
        ([ESCAPE + "absent"], 1, "error: '" + SHOWN + "absent'"),
        ([ESCAPE + "folder"], 1, "error: '" + SHOWN + "folder'"),
        (["-debug-pass-manager", good], 0, " on " + SHOWN + "good.txt"),
        (["-opt-bisect-limit=1", good], 0, " on " + SHOWN + "good.txt\n"),
        (["-print-before-all", good], 0, " *** (" + SHOWN + "good.txt)\n"),
        (["-print-changed", good], 0, " *** (" + SHOWN + "good.txt)\n"),
        (["-print-changed", PIPELINE, changed], 0, " *** (" + SHOWN + "changed.txt)\n"),
        ([hostile], 0, "/" + HOSTILE_SHOWN[:12]),
        (["-width=0", "-passes=summary<top=0>", hostile], 0, HOSTILE_SHOWN),
        (["-width=0", "-passes=peak,alias,liveness<all>,frag<all>,verify", hostile], 0, HOSTILE_SHOWN),
        (["-width=0", "-passes=attribute<by=source>", hostile], 0, HOSTILE_SHOWN),
        (["-format=json", hostile], 0, HOSTILE_JSON),
        (["-format=yaml", hostile], 0, HOSTILE_YAML),
        (["-print-after-all", hostile], 0, HOSTILE_SHOWN),
        (["-print-before-all", hostile], 0, HOSTILE_SHOWN),
        ([broken], 1, "(size="),
        (["-passes=\x1b[31mx", good], 1, r"\x1b[31m"),
        (["-passes=peak<\x1b[31m=1>", good], 1, r"\x1b[31m"),
        (["-passes=peak<at=\x1b[31m>", good], 1, r"\x1b[31m"),
        (["-passes=print", "-o", ESCAPE + "none/x", good], 1, SHOWN + "none/x'"),
        (["-load-pass-plugin=" + good, good], 1, "[31m"),
    ):
        process = subprocess.run(
            [tool] + arguments,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        output = "\n" + process.stdout.decode("utf-8", "surrogateescape")
        wrong = []
        if process.returncode != status:
            wrong.append("exit status %d instead of %d" % (process.returncode, status))
        if found not in output:
            wrong.append("says nothing of the kind: " + repr(found))
        if re.search(
            "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\udc80-\udcff]",
            output,
        ):
            wrong.append("prints a control character")
        if re.search(r"^(good|bad|prefixed|packed|absent)", output, re.MULTILINE):
            wrong.append("ends a line within a name")
        for message in wrong:
            failures += 1
            print("%r: %s:\n%r" % (arguments, message, output))
    print("%d failures" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
