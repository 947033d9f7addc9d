"""Checks that each program of make-dumps has the form that make-dumps.py expects.

Usage: check-programs.py FOLDER
"""

import ast
import glob
import os
import re
import sys

ORDER = ("tiny", "small", "large", "huge")
# Nothing that JAX does not bring along.
IMPORTS = {"functools", "jax", "numpy"}


def wrong(path):
    """What is wrong with a program, one text each."""
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path, feature_version=(3, 9))
    if not re.fullmatch("[a-z]+(-[a-z]+)*", name):
        yield "is not named in words with dashes between"
    if not re.match(r"[^\n]{20,}[.](\n\n|\Z)", ast.get_docstring(tree) or ""):
        yield "does not say in a first sentence what it shows"
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module]
        else:
            continue
        for module in modules:
            if module.split(".")[0] not in IMPORTS:
                yield "imports %s" % module
    sizes = [
        [key.value for key in node.value.keys]
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "SIZES"
    ]
    if len(sizes) != 1 or sizes[0] != [s for s in ORDER if s in sizes[0]]:
        yield "has no SIZES in the order %s" % ", ".join(ORDER)
    functions = {
        node.name: [argument.arg for argument in node.args.args]
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    if functions.get("build") != ["size"]:
        yield "has no build(size)"
    if functions.get("unsupported", ["memories"]) != ["memories"]:
        yield "has an unsupported() that takes something else than (memories)"
    everywhere = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    if name.replace("-", "_") not in everywhere:
        yield "has no function of its own name, by which XLA names the module"


def main():
    paths = sorted(glob.glob(os.path.join(sys.argv[1], "*.py")))
    failures = 0
    for path in paths:
        for text in wrong(path):
            failures += 1
            print("%s %s" % (os.path.basename(path), text))
    print("%d programs, %d failures" % (len(paths), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
