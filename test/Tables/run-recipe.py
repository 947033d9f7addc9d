"""Runs a recipe of docs/Tables.md.

Usage: run-recipe.py PAGE LIBRARY FOLDER

The recipe is the block of Python that is marked with the name of its library. It runs
in FOLDER, which has the tables. Without the library, says so.
"""

import importlib.util
import os
import re
import sys

page, library, folder = sys.argv[1:]
if not importlib.util.find_spec(library):
    print("%s is not installed" % library)
    sys.exit()
with open(page, encoding="utf-8") as file:
    blocks = re.findall(r"^```python %s\n(.*?)^```$" % library, file.read(), re.M | re.S)
if len(blocks) != 1:
    sys.exit("%s has %d recipes for %s" % (page, len(blocks), library))
os.chdir(folder)
exec(compile(blocks[0], page, "exec"), {})
