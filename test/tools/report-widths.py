"""Measures how wide the reports are.

Usage: report-widths.py TOOL DUMP...

Runs every report over each dump: for a pipe without an option, where a headline may
have 80 columns behind its place, and with -width=80 and -width=120. No line may be
wider as a terminal shows it, unless it is one word, behind its place if it has one.
"""

import re
import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

REPORTS = (
    "summary,advise,fit",
    "peak,frag,liveness,alias,thread-local",
    "attribute,attribute<by=scope>,attribute<by=part>,attribute<by=stack>",
    "attribute<by=frames>,padding,spaces,reconcile,replay,heap-trace,verify",
    "compare<pipeline=drop-thread-local>",
)
HEADLINE = re.compile(r"\S.*?: (?=(remark|warning|error): )")


def width_of(text):
    """Columns of a terminal."""
    return sum(
        0
        if unicodedata.combining(c)
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def main():
    tool, dumps = sys.argv[1], sys.argv[2:]

    def report(task):
        dump, passes, option = task
        command = [tool, "-j1", "-passes=" + passes, *option, dump]
        run = subprocess.run(command, check=False, capture_output=True)
        return task, run.stdout.decode("utf-8", "replace")

    options = ((), ("-width=80",), ("-width=120",))
    tasks = [(d, p, o) for d in dumps for p in REPORTS for o in options]
    lines = failures = 0
    with ThreadPoolExecutor() as pool:
        for (dump, passes, option), text in pool.map(report, tasks):
            most = 120 if option == ("-width=120",) else 80
            if not text:
                print(f"{dump}: {passes} prints nothing")
                failures += 1
            for line in text.splitlines():
                lines += 1
                message = HEADLINE.sub("", line)
                if not option:
                    line = message
                is_word = (
                    len(re.sub("^(remark|warning|error): ", "", message).split()) == 1
                )
                if width_of(line) > most and not is_word:
                    print(f"{dump}: -passes='{passes}' {option}: {line}")
                    failures += 1
    print(f"{lines} lines, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
