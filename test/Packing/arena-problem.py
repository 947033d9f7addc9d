"""Writes an arena of a dump as a packing problem.

Usage: arena-problem.py REFERENCE DUMP ALLOCATION

By the definitions, with what REFERENCE, utils/reference.py, reads: values that
share a byte and an instant are one buffer, and the alignment is the greatest
power of two that divides every offset. Shares nothing with hlo-mem-opt.
"""

import importlib.util
import sys

path, dump, index = sys.argv[1:]
spec = importlib.util.spec_from_file_location("reference", path)
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

with open(dump, encoding="utf-8") as file:
    allocations = reference.Dump(file.read()).allocations
values = next(a for a in allocations if a.index == int(index)).values

# Boxes: [begin, end, offset, top], until no two of them meet.
boxes = [[*v.range, v.offset, v.offset + v.size] for v in values if v.size]
met = True
while met:
    met = False
    for one in boxes:
        for other in boxes:
            if other is not one and (
                one[0] <= other[1]
                and other[0] <= one[1]
                and one[2] < other[3]
                and other[2] < one[3]
            ):
                for at, choose in enumerate((min, max, min, max)):
                    one[at] = choose(one[at], other[at])
                boxes.remove(other)
                met = True
                break
        if met:
            break

alignment = 0
for value in values:
    alignment |= value.offset
alignment &= -alignment

print("id,start,end,size,alignment,offset")
for number, (begin, end, offset, top) in enumerate(boxes):
    print("b%d,%d,%d,%d,%d,%d" % (number, begin, end, top - offset, alignment, offset))
