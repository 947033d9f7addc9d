# Checks that dumps of unusual proportions are read in a time that grows like
# their size. Called by time-grows-linearly.test.

import os
import resource
import subprocess
import sys

tool, folder = sys.argv[1:]


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


def seconds(lines, name):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines)
    # Not by the clock: other processes take their share of that.
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([tool, path], check=True, stdout=subprocess.DEVNULL)
    os.remove(path)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


os.makedirs(folder, exist_ok=True)
for case, n in (
    (ranges_in_another_order, 10000),
    (ranges_of_unknown_names, 10000),
    (line_feeds_in_a_string, 20000),
    (unknown_layout_properties, 60000),
):
    small = seconds(case(n), case.__name__)
    large = seconds(case(4 * n), case.__name__)
    # Four times as long, with much tolerance; quadratic would be 16 times.
    print("%s: %.2f s, four times as large: %.2f s" % (case.__name__, small, large))
    if large > 8 * small + 1:
        sys.exit(case.__name__ + ": the time grows faster than the size")
