"""Copies a folder, and replaces a text in one of its files, which must be there."""

import shutil
import sys

source, target, name, old, new = sys.argv[1:]
shutil.rmtree(target, ignore_errors=True)
shutil.copytree(source, target)
with open(target + "/" + name, "rb") as file:
    data = file.read()
if old.encode() not in data:
    sys.exit(f"seed.py: no {old!r} in {name}")
with open(target + "/" + name, "wb") as file:
    file.write(data.replace(old.encode(), new.encode(), 1))
