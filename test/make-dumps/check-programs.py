"""Checks that each program of make-dumps has the form that make-dumps.py expects.

Usage: check-programs.py FOLDER
"""

import ast
import glob
import os
import re
import sys

ORDER = ("tiny", "small", "large", "huge")
# Nothing that JAX does not bring along; lib is what the programs share.
IMPORTS = {"functools", "jax", "lib", "numpy"}
WORDS = "[a-z]+(-[a-z]+)*"
VARIANT = "[a-z]+[0-9]*(-[a-z0-9]+)*"
UNKNOWN = object()


def literal(node):
    """The value of an expression, or UNKNOWN if only running it tells."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return UNKNOWN


def foreign_imports(tree):
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


def wrong_sizes(node):
    keys = []
    if isinstance(node, ast.Dict):
        keys = [literal(key) for key in node.keys if key]
    if not keys or keys != [size for size in ORDER if size in keys]:
        yield "has no SIZES in the order %s" % ", ".join(ORDER)
    elif "tiny" not in keys:
        yield "has no size tiny"


def wrong_variants(variants, options):
    """What is wrong with VARIANTS, given build()'s options and their defaults."""
    if not isinstance(variants, dict):
        yield "has VARIANTS that are no literal dictionary"
        return
    changed = set()
    for name, change in variants.items():
        if not re.fullmatch(VARIANT, name) or name in ORDER + ("base",):
            yield "has a variant with the name %s" % name
        rests = [{k: v for k, v in change.items() if k != option} for option in change]
        if not any(rest in ({}, *variants.values()) for rest in rests):
            yield "has a variant %s that is not one change of another" % name
        for option, value in change.items():
            changed.add(option)
            if option not in options:
                yield "has a variant %s of what build() does not take" % name
            elif options[option] == value:
                yield "has a variant %s that changes nothing" % name
    for option in options:
        if option not in changed:
            yield "has an argument %s of build() that no variant changes" % option


def signature(function):
    """Names without a default, and names with their defaults."""
    names = [argument.arg for argument in function.args.args]
    defaults = [literal(default) for default in function.args.defaults]
    plain = len(names) - len(defaults)
    return names[:plain], dict(zip(names[plain:], defaults))


def wrong_program(name, tree):
    """What is wrong with a program, one text each."""
    if not re.fullmatch(WORDS, name):
        yield "is not named in words with dashes between"
    if not re.match(r"[^\n]{20,}[.](\n\n|\Z)", ast.get_docstring(tree) or ""):
        yield "does not say in a first sentence what it shows"
    yield from foreign_imports(tree)
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
    }
    functions = {
        node.name: signature(node)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    yield from wrong_sizes(values.get("SIZES"))
    plain, options = functions.get("build", ([], {}))
    if plain not in (["size"], ["size", "target"]):
        yield "has no build(size) or build(size, target)"
    variants = literal(values["VARIANTS"]) if "VARIANTS" in values else {}
    yield from wrong_variants(variants, options)
    if "DEVICES" in values:
        devices = literal(values["DEVICES"])
        if not isinstance(devices, int) or devices < 2 or "target" not in plain:
            yield "has DEVICES, but not several, or nothing to find them by"
    if "JAX" in values:
        version = literal(values["JAX"])
        if not re.fullmatch(r"\d+\.\d+\.\d+", str(version)):
            yield "has JAX, but not the version it begins with"
    if functions.get("unsupported", (["target"], {})) != (["target"], {}):
        yield "has an unsupported() that takes something else than (target)"
    everywhere = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    if name.replace("-", "_") not in everywhere:
        yield "has no function of its own name, by which XLA names the module"


def read(path):
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read(), path, feature_version=(3, 9))


def main():
    folder = sys.argv[1]
    failures = []
    shared = glob.glob(os.path.join(glob.escape(folder), "lib", "*.py"))
    programs = glob.glob(os.path.join(glob.escape(folder), "**", "*.py"), recursive=True)
    programs = sorted(set(programs) - set(shared))
    for path in programs:
        name = os.path.splitext(os.path.basename(path))[0]
        texts = wrong_program(name, read(path))
        failures += ["%s.py %s" % (name, text) for text in texts]
    for path in sorted(shared):
        name = os.path.join("lib", os.path.basename(path))
        failures += ["%s %s" % (name, text) for text in foreign_imports(read(path))]
    for text in failures:
        print(text)
    print("%d programs, %d failures" % (len(programs), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
