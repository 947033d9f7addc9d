"""Writes dumps that are hard to show.

Usage: hostile-dumps.py DUMP FOLDER

Names of DUMP get what HTML, scripts, terminals and the order of letters act on, 10 kB
each, or are all different; the file of one is named so too.
"""

import os
import sys

NAME = (
    "</script><script>document.title='run'</script><!-- &amp; \\\" ' ` \\\\ = "
    "\x1b[31m \x07\x85\u202e\u2028\ufeff <img src=x onerror=alert(1)> "
)


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


main()
