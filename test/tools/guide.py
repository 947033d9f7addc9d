"""Compares the options of --help with those of the guide and the manual page.

Usage: guide.py TOOL GUIDE MANUAL

Every option that TOOL --help shows must be in both, and none of them may
tell of another; values too.
"""

import re
import subprocess
import sys


def options_of_help(tool):
    text = subprocess.run(
        [tool, "--help"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    options = set()
    for line in text.splitlines():
        option = re.match(r"  --?([a-z][\w-]*)([ =]<[^>]+>)?", line)
        value = re.match(r"    =([\w-]+)", line)
        if option:
            name = option.group(1)
            options.add("-" + name + (option.group(2) or ""))
        elif value:
            options.add(name + ": " + value.group(1))
    # Where the value may be left out, LLVM has a line for that too.
    with_value = {option.partition("=")[0] for option in options if "=" in option}
    return options - with_value


def options_of_text(path, heading, item):
    options = set()
    name = None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.replace("\\-", "-").rstrip("\n")
            option, value = re.match(heading, line), re.match(item, line)
            if line.startswith(("## ", ".SH ")):
                name = None
            elif option:
                name = re.match(r"-([\w-]+)", option.group(1)).group(1)
                options.add(option.group(1))
            elif value and name:
                options.add(name + ": " + value.group(1))
    return options


# LLVM shows these only where it shows all that its libraries have.
HIDDEN = {"-help-hidden", "-help-list-hidden"}


def main():
    tool, guide, manual = sys.argv[1:]
    shown = options_of_help(tool) | HIDDEN
    failures = 0
    for path, options in (
        (guide, options_of_text(guide, r"### `(-.*)`$", r"\* `([\w-]+)`: ")),
        (manual, options_of_text(manual, r"\\fB(-.*)\\fR$", r"\\fB([\w-]+)\\fR$")),
    ):
        for option in sorted(shown - options):
            print("%s: lacks %s" % (path, option))
        for option in sorted(options - shown):
            print("%s: has %s, which --help lacks" % (path, option))
        failures += len(shown ^ options)
    print("%d options, %d failures" % (len(shown), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
