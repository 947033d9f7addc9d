"""Prints the sums of remarks as docs/RemarkFormats.md tells to.

Usage: sums-python.py PAGE REMARKS

Runs each `python3 -c` of the PAGE on the JSON file REMARKS.
"""

import re
import subprocess
import sys


def main():
    page, remarks = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        scripts = re.findall(r"python3 -c '([^']*)'$", file.read(), re.MULTILINE)
    for script in scripts:
        with open(remarks, encoding="utf-8") as file:
            subprocess.run([sys.executable, "-c", script], stdin=file, check=True)
    print("%d scripts" % len(scripts))


if __name__ == "__main__":
    main()
