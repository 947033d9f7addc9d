"""Compares the options of --help-all with those of the guide.

Usage: guide.py TOOL GUIDE

Every option that TOOL --help-all shows must be in the guide, and it may tell of no
other; values too.
"""

import re
import subprocess
import sys


def options_of_help(tool):
    text = subprocess.run(
        [tool, "--help-all"], stdout=subprocess.PIPE, text=True, check=True
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


def options_of_guide(path):
    options = set()
    name = None
    with open(path, encoding="utf-8") as file:
        for line in file:
            option = re.match(r"### `(-.*)`$", line)
            value = re.match(r"\* `([\w-]+)`: ", line)
            if line.startswith("## "):
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
    tool, guide = sys.argv[1:]
    shown = options_of_help(tool) | HIDDEN
    told = options_of_guide(guide)
    for option in sorted(shown - told):
        print("lacks %s" % option)
    for option in sorted(told - shown):
        print("has %s, which --help-all lacks" % option)
    print("%d options, %d failures" % (len(shown), len(shown ^ told)))
    return 0 if shown == told else 1


if __name__ == "__main__":
    sys.exit(main())
