"""Writes a small dump in which a place has COUNT unknown lines.

Usage: unknown-lines-large.py PLACE COUNT > DUMP

PLACE is section, gaps (a section with empty lines), allocation, positions,
schedule, tree, text (of an instruction, each line with what looks like the header
of a value) or attributes (of an allocation, each with a name of its own).
"""

import sys

place, count = sys.argv[1], int(sys.argv[2])
lines = "".join(f" future line {i} of many\n" for i in range(count))


def at(name: str) -> str:
    return lines if place == name else ""


text = ""
if place == "text":
    text = ', text="' + "".join(f"\n line {i} <{i} a @0>" for i in range(count)) + '"'
attributes = "".join(f", a{i} 7" for i in range(count)) if place == "attributes" else ""
section = "Future section:\n" + lines + "\n" if place == "section" else ""
if place == "gaps":
    section = "Future section:\n" + lines.replace("\n", "\n\n")
sys.stdout.write(
    f"""BufferAssignment:
allocation 0: size 8, maybe-live-out{attributes}:
{at("allocation")} value: <1 a @0> (size=8,offset=0): f32[2]{{0}}

Total bytes used: 8 (8B)

{section}Used values:
<1 a @0>
 positions:
{at("positions")}  a
 uses:
 from instruction: %a = f32[2]{{0}} iota(), iota_dimension=0{text}


HloLiveRange (max 1):
  InstructionSequence:
{at("schedule")}    0:a
  BufferLiveRange:
    a{{}}:0-1
  Live ranges at 0 (peak):
    a{{}}: 8 bytes (cumulative: 8 bytes)
  Stack trace breakdown for peak usage: 8 bytes
{at("tree")}    m (100.0%, total: 8 bytes, current: 8 bytes, remaining: 0 bytes)
"""
)
