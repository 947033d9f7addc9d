"""Writes a sound dump that is large in one way.

Usage: large-dump.py WAY COUNT [FILE] > DUMP

WAY says of what there are COUNT:
  at-once      values in one allocation, all live at one time
  in-turn      values in one allocation, each live until the next one is there
  instants     values that nobody reads: a half side by side, then another half
               of which each takes the bytes of all those
  allocations  allocations with a value each
  spaces       memory spaces with a value each
  calls        calls of one computation, in an HLO text beside the dump FILE, the
               third argument
  elements     elements of a tuple, each a value
  nested       tuples around one value, one in the other
  line         characters in one line
  mistakes     lines with a mistake: that one is not sound
"""

import sys

BYTES = 64
SHAPE = "f32[16]{0}"


class Value:
    def __init__(self, name, index="", size=BYTES, offset=0, shape=SHAPE):
        self.space = 0
        self.name, self.index, self.size = name, index, size
        self.offset, self.shape = offset, shape
        self.positions, self.uses = [(name + " " + index).rstrip()], []
        self.text = "%s iota(), iota_dimension=0" % shape
        self.begin = self.end = 0


def make_values(way, count):
    """The values, in the order of their numbers and of time."""
    if way == "nested":
        value = Value("v0", "{%s}" % ",".join(["0"] * count))
        value.text = "(" * count + SHAPE + ")" * count + " custom-call()"
        values = [value]
    elif way == "line":
        values = [Value("v0")]
        values[0].text += ', metadata={op_name="%s"}' % ("x" * count)
    else:
        values = [Value("v%d" % i) for i in range(count)]
    last = len(values)
    for i, value in enumerate(values):
        value.begin, value.end = i, last
        if way == "in-turn":
            value.offset, value.end = BYTES * (i % 2), i + 1
            value.uses.append("v%d, operand 0" % (i + 1) if i + 1 != last else "end, operand 0")
            if i != 0:
                value.text = "%s negate(%s %%v%d)" % (SHAPE, SHAPE, i - 1)
        else:
            value.offset = BYTES * i
            operand = i if way != "nested" else 0
            value.uses.append(("end, operand %d %s" % (operand, value.index)).rstrip())
        if way == "instants":
            value.end, value.uses = i, []
            if i >= count // 2:
                value.offset, value.size = 0, BYTES * (count // 2)
                value.shape = "f32[%d]{0}" % (value.size // 4)
                value.text = value.text.replace(SHAPE, value.shape)
        if way == "allocations":
            value.offset, value.text = 0, SHAPE + " constant({...})"
        elif way == "spaces":
            value.offset, value.space = 0, i + 1
            value.shape = "f32[16]{0:S(%d)}" % (i + 1)
            value.text = value.text.replace(SHAPE, value.shape)
        elif way == "elements":
            # What is of the result lives to the end of the program.
            value.positions.append("end {%d}" % i)
            value.end = last + 1
            value.uses = ["end, operand %d" % i]
    if way == "elements":
        shape = "(%s)" % ", ".join([SHAPE] * count)
        table = Value("end", "", 8 * count, BYTES * count, shape)
        operands = ", ".join("%s %%v%d" % (SHAPE, i) for i in range(count))
        table.text = "%s tuple(%s)" % (shape, operands)
        table.begin, table.end = count, count + 1
        values.append(table)
    return values


def write_allocations(way, values, out):
    out("BufferAssignment:\n")
    one_each = {
        "allocations": "allocation {0}: size {1}, constant:\n",
        "spaces": "allocation {0}: size {1}, color {2}, preallocated-temp:\n",
    }.get(way)
    if one_each:
        total = BYTES * len(values)
    else:
        total = max(v.offset + v.size for v in values)
        out("allocation 0: size %d, preallocated-temp:\n" % total)
    for number, v in enumerate(values):
        if one_each:
            out(one_each.format(number, BYTES, v.space))
        out(" value: <%d %s%s @%d> (size=%d,offset=%d): %s\n"
            % (number, v.name, v.index, v.space, v.size, v.offset, v.shape))
    out("\nTotal bytes used: %d (%s)\n" % (total, human(total)))


def write_used_values(values, out):
    out("\nUsed values:\n")
    for number, v in enumerate(values):
        out("<%d %s%s @%d>\n positions:\n" % (number, v.name, v.index, v.space))
        for position in v.positions:
            out("  %s\n" % position)
        out(" uses:\n")
        for use in v.uses:
            out("  %s\n" % use)
        out(" from instruction:%%%s = %s\n" % (v.name, v.text))


def write_live_ranges(way, values, out):
    makers = [v.name for v in values]
    if makers[-1] != "end":
        makers.append("end")
    out("\n\nHloLiveRange (max %d):\n  InstructionSequence:\n" % len(makers))
    for time, maker in enumerate(makers):
        out("    %d:%s\n" % (time, maker))
    out("  BufferLiveRange:\n")
    for v in values:
        out("    %s%s:%d-%d\n" % (v.name, v.index or "{}", v.begin, v.end))
    peak = {"in-turn": 2, "instants": len(values) // 2 + 1}.get(way, values[-1].begin)
    out("  Live ranges at %d (peak):\n" % peak)
    for v in values:
        if v.begin <= peak <= v.end:
            out("    %s: %d bytes\n" % (v.name + v.index, v.size))


def human(count):
    if count < 1024:
        return "%dB" % count
    unit = 1
    while count >= 1 << 20:
        count >>= 10
        unit += 1
    number = "%.1f" if unit == 1 else "%.2f"
    return number % (count / 1024) + ("KiB", "MiB", "GiB")[unit - 1]


def write_calls(count, out):
    out("HloModule m, is_scheduled=true\n\n")
    out("%%c (p: f32[16]) -> f32[16] {\n  %%p = %s parameter(0)\n" % SHAPE)
    out("  ROOT %%x = %s negate(%%p)\n}\n\n" % SHAPE)
    out("ENTRY %%e () -> f32[16] {\n  %%v0 = %s iota(), iota_dimension=0\n" % SHAPE)
    for i in range(count):
        out("  %%k%d = %s call(%%v0), to_apply=%%c\n" % (i, SHAPE))
    out("  ROOT %%end = %s negate(%%v0)\n}\n" % SHAPE)


def main():
    way, count, out = sys.argv[1], int(sys.argv[2]), sys.stdout.write
    if way == "mistakes":
        out("BufferAssignment:\nallocation 0: size 64, preallocated-temp:\n")
        for i in range(count):
            out(" value: <%d v%d @0> (size=x,offset=0): %s\n" % (i, i, SHAPE))
        return
    if way == "calls":
        with open(sys.argv[3], "w") as file:
            write_calls(count, file.write)
        count = 1
    values = make_values(way, count)
    write_allocations(way, values, out)
    write_used_values(values, out)
    write_live_ranges(way, values, out)


if __name__ == "__main__":
    main()
