"""Checks that texts of a dump come through YAML and JSON as they are.

Usage: quoting.py TOOL SEED COUNT

Makes a dump whose op names and source files are odd and random bytes, and reads
what the tool writes with the parsers of Python.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import yaml

ODD = [
    b"'", b'"', b"''", b"it's", b"- a", b"a: b", b"# a", b"a #b", b" a", b"a ",
    b"null", b"Yes", b"~", b"1", b"0x1", b"1e3", b"1_0", b".5", b"2026-11-21", b"-",
    b"---", b"...", b"{a}", b"[a]", b"&a", b"*a", b"!a", b"%a", b"@a", b"`a", b"?", b"|",
    b">", b"=", b"<<", b"\\", b"\\x41", b"a\tb", b"a\nb", b"a\r\nb", b"\x00", b"\x1b[1m",
    b"\x7f", b"\x85", "\x85".encode(), "\u2028".encode(), "\ufeff".encode(),
    "\ufffe".encode(), "\uffff".encode(), "\U0010ffff".encode(), "é".encode(),
    "日本".encode(), "\U0001f600".encode(), b"\xff", b"a\xe2\x82", b"\xed\xa0\x80",
    b"\xc0\x80", b"\xf5\x80\x80\x80", b"a" * 2000, b"a b" * 50, b"",
]


def escape(data):
    """As XLA prints a string."""
    return b"".join(
        bytes([c]) if 0x20 <= c < 0x7F and c not in b"\\\"'" else b"\\%03o" % c
        for c in data
    )


def expected(data):
    """The text with U+FFFD for each byte that is of no character."""
    text = ""
    while data:
        for size in range(1, 5):
            try:
                text += data[:size].decode("utf-8")
            except UnicodeDecodeError:
                continue
            break
        else:
            text += "\ufffd"
            size = 1
        data = data[size:]
    return text


class Loader(yaml.SafeLoader):
    pass


Loader.add_multi_constructor(
    "!", lambda loader, kind, node: loader.construct_mapping(node, deep=True)
)


def make_dump(texts):
    dump = b"BufferAssignment:\nallocation 0: size %d, preallocated-temp:\n" % len(texts)
    for i in range(len(texts)):
        dump += b" value: <%d v.%d @0> (size=1,offset=%d): u8[1]{0}\n" % (i, i, i)
    dump += b"\nTotal bytes used: %d\n\nUsed values:\n" % len(texts)
    for i, text in enumerate(texts):
        metadata = b'op_name="%s" source_file="%s" source_line=%d' % (
            escape(text), escape(text), i + 1
        )
        dump += b"<%d v.%d @0>\n positions:\n  v.%d\n uses:\n" % (i, i, i)
        dump += b" from instruction: %%v.%d = u8[1]{0} iota(), metadata={%s}\n" % (
            i, metadata
        )
    end = len(texts)
    dump += b"\n\nHloLiveRange (max %d):\n  InstructionSequence:\n" % end
    for i in range(end):
        dump += b"    %d:v.%d\n" % (i, i)
    dump += b"  BufferLiveRange:\n"
    for i in range(end):
        dump += b"    v.%d{}:%d-%d\n" % (i, i, end)
    dump += b"  Live ranges at %d (peak):\n" % (end - 1)
    for i in range(end):
        dump += b"    v.%d{}: 1 bytes\n" % i
    return dump


def main():
    tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    texts = ODD + [
        b"".join(rng.choice(ODD[:-4] + [rng.randbytes(3)]) for _ in range(rng.randint(1, 6)))
        for _ in range(count)
    ]
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "d.txt")
        with open(dump, "wb") as file:
            file.write(make_dump(texts))
        outputs = {}
        for form in ("yaml", "json"):
            outputs[form] = subprocess.run(
                [tool, "-passes=peak<top=0>", "-no-verify", "-format=" + form, dump],
                stdout=subprocess.PIPE, check=True,
            ).stdout.decode("utf-8")  # Nothing but UTF-8.
    failures = 0

    def compare(form, value, op_name, file):
        nonlocal failures
        text = expected(texts[int(value.split(".")[1])])
        # Without a name the place is in the dump, and the name is unknown.
        shown = text or {"yaml": "?", "json": None}[form]
        if op_name != shown or (text and file != text):
            failures += 1
            print("%s: %r became %r and %r" % (form, text, op_name, file))

    seen = {"yaml": 0, "json": 0}
    for remark in yaml.load_all(outputs["yaml"], Loader):
        if remark["Name"] == "PeakBuffer":
            seen["yaml"] += 1
            args = {k: v for arg in remark["Args"] for k, v in arg.items()}
            compare("yaml", args["Value"], args["OpName"], remark["DebugLoc"]["File"])
    for line in outputs["json"].rstrip("\n").split("\n"):
        remark = json.loads(line)
        if remark["name"] == "PeakBuffer":
            seen["json"] += 1
            args = remark["args"]
            place = remark["source"] or remark["dump"]
            compare("json", args["Value"], args["OpName"], place["file"])
    for form, number in seen.items():
        if number != len(texts):
            failures += 1
            print("%s: %d rows instead of %d" % (form, number, len(texts)))
    print("%d texts, %d failures" % (len(texts), failures))
    return failures != 0


sys.exit(main())
