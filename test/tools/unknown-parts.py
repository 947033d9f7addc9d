"""Adds to dumps what a later XLA might: nothing may get lost or change.

Usage: unknown-parts.py TOOL [--every N] DUMP...

Into each DUMP something unknown is put at every place, one at a time: lines of
several indentations before every line and at the end, sections between the
sections, ends of lines, and attributes of allocations and values; with --every,
at every Nth of these places. Of each

    the report of the passes below must be the same as without, but for a warning
    at the place, and the places of remarks that follow it;
    `print` must give it back byte for byte;
    `-fatal-warnings=unknown` must refuse it with an error at the place.

A label or the text of an instruction may have several lines: nothing is put
between those. Prints how many variants there were, and each that went wrong.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PIPELINES = ["default", "peak,frag,liveness,alias"]
PLACE = re.compile(r"^<stdin>:(\d+):(\d+): ", re.MULTILINE)
SECTIONS = (
    "Total bytes used: ",
    "Used values:",
    "HloLiveRange ",
)
UNKNOWN_LINES = [
    "Future line",
    "future: 7",
    " future line <1 x @0>",
    "  future line",
    "    future line of 3 words",
    " future list:\n  future element\n  another one",
]
UNKNOWN_SECTION = "Future section:\n  x: 1\n\n  y {0}: 2 bytes\nFuture end"
CLAUSES = [", future 7", " (future: x)", " [future]", " future=1"]
NODE = re.compile(r"%, total: .*\)$")


def starts_logical_line(lines: list[str], at: int, section: str) -> bool:
    """Whether a line may be put before lines[at]."""
    if at == len(lines):
        return True
    if section == "tree":
        # A label with line feeds: its node began on an earlier line.
        return bool(NODE.search(lines[at - 1])) or "Stack trace" in lines[at - 1]
    if section == "used":
        begins = (" positions:", " uses", "  ", "<", " from instruction:")
        return lines[at].startswith(begins) or lines[at] == ""
    return True


def sections_of(lines: list[str]) -> Iterator[str]:
    """The section that each line is in, or the empty text between sections."""
    section = ""
    for line in lines:
        if line.startswith("BufferAssignment:"):
            section = "allocations"
        elif line.startswith(SECTIONS[0]):
            section = "total"
        elif line.startswith(SECTIONS[1]):
            section = "used"
        elif line.startswith(SECTIONS[2]):
            section = "ranges"
        elif line.startswith("  Stack trace breakdown"):
            section = "tree"
        elif not line and section != "tree":
            section = ""
        yield section


def with_clause(line: str, clause: str) -> str | None:
    """The line with something at its end, if that is of a fixed form."""
    if line.startswith(" from instruction:") or not line:
        return None
    # Words behind the name of a position are no end of its line.
    if clause[1] != "(" and clause[1] != "[" and clause[0] == " ":
        if re.fullmatch(r"  [A-Za-z_][\w.-]*", line):
            return None
    # XLA printed any names here.
    if re.match(r" +\d+, \d+ bytes: ", line):
        return None
    return line + clause


def attributes(line: str) -> Iterator[tuple[int, str]]:
    """The line with an attribute at each place, and the column of that."""
    if line.startswith("allocation "):
        begin = re.match(r"allocation \d+: (?:0x[0-9a-f]+, )?", line).end()
        bars = [m.span() for m in re.finditer(r"\|[^|]*\|", line)]
        places = [m.start() for m in re.finditer(r", (?=[a-z])|:$", line)]
        for place in places:
            if any(a < place < b for a, b in bars):
                continue
            text = ", future |a, b:|"
            yield place + 3, line[:place] + text + line[place:]
            # Not behind a pointer, which no size was printed with.
            if place > begin:
                yield place + 1, line[:place] + " (82.5KiB)" + line[place:]
        yield begin + 1, line[:begin] + "future {7, 8}, " + line[begin:]
    elif ",offset=" in line:
        for end in (",offset=", "): "):
            place = line.index(end)
            yield place + 1, line[:place] + ",future=a:b" + line[place:]


class Variant:
    """A text, and the line and column (or 0) of what was put into it."""

    def __init__(self, lines: list[str], line: int, column: int, count: int) -> None:
        self.text = "\n".join(lines)
        self.line = line
        self.column = column
        # How many lines it has more.
        self.count = count


def variants(text: str) -> Iterator[Variant]:
    lines = text.split("\n")
    body = lines[:-1]
    sections = list(sections_of(body))
    glued = "\n<" in text and not re.search(r"^<", text.split("Used values:")[-1], re.M)
    for at in range(1, len(body) + 1):
        before = sections[at - 1]
        if before == "used" and glued:
            continue
        if starts_logical_line(body, at, before):
            for unknown in UNKNOWN_LINES:
                new = unknown.split("\n")
                # A list inside another one would end that.
                if len(new) > 1 and lines[at].startswith("  "):
                    continue
                yield Variant([*body[:at], *new, *lines[at:]], at + 1, 0, len(new))
        if at < len(body) and not body[at] and before:
            new = ["", *UNKNOWN_SECTION.split("\n")]
            yield Variant([*body[:at], *new, *lines[at:]], at + 2, 0, len(new))
    new = ["", *UNKNOWN_SECTION.split("\n")]
    yield Variant([*body, *new, ""], len(body) + 2, 0, len(new))
    for at, line in enumerate(body):
        for clause in CLAUSES:
            changed = with_clause(line, clause)
            if changed and not (sections[at] == "used" and glued):
                if sections[at] == "tree" and not NODE.search(line):
                    if "Stack trace" not in line:
                        continue
                yield Variant([*body[:at], changed, *lines[at + 1 :]], at + 1, 0, 0)
        for column, changed in attributes(line):
            yield Variant([*body[:at], changed, *lines[at + 1 :]], at + 1, column, 0)


def run(tool: str, passes: str, text: str, *options: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [tool, "-j1", "-width=0", f"-passes={passes}", *options, "-"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def moved(report: str, line: int, count: int) -> str:
    """The report without columns, and with the lines that it had before."""

    def place(match: re.Match[str]) -> str:
        number = int(match.group(1))
        return f"<stdin>:{number - count if number > line else number}: "

    return PLACE.sub(place, report)


def complaint(tool: str, v: Variant, reports: dict[str, str]) -> str | None:
    """What is wrong with a variant, or None."""
    for passes, wanted in reports.items():
        status, out, err = run(tool, passes, v.text)
        if status or err:
            return f"{passes}: exit status {status}: {err}"
        first, _, rest = out.partition("\n")
        warning = rf"<stdin>:{v.line}:\d+: warning: unknown "
        if not re.match(warning, first):
            return f"{passes}: no warning: {first}"
        if v.column and not first.startswith(f"<stdin>:{v.line}:{v.column}: "):
            return f"{passes}: warning not in column {v.column}: {first}"
        if moved(rest, v.line, v.count) != moved(wanted, v.line + 10**9, 0):
            return f"{passes}: another report"
    status, out, err = run(tool, "print", v.text)
    if status or out != v.text:
        return f"print: exit status {status}: {err}"
    status, out, err = run(tool, "default", v.text, "-fatal-warnings=unknown")
    if status != 1 or not re.match(rf"<stdin>:{v.line}:\d+: error: unknown ", err):
        return f"-fatal-warnings: exit status {status}: {err}"
    return None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("dumps", nargs="+")
    arguments = parser.parse_args()
    wrong = total = 0
    for path in arguments.dumps:
        text = Path(path).read_text(encoding="utf-8")
        reports = {p: run(arguments.tool, p, text)[1] for p in PIPELINES}
        chosen = list(variants(text))[:: arguments.every]
        total += len(chosen)
        with ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda v: complaint(arguments.tool, v, reports), chosen)
            for variant, why in zip(chosen, results, strict=True):
                if why:
                    wrong += 1
                    text_there = variant.text.split("\n")[variant.line - 1]
                    print(f"{path}:{variant.line}: {text_there!r}: {why.strip()}")
    print(f"{total} variants, {wrong} wrong")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
