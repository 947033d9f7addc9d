"""Checks lines of JSON against docs/remarks.schema.json.

Usage: check-schema.py SCHEMA < LINES

Knows the part of JSON Schema that this file uses, and refuses others. Checks
besides what a schema cannot say: that an id is there once, and that the headline
of a row stands above it, in the same module and pass.
"""

import json
import re
import sys

TYPES = {
    "array": list,
    "object": dict,
    "string": str,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}
NOTES = {"$schema", "$defs", "title"}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not isinstance(value, bool)


def check(value, schema, root, where):
    """Yields what is wrong with the value."""
    unknown = set(schema) - NOTES - {
        "$ref", "additionalProperties", "const", "enum", "items", "minimum",
        "minItems", "pattern", "properties", "propertyNames", "required", "type",
    }
    if unknown:
        raise SystemExit("check-schema.py: cannot check %s" % sorted(unknown))
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        yield from check(value, root["$defs"][name], root, where)
    if "const" in schema and value != schema["const"]:
        yield "%s: %r is not %r" % (where, value, schema["const"])
    if "enum" in schema and value not in schema["enum"]:
        yield "%s: %r is none of %r" % (where, value, schema["enum"])
    if "type" in schema:
        types = schema["type"]
        types = types if isinstance(types, list) else [types]
        if not any(is_type(value, name) for name in types):
            yield "%s: %r is no %s" % (where, value, " or ".join(types))
    if is_type(value, "number") and value < schema.get("minimum", value):
        yield "%s: %r is less than %r" % (where, value, schema["minimum"])
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield "%s: %r does not match" % (where, value)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield "%s: has %d items" % (where, len(value))
        for number, item in enumerate(value):
            inner = "%s[%d]" % (where, number)
            yield from check(item, schema.get("items", {}), root, inner)
    if not isinstance(value, dict):
        return
    for key in schema.get("required", []):
        if key not in value:
            yield "%s: no %s" % (where, key)
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for key, item in value.items():
        inner = "%s.%s" % (where, key)
        if "propertyNames" in schema:
            yield from check(key, schema["propertyNames"], root, inner)
        if key in properties:
            yield from check(item, properties[key], root, inner)
        elif others is False:
            yield "%s: not in the schema" % inner
        elif others is not True:
            yield from check(item, others, root, inner)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    seen = {}
    count = failures = 0
    for line in sys.stdin.buffer:
        count += 1
        remark = json.loads(line.decode("utf-8"))
        problems = list(check(remark, schema, schema, "line %d" % count))
        if not problems:
            if remark["id"] in seen:
                problems.append("line %d: a second %s" % (count, remark["id"]))
            seen[remark["id"]] = remark
            head = remark["headline"]
            if (remark["form"] == "headline") != (head is None):
                problems.append("line %d: a headline of a headline" % count)
            elif head is not None and (
                head not in seen
                or seen[head]["form"] != "headline"
                or any(seen[head][k] != remark[k] for k in ("module", "pass"))
            ):
                problems.append("line %d: hangs on nothing" % count)
        for problem in problems:
            failures += 1
            print(problem)
    print("%d lines, %d failures" % (count, failures))
    return failures != 0


sys.exit(main())
