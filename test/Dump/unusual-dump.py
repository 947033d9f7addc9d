"""Prints a dump of unusual proportions.

Usage: unusual-dump.py KIND COUNT

KIND is one of the functions below that take n.
"""

import sys


def dump(values, ranges, text="f32[1]{0} add()"):
    """A dump of the allocations `values`: pairs of a name and their flag."""
    yield "BufferAssignment:"
    for number, (name, flag) in enumerate(values):
        yield "allocation %d: size 4, %s:" % (number, flag)
        value = (number, name, text.split(" ")[0])
        yield " value: <%d %s @0> (size=4,offset=0): %s" % value
    yield from ("", "Total bytes used: %d" % (4 * len(values)), "", "Used values:")
    for number, (name, flag) in enumerate(values):
        yield "<%d %s @0>" % (number, name)
        yield from (" positions:", "  " + name, " uses:")
        yield " from instruction: %%%s = %s" % (name, text)
    yield from ("", "", "HloLiveRange (max 1):", "  InstructionSequence:", "    0:a")
    yield "  BufferLiveRange:"
    yield from ("    %s{}:0-1" % name for name in ranges)
    yield "  Live ranges at 0 (peak):"
    yield from ("    %s{}: 4 bytes" % name for name in ranges)


def thread_local(count):
    return [("t%d" % i, "thread-local") for i in range(count)]


def ranges_in_another_order(n):
    names = ["v%d" % i for i in range(n)]
    temps = [(name, "preallocated-temp") for name in names]
    return dump(thread_local(n) + temps, names[::-1])


def ranges_of_unknown_names(n):
    return dump(thread_local(n), ["u%d" % i for i in range(n)])


def line_feeds_in_a_string(n):
    text = 'f32[1]{0} add(), config="' + "\nno new value" * n + '"'
    return dump([("v", "preallocated-temp")], ["v"], text)


def unknown_layout_properties(n):
    properties = "".join("KEY%d(1)" % i for i in range(n))
    text = "f32[1]{0:%s} add()" % properties
    return dump([("v", "preallocated-temp")], ["v"], text)


KINDS = {
    kind.__name__: kind
    for kind in (
        ranges_in_another_order,
        ranges_of_unknown_names,
        line_feeds_in_a_string,
        unknown_layout_properties,
    )
}

if __name__ == "__main__":
    sys.stdout.writelines(
        line + "\n" for line in KINDS[sys.argv[1]](int(sys.argv[2]))
    )
