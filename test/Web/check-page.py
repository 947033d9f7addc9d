"""Compares pages with the tables of the same dumps.

Usage: check-page.py TOOL [OPTION...] DUMP...

A page is parsed as HTML, its data decoded, and both compared with what `jsonl` prints:
values, live ranges, contents, readers, instructions, allocations, parts and changes. The
rectangles of the map are added up: they share no byte at any position, what they cover is
what the live ranges cover, and the most is the peak of each space. A page names nothing
outside of itself, and only its own script may run.

With -passes=TRANSFORM,html<compare=before> the tables are those after TRANSFORM; what the
page has from before is compared with the tables without it.
"""

import base64
import hashlib
import json
import re
import subprocess
import sys
import zlib
from collections import defaultdict
from html.parser import HTMLParser
from itertools import accumulate

MOST = 1 << 62
SWEPT = 1500
# In these 0 is none, and others are one more.
OPTIONAL = (
    "instructions.position",
    "parts.name",
    "instructions.opcode",
    "instructions.scope",
    "instructions.source",
    "spaces.name",
    "spaces.peak",
    "spaces.peak_position",
    "spaces.memory_limit",
)
VOID = {"meta", "br", "input"}
failures = []


def fail(*what):
    failures.append(" ".join(str(part) for part in what))


