"""Compares pages with the tables of the same dumps.

Usage: check-page.py TOOL [OPTION...] DUMP...

A page is parsed as HTML, its data decoded, and both compared with what `jsonl` prints:
values, live ranges, contents, readers, instructions, allocations, parts and changes. The
rectangles of the map are added up: they share no byte at any position, what they cover is
what the live ranges cover, and the most is the peak of each space. A page names nothing
outside of itself, and only its own script may run.

With -passes=TRANSFORM,html<compare=before> the tables are those after TRANSFORM; what the
page has from before is compared with the tables without it, and the table of changes with
both.
"""

import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections import defaultdict
from html.parser import HTMLParser

MOST = 1 << 62
SWEPT = 1500
VOID = {"meta", "br", "input"}
# As the name of what a value holds, stands for that of its instruction.
OWN_NAME = 1
failures = []


def fail(*what):
    failures.append(" ".join(str(part) for part in what))


class Page(HTMLParser):
    """What a page has outside of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.texts = defaultdict(list)
        self.scripts, self.tables, self.path = [], {}, []
        self.table = self.cell = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "href", "style", "action"):
                fail("attribute", name, value)
        if tag in ("iframe", "object", "embed", "link", "img", "svg", "form", "base"):
            fail("element", tag)
        if tag == "meta" and "http-equiv" in given:
            self.policy = given["content"]
        if tag == "section":
            self.section = self.get_starttag_text() or ""
            if given.get("class") == "parts":
                self.table = self.tables.setdefault("space " + given["data-space"], [])
            elif given.get("class") == "compared":
                self.table = self.tables.setdefault(
                    "compared " + given["data-space"], []
                )
            elif given.get("id") == "changes":
                self.table = self.tables.setdefault("changes", [])
        if tag == "tr" and self.table is not None:
            self.table.append([])
        if tag == "td" and self.table is not None:
            self.cell = [given.get("data-bytes"), ""]
            self.table[-1].append(self.cell)
        if tag == "th" or (tag == "tfoot" and "class=compared" not in self.section):
            self.cell = None
        if tag in ("script", "style", "title", "h1"):
            self.path = [tag, given.get("id")]
            self.scripts.append((tag, given.get("type"), ""))

    def handle_endtag(self, tag):
        if tag == "section":
            self.table = self.cell = None
        if tag in ("script", "style", "title", "h1"):
            self.path = []

    def handle_data(self, data):
        if self.path:
            tag, kind, before = self.scripts.pop()
            self.scripts.append((tag, kind, before + data))
        elif self.cell is not None:
            self.cell[1] += data


def decode(text):
    """The data of a page: its header, and its columns by name."""
    data = gzip.decompress(base64.b64decode(text, validate=True))
    line, _, rest = data.partition(b"\n")
    head = json.loads(line)
    columns, at = {}, 0
    for name, count, length in head["columns"]:
        numbers, number, shift = [], 0, 0
        for byte in rest[at : at + length]:
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                numbers.append(number)
                number = shift = 0
        if len(numbers) != count:
            fail("column", name, "has", len(numbers), "of", count)
        columns[name] = numbers
        at += length
    if at != len(rest):
        fail("columns end at", at, "of", len(rest))
    return head, columns


def zigzag(n):
    return -(n // 2) - 1 if n & 1 else n // 2


def sums(column):
    total, result = 0, []
    for n in column:
        total += zigzag(n)
        result.append(total)
    return result


def printable(text):
    """What the page shows in place of a character that has no picture."""
    return re.sub(r"[^\x20-\x7e\xa0-\U0010ffff]", "", text)


class Module:
    def __init__(self, tables, page, data):
        self.t = tables
        self.page = page
        scripts = [s for s in page.scripts if s[0] == "script"]
        kinds = ["application/octet-stream"] * (len(scripts) - 1) + [None]
        if [kind for _, kind, _ in scripts] != kinds or len(scripts) > 3:
            fail("scripts", [kind for _, kind, _ in scripts])
        self.check_policy(scripts[-1][2])
        self.head, self.c = decode(scripts[data][2])
        self.strings = ["", *self.head["strings"]]
        self.values = self.read_values()

    def check_policy(self, script):
        style = next(s[2] for s in self.page.scripts if s[0] == "style")
        for kind, text in (("script-src", script), ("style-src", style)):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            if "%s 'sha256-%s';" % (kind, digest) not in self.page.policy:
                fail(kind, "is not", digest)
        if not self.page.policy.startswith("default-src 'none';"):
            fail("policy", self.page.policy)

    def instruction(self, i):
        stem, number = self.strings[self.c["instructionStem"][i]], self.numbers[i]
        return stem if number == 0 else "%s.%d" % (stem, number - 1)

    def read_values(self):
        c, last = self.c, defaultdict(int)
        self.numbers = []
        for stem, change in zip(c["instructionStem"], c["instructionNumber"]):
            last[stem] += zigzag(change)
            self.numbers.append(last[stem])
        number = sums(c["allocationNumber"])
        base = sums(c["allocationBase"])
        ids, rows = sums(c["id"]), sums(c["allocation"])
        offsets, instructions = sums(c["offset"]), sums(c["instruction"])
        firsts = sums(c["first"])
        users, cuts = (
            iter(c["user"]),
            iter(
                zip(c["pieceFirst"], c["pieceLength"], c["pieceOffset"], c["pieceSize"])
            ),
        )
        values = {}
        for i, value in enumerate(ids):
            first, length, size = firsts[i], c["length"][i], c["size"][i]
            count = c["pieces"][i]
            whole = [(first, first + length, offsets[i], size)]
            values[value] = {
                "instruction": self.instruction(instructions[i]),
                "tuple_index": self.strings[c["tuple"][i]],
                "allocation": number[rows[i]],
                "byte_offset": offsets[i],
                "size": size,
                "logical": size - zigzag(c["padding"][i] - 1)
                if c["padding"][i]
                else None,
                "shape": self.strings[c["shape"][i]],
                "phi": bool(c["phi"][i]),
                "range": (first, first + length - 1) if length else None,
                "contents": tuple(
                    self.instruction(instructions[i])
                    if n == "name" and c[n][i] == OWN_NAME
                    else self.strings[c[n][i]]
                    for n in ("kind", "name", "detail", "source")
                ),
                "users": {
                    self.instruction(zigzag(next(users)) + instructions[i])
                    for _ in range(c["users"][i])
                },
                "pieces": whole
                if count == 1
                else [
                    (first + f, first + f + n, offsets[i] + o, s)
                    for f, n, o, s in (next(cuts) for _ in range(max(0, count - 1)))
                ],
                "base": base[rows[i]],
            }
        return values

    def check(self):
        t = self.t
        space_of = {a["allocation"]: a for a in t["allocations"]}
        for name, key in (("live_ranges", "range"), ("contents", "contents")):
            rows = {}
            for row in t[name]:
                rows[row["value"]] = (
                    (row["first"], row["last"])
                    if key == "range"
                    else tuple(
                        row[n] or "" for n in ("kind", "name", "detail", "source")
                    )
                )
            for value, v in self.values.items():
                wanted = rows.get(value, None if key == "range" else ("", "", "", ""))
                if v[key] != wanted:
                    fail("value", value, key, v[key], "not", wanted)
        users = defaultdict(set)
        for row in t["uses"]:
            users[row["value"]].add(row["instruction"])
        folded = sum(f["count"] for f in self.head["folded"])
        if len(self.values) + folded != len(t["values"]):
            fail(len(self.values), "and", folded, "values, not", len(t["values"]))
        for row in t["values"]:
            v = self.values.get(row["value"])
            if v is None:
                continue
            for key in ("instruction", "tuple_index", "allocation", "shape", "phi"):
                if v[key] != row[key]:
                    fail("value", row["value"], key, v[key], "not", row[key])
            for key in ("byte_offset", "size", "logical"):
                wanted = row[key]
                # More than 64 bits is no number in a table.
                if wanted is not None and v[key] != min(wanted, MOST):
                    fail("value", row["value"], key, v[key], "not", wanted)
            if v["users"] != users[row["value"]]:
                fail("value", row["value"], "users", v["users"])
        positions = {r["instruction"]: r for r in t["instructions"]}
        place = sums(self.c["instructionPosition"])
        for i, at in enumerate(place):
            row = positions.get(self.instruction(i))
            if row is None:
                continue
            found = [at - 1 if at else None]
            found += [
                self.strings[self.c["instruction" + n][i]]
                for n in ("Opcode", "Scope", "Source")
            ]
            wanted = [row["position"]] + [
                row[n] or "" for n in ("opcode", "scope", "source")
            ]
            if found != wanted:
                fail("instruction", row["instruction"], found, "not", wanted)
        self.check_space(space_of)

    def check_space(self, allocations):
        lanes = defaultdict(int)
        for lane in self.head["lanes"]:
            lanes[lane["space"]] += lane["size"]
        ranges = {r["value"]: (r["first"], r["last"]) for r in self.t["live_ranges"]}
        for space in self.t["spaces"]:
            number = space["space"]
            if lanes[number] != min(space["allocated"], MOST):
                fail("space", number, "has lanes of", lanes[number])
            live, rects = defaultdict(int), []
            for v in self.values.values():
                a = allocations[v["allocation"]]
                if a["space"] != number or a["kind"] == "thread-local":
                    continue
                for first, end, offset, size in v["pieces"]:
                    live[first] += size
                    live[end] -= size
                    rects.append((first, end, (v["allocation"], offset), size))
            for f in self.head["folded"]:
                if f["space"] == number:
                    for position, change in f["changes"]:
                        live[position] += change
            # What is live after the last position is no peak.
            end = self.head["positionCount"]
            total = most = 0
            for position in sorted(live):
                total += live[position]
                if end is None or position < end:
                    most = max(most, total)
            if self.head["overlapping"]:
                continue
            if space["peak"] is not None and most != space["peak"]:
                fail("space", number, "peak", most, "not", space["peak"])
            if len(rects) <= SWEPT and not self.head["folded"]:
                self.sweep(number, rects, allocations, ranges)

    def sweep(self, number, rects, allocations, ranges):
        """Looks at each position at which something changes."""
        spans = [
            (
                *ranges[row["value"]],
                (row["allocation"], row["byte_offset"]),
                row["size"],
            )
            for row in self.t["values"]
            if row["value"] in ranges
            and allocations[row["allocation"]]["space"] == number
            and allocations[row["allocation"]]["kind"] != "thread-local"
        ]
        for position in sorted({r[0] for r in rects} | {r[1] for r in rects}):
            pieces = sorted(
                (a, o, o + s) for f, e, (a, o), s in rects if f <= position < e
            )
            for (a, _, end), (b, begin, _) in zip(pieces, pieces[1:]):
                if a == b and begin < end:
                    fail("space", number, "position", position, "has bytes twice")
            covered, high = 0, (-1, 0)
            for a, low, end in sorted(
                (a, o, o + s) for f, last, (a, o), s in spans if f <= position <= last
            ):
                if high[0] != a:
                    high = (a, 0)
                covered += max(0, end - max(low, high[1]))
                high = (a, max(end, high[1]))
            found = sum(end - begin for _, begin, end in pieces)
            if covered != found:
                fail("space", number, "position", position, found, "not", covered)

    def check_html(self):
        for space in self.t["spaces"]:
            rows = [
                r for r in self.page.tables["space %d" % space["space"]] if len(r) == 7
            ]
            parts = [p for p in self.t["parts"] if p["space"] == space["space"]]
            if len(rows) != min(len(parts), 200):
                fail(
                    "space",
                    space["space"],
                    "lists",
                    len(rows),
                    "of",
                    len(parts),
                    "parts",
                )
            for row, part in zip(rows, parts):
                found = [row[0][1], row[2][1], row[3][1], row[4][1], row[5][0]]
                wanted = [part["kind"], part["shape"] or "", str(part["buffer_count"])]
                wanted += [str(part["layer_count"]), str(part["bytes"])]
                if [printable(str(f)) for f in found] != [printable(w) for w in wanted]:
                    fail("part", found, "not", wanted)
        rows = [r for r in self.page.tables.get("changes", []) if len(r) == 6]
        found = [(r[0][1], r[2][0]) for r in rows]
        wanted = [
            (c["change"], None if c["saves"] is None else str(c["saves"]))
            for c in sorted(self.t["changes"][:200], key=lambda c: c["class"])
        ]
        if found != wanted:
            fail("changes", found, "not", wanted)


def check_compared(page, before, after):
    """The table of changes: parts of both, by kind and by name without numbers."""
    spaces = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    allocated = defaultdict(lambda: [0, 0])
    for side, tables in enumerate((before, after)):
        for part in tables["parts"]:
            name = re.sub("[0-9]+", "*", part["name"] or "")
            spaces[part["space"]][part["kind"], name][side] += part["bytes"]
        for space in tables["spaces"]:
            allocated[space["space"]][side] = space["allocated"]
    for number, wanted in allocated.items():
        parts = spaces[number]
        changed = {(k, printable(n)): b for (k, n), b in parts.items() if b[0] != b[1]}
        same = sum(b[0] for b in parts.values() if b[0] == b[1])
        changed["", "the same before and after"] = [same, same]
        changed["allocated", ""] = wanted
        found = {}
        total = [0, 0]
        for row in page.tables["compared %d" % number]:
            if len(row) != 5:
                continue
            sizes = [int(cell[0]) for cell in row[2:]]
            if sizes[2] != sizes[1] - sizes[0] or (row[4][1][0] == "-") != (
                sizes[2] < 0
            ):
                fail("change", row)
            found[row[0][1].strip(), row[1][1].strip()] = sizes[:2]
            if row[0][1] != "allocated":
                total = [a + b for a, b in zip(total, sizes)]
        if found != changed:
            fail("space", number, "changes by", found, "not", changed)
        if total != wanted:
            fail("space", number, "rows sum to", total)


def read_tables(text):
    tables = defaultdict(list)
    for line in text.splitlines():
        row = json.loads(line)
        tables[row["table"]].append(row)
    return tables


def main():
    tool, *arguments = sys.argv[1:]
    options = [a for a in arguments if a.startswith("-")]
    passes = next((o[8:] for o in options if o.startswith("-passes=")), "html")
    options = [o for o in options if not o.startswith("-passes=")]
    dumps = [a for a in arguments if not a.startswith("-")]
    values = 0
    for dump in dumps:
        texts = []
        transforms = passes.rpartition("html")[0]
        for pass_ in (transforms + "jsonl", passes, "jsonl"):
            done = subprocess.run(
                [tool, "-no-verify", "-passes=" + pass_, *options, dump],
                capture_output=True,
                check=False,
            )
            if done.returncode and b" over the limit of " not in done.stderr:
                fail(dump, pass_, "exit", done.returncode, done.stderr[:300])
            texts.append(done.stdout.decode("utf-8"))
        tables = read_tables(texts[0])
        if "no-changes" in passes:
            tables["changes"] = []
        before = len(failures)
        page = Page(texts[1])
        module = Module(tables, page, 0)
        module.check()
        module.check_html()
        if "compare=before" in passes:
            tables_before = read_tables(texts[2])
            Module(tables_before, page, 1).check()
            check_compared(page, tables_before, tables)
        failures[before:] = [dump + ": " + f for f in failures[before:]]
        values += len(module.values)
    for line in failures[:20]:
        print(line)
    print("%d pages, %d values, %d failures" % (len(dumps), values, len(failures)))
    sys.exit(bool(failures))


main()
