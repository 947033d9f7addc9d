"""Writes dumps that are hard to show.

Usage: hostile-dumps.py DUMP FOLDER

Names of DUMP get what HTML, scripts, terminals and the order of letters act on, 10 kB
each, or are all different; the file of one is named so too. In the third, each is made
of pieces of such names at random, the same in each run.
"""

import os
import random
import re
import sys

NAME = (
    "</script><script>document.title='run'</script><!-- &amp; \\\" ' ` \\\\ = "
    "\x1b[31m \x07\x85\u202e\u2028\ufeff <img src=x onerror=alert(1)> "
)


PIECES = [
    *(
        b"</script",
        b"<script>",
        b"<!--",
        b"-->",
        b"]]>",
        b"</",
        b"<",
        b">",
        b"&lt;",
        b"&#0;",
    ),
    *(b"&", b'\\"', b"'", b"`", b"\\\\", b"=", b"/", b" ", b"$&", b"${1}", b"\\n"),
    *(
        b"\x00",
        b"\x01",
        b"\x1b",
        b"\x7f",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
        b"\xef\xbb\xbf",
    ),
    *(b"\xe2\x80\xae", b"\xe2\x81\xa6", b"\xd8\x9c", b"\xff", b"\xc3", b"\xed\xa0\x80"),
    *(b"\xf0\x9f\x98\x80", b"\xe4\xb8\xad", b"a", b"0", b"layer/7/x", b"x" * 300),
]


def main():
    dump, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with open(dump, "rb") as file:
        text = file.read()
    hostile = NAME.encode() + b"\xff"
    changed = text
    for field in (b'op_name="', b'source_file="'):
        changed = changed.replace(field, field + hostile + b"x" * 10000)
    file_name = "</title><script>'&\"\u202e\x1b.txt".replace("/", "\\")
    with open(os.path.join(folder, file_name), "wb") as file:
        file.write(changed)
    parts = text.split(b'op_name="')
    changed = b"".join(
        part + b'op_name="%d-%s' % (i, hostile) for i, part in enumerate(parts[:-1])
    )
    with open(os.path.join(folder, "different.txt"), "wb") as file:
        file.write(changed + parts[-1])
    choose = random.Random(41)
    with open(os.path.join(folder, "random.txt"), "wb") as file:
        file.write(
            re.sub(
                rb'(op_name|source_file)="[^"]*"',
                lambda found: (
                    b'%s="%s"'
                    % (
                        found[1],
                        b"".join(choose.choices(PIECES, k=choose.randrange(12))),
                    )
                ),
                text,
            )
        )


main()