class Page(HTMLParser):
    """What a page has outside of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.texts = defaultdict(list)
        self.scripts, self.path = [], []
        # As the module is, and as it was.
        self.tables, self.side = ({}, {}), 0
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
        if tag == "noscript":
            self.side = 1
        if tag == "section":
            if given.get("class") == "parts":
                name = "space " + given["data-space"]
                self.table = self.tables[self.side].setdefault(name, [])
            elif given.get("id") == "changes":
                self.table = self.tables[self.side].setdefault("changes", [])
        if tag == "tr" and self.table is not None:
            self.table.append([])
        if tag == "td" and self.table is not None:
            self.cell = [given.get("data-bytes"), ""]
            self.table[-1].append(self.cell)
        if tag in ("th", "tfoot"):
            self.cell = None
        if tag in ("script", "style", "title", "h1"):
            self.path = [tag, given.get("id")]
            self.scripts.append((tag, given.get("type"), ""))

    def handle_endtag(self, tag):
        if tag == "section":
            self.table = self.cell = None
        if tag == "noscript":
            self.side = 0
        if tag in ("script", "style", "title", "h1"):
            self.path = []

    def handle_data(self, data):
        if self.path:
            tag, kind, before = self.scripts.pop()
            self.scripts.append((tag, kind, before + data))
        elif self.cell is not None:
            self.cell[1] += data


def decode(text):
    """The data of a page: its header, and its tables as lists of columns by name."""
    data = zlib.decompress(base64.b64decode(text, validate=True))
    line, _, rest = data.partition(b"\n")
    head = json.loads(line)
    tables, at, before = defaultdict(dict), 0, []
    for table, name, count, length in head["columns"]:
        numbers, number, shift = [], 0, 0
        for byte in rest[at : at + length]:
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                numbers.append(number)
                number = shift = 0
        if len(numbers) != count:
            fail("column", name, "has", len(numbers), "of", count)
        if name.endswith("+"):
            numbers = list(accumulate(map(zigzag, numbers)))
        elif name.endswith("-"):
            numbers = [b + zigzag(n) for b, n in zip(before, numbers)]
        tables[table][name.rstrip("+-")] = before = numbers
        at += length
    if at != len(rest):
        fail("columns end at", at, "of", len(rest))
    return head, tables


def zigzag(n):
    return -(n // 2) - 1 if n & 1 else n // 2


def rows_of(table):
    return [dict(zip(table, row)) for row in zip(*table.values())]


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
        self.texts = self.read_texts()
        self.values = self.read_values()

    def check_policy(self, script):
        style = next(s[2] for s in self.page.scripts if s[0] == "style")
        for kind, text in (("script-src", script), ("style-src", style)):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            if "%s 'sha256-%s';" % (kind, digest) not in self.page.policy:
                fail(kind, "is not", digest)
        if not self.page.policy.startswith("default-src 'none';"):
            fail("policy", self.page.policy)

    def read_texts(self):
        texts, last, new = [None], defaultdict(int), 0
        for row in rows_of(self.c["texts"]):
            new += row["stem"] == 0
            stem = row["stem"] or new
            last[stem] += zigzag(row["number"])
            number = last[stem]
            texts.append(
                self.head["stems"][stem - 1] + (".%d" % (number - 1) if number else "")
            )
        return texts

    def read_values(self):
        texts = self.texts
        values = [
            {
                "value": row["value"],
                "instruction": texts[row["instruction"]] or "",
                "tuple_index": texts[row["tuple_index"]],
                "allocation": row["allocation"],
                "byte_offset": row["byte_offset"],
                "size": row["size"],
                "logical": row["logical"] - 1 if row["logical"] else None,
                "shape": texts[row["shape"]] or "",
                "live_ranges": None,
                "contents": None,
                "users": set(),
                "pieces": [],
            }
            for row in rows_of(self.c["values"])
        ]
        for row in rows_of(self.c["live_ranges"]):
            values[row["value"]]["live_ranges"] = (row["first"], row["last"])
        for row in rows_of(self.c["contents"]):
            values[row["value"]]["contents"] = tuple(
                texts[row[n]] for n in ("kind", "name", "detail", "source")
            )
        for row in rows_of(self.c["uses"]):
            values[row["value"]]["users"].add(texts[row["instruction"]])
        for row in rows_of(self.c["pieces"]):
            values[row["value"]]["pieces"].append(
                (row["first"], row["last"] + 1, row["byte_offset"], row["size"])
            )
        for v in values:
            if v["live_ranges"] and not v["pieces"]:
                first, last = v["live_ranges"]
                v["pieces"] = [(first, last + 1, v["byte_offset"], v["size"])]
            # Other values have the bytes of what has a piece without positions.
            v["pieces"] = [p for p in v["pieces"] if p[3] and p[0] < p[1]]
        return {v["value"]: v for v in values}

    def check(self):
        t = self.t
        space_of = {a["allocation"]: a for a in t["allocations"]}
        for name, columns in (
            ("live_ranges", ("first", "last")),
            ("contents", ("kind", "name", "detail", "source")),
        ):
            wanted = {r["value"]: tuple(r[c] for c in columns) for r in t[name]}
            for value, v in self.values.items():
                if v[name] != wanted.get(value):
                    fail("value", value, name, v[name], "not", wanted.get(value))
        users = defaultdict(set)
        for row in t["uses"]:
            users[row["value"]].add(row["instruction"])
        count = sum(self.c["allocations"]["value_count"])
        if count != len(t["values"]):
            fail(count, "values, not", len(t["values"]))
        self.folded = len(t["values"]) - len(self.values)
        if self.folded and min(v["size"] for v in self.values.values()) < max(
            r["size"] for r in t["values"] if r["value"] not in self.values
        ):
            fail("smaller values are shown than are folded")
        for row in t["values"]:
            v = self.values.get(row["value"])
            if v is None:
                continue
            for key in ("instruction", "tuple_index", "allocation", "shape"):
                if v[key] != row[key]:
                    fail("value", row["value"], key, v[key], "not", row[key])
            for key in ("byte_offset", "size", "logical"):
                wanted = row[key]
                # More than 64 bits is no number in a table.
                if wanted is not None and v[key] != min(wanted, MOST):
                    fail("value", row["value"], key, v[key], "not", wanted)
            if v["users"] != users[row["value"]]:
                fail("value", row["value"], "users", v["users"])
        for name in ("instructions", "allocations", "spaces", "parts"):
            found = rows_of(self.c[name])
            if len(found) != len(t[name]):
                fail(len(found), name, "not", len(t[name]))
            for row, wanted in zip(found, t[name]):
                for key, number in row.items():
                    if isinstance(wanted[key], str):
                        number = self.texts[number] or ""
                    elif name + "." + key in OPTIONAL:
                        number = number - 1 if number else None
                    if number != wanted[key] and not wanted[key] > MOST:
                        fail(name, wanted, key, number)
        self.check_space(space_of)

    def check_space(self, allocations):
        ranges = {r["value"]: (r["first"], r["last"]) for r in self.t["live_ranges"]}
        for space in self.t["spaces"]:
            number = space["space"]
            live, rects = defaultdict(int), []
            for v in self.values.values():
                a = allocations[v["allocation"]]
                if a["space"] != number or a["kind"] == "thread-local":
                    continue
                for first, end, offset, size in v["pieces"]:
                    live[first] += size
                    live[end] -= size
                    rects.append((first, end, (v["allocation"], offset), size))
            before = 0
            for row in rows_of(self.c["folded"]):
                if row["space"] == number:
                    live[row["position"]] += row["bytes"] - before
                before = row["bytes"]
            # What is live after the last position is no peak.
            end = self.t["modules"][0]["position_count"]
            total = most = 0
            for position in sorted(live):
                total += live[position]
                if end is None or position < end:
                    most = max(most, total)
            if self.head["overlapping"]:
                continue
            if space["peak"] is not None and most != space["peak"]:
                fail("space", number, "peak", most, "not", space["peak"])
            if len(rects) <= SWEPT and not self.folded:
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

    def check_html(self, side):
        tables = self.page.tables[side]
        for space in self.t["spaces"]:
            rows = [r for r in tables["space %d" % space["space"]] if len(r) == 7]
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
        if side:
            return
        rows = [r for r in tables.get("changes", []) if len(r) == 6]
        found = [(r[0][1], r[2][0]) for r in rows]
        wanted = [
            (c["change"], None if c["saves"] is None else str(c["saves"]))
            for c in sorted(self.t["changes"][:200], key=lambda c: c["class"])
        ]
        if found != wanted:
            fail("changes", found, "not", wanted)


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
        module.check_html(0)
        if "compare=before" in passes:
            tables_before = read_tables(texts[2])
            before_it = Module(tables_before, page, 1)
            before_it.check()
            before_it.check_html(1)
        failures[before:] = [dump + ": " + f for f in failures[before:]]
        values += len(module.values)
    for line in failures[:20]:
        print(line)
    print("%d pages, %d values, %d failures" % (len(dumps), values, len(failures)))
    sys.exit(bool(failures))


main()
