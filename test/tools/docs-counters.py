#!/usr/bin/env python3
"""Checks that tables of documentation have all counters.

usage: docs-counters.py COUNTERS MARKDOWN...

COUNTERS is what -counters wrote, or FrameworkCounters.def, of which the
descriptions must agree too.
"""

import json
import re
import sys


def read_counters(path):
    text = open(path).read()
    if not path.endswith(".def"):
        return {name: None for name in json.loads(text)["counters"]}
    entry = re.compile(
        r'^FRAMEWORK_COUNTER\(\w+, "([^"]*)", "([^"]*)",\s*((?:"[^"]*"\s*)+)\)', re.M
    )
    return {
        f"{group}.{name}": "".join(re.findall(r'"([^"]*)"', text))
        for group, name, text in entry.findall(text)
    }


def main():
    counters = read_counters(sys.argv[1])
    rows = {}
    for path in sys.argv[2:]:
        rows.update(re.findall(r"^\| `([a-z0-9.-]+)` \| (.*) \|$", open(path).read(), re.M))
    if len(counters) < 10:
        sys.exit(f"only {len(counters)} counters")
    for name, description in counters.items():
        if name not in rows:
            sys.exit(f"{name} is not documented")
        if description is not None and description != rows[name]:
            sys.exit(f"{name} is {description!r} and documented as {rows[name]!r}")


if __name__ == "__main__":
    main()
