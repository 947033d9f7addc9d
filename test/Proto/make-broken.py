# ===- make-broken.py - Protos that are not as they should be --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes variants of the HloProto SOURCE to FOLDER, each with one fault."""

import gzip
import os
import sys
from collections.abc import Callable

from wire import Field, build, message, parse, read_varint, varint

MISSING_ID = 999999


def edit(data: bytes, path: list[int], change: Callable[[bytes], bytes]) -> bytes:
    """Changes the first message with this path of field numbers."""
    if not path:
        return change(data)
    fields = parse(data)
    for place, (number, kind, value) in enumerate(fields):
        if number == path[0] and isinstance(value, bytes):
            fields[place] = (number, kind, edit(value, path[1:], change))
            break
    return build(fields)


def replace(number: int, value: "int | bytes") -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        kept = [field for field in parse(data) if field[0] != number]
        return build([*kept, (number, 2 if isinstance(value, bytes) else 0, value)])

    return change


def operand(data: bytes) -> bytes:
    """Gives the first instruction with operands one that is not there."""
    fields = parse(data)
    for place, (number, kind, value) in enumerate(fields):
        if number != 2 or not isinstance(value, bytes):
            continue
        if any(field[0] == 36 for field in parse(value)):
            changed = replace(36, varint(MISSING_ID))(value)
            fields[place] = (number, kind, changed)
            return build(fields)
    raise SystemExit("no instruction has operands")


def unknown_everywhere(module: bytes) -> bytes:
    """Gives each instruction, its shape and its metadata a field that nobody knows."""
    fields = parse(module)
    for place, (number, kind, value) in enumerate(fields):
        if number != 3 or not isinstance(value, bytes):
            continue
        parts = parse(value)
        for at, (n, k, v) in enumerate(parts):
            if n == 2 and isinstance(v, bytes):
                changed = [
                    (m, l, w + build([(900, 0, 1)]))
                    if m in (3, 7) and isinstance(w, bytes)
                    else (m, l, w)
                    for m, l, w in parse(v)
                ]
                parts[at] = (n, k, build([*changed, (900, 0, 1)]))
        fields[place] = (number, kind, build(parts))
    return build(fields)


def count_everywhere(module: bytes) -> int:
    """How many fields unknown_everywhere() adds."""
    instructions = [
        parse(v)
        for number, _, value in parse(module)
        if number == 3 and isinstance(value, bytes)
        for n, _, v in parse(value)
        if n == 2 and isinstance(v, bytes)
    ]
    inner = sum(field[0] in (3, 7) for fields in instructions for field in fields)
    return len(instructions) + inner


def first_event(
    change: Callable[[list[Field]], list[Field]],
) -> Callable[[bytes], bytes]:
    """Changes what a trace has from its first event on."""

    def apply(trace: bytes) -> bytes:
        return build(change(parse(trace)))

    return apply


def value_of(event: Field) -> Field:
    """A release of the same value."""
    if event[0] != 1:
        return event
    assert isinstance(event[2], bytes)
    return (1, 2, replace(1, 1)(event[2]))


def first_parameter(data: bytes) -> int:
    """The id of a value that is an argument."""
    for number, _, value in parse(data):
        if number == 3 and isinstance(value, bytes):
            fields = parse(value)
            if any(field[0] == 5 for field in fields):
                (assigned, *_) = [f[2] for f in fields if f[0] == 9]
                assert isinstance(assigned, bytes)
                (found,) = [f[2] for f in parse(assigned) if f[0] == 1]
                assert isinstance(found, int)
                return found
    raise SystemExit("no value is an argument")


def larger_value(data: bytes) -> bytes:
    """Makes the value of the first event larger than its slice."""
    fields = parse(data)
    trace = next((f[2] for f in fields if f[0] == 4), b"")
    assert isinstance(trace, bytes)
    event = next((f[2] for f in parse(trace)), b"")
    assert isinstance(event, bytes)
    if not event:
        return data
    (wanted,) = [f[2] for f in parse(event) if f[0] == 2]
    for place, (number, kind, value) in enumerate(fields):
        if number != 1 or not isinstance(value, bytes):
            continue
        if (1, 0, wanted) in parse(value):
            fields[place] = (number, kind, replace(2, 1000000)(value))
    return build(fields)


def same_name(data: bytes) -> bytes:
    """Gives the second instruction the name of the first."""
    fields = parse(data)
    name: bytes | None = None
    for place, (number, kind, value) in enumerate(fields):
        if number == 2 and isinstance(value, bytes):
            if name is not None:
                fields[place] = (number, kind, replace(1, name)(value))
                return build(fields)
            name = next(
                v for n, _, v in parse(value) if n == 1 and isinstance(v, bytes)
            )
    raise SystemExit("there is one instruction")


def without_branches(data: bytes) -> bytes:
    """Makes the first instruction with operands a conditional of one operand."""
    fields = parse(data)
    for place, (number, kind, value) in enumerate(fields):
        if number != 2 or not isinstance(value, bytes):
            continue
        instruction = parse(value)
        operands = [field for field in instruction if field[0] == 36]
        if operands and isinstance(operands[0][2], bytes):
            first, _ = read_varint(operands[0][2], 0)
            kept = [field for field in instruction if field[0] not in (2, 36, 38)]
            kept += [(2, 2, b"conditional"), (36, 2, varint(first))]
            fields[place] = (number, kind, build(kept))
            return build(fields)
    raise SystemExit("no instruction has operands")


def empty_literal(data: bytes) -> bytes:
    """Makes the first instruction with operands a constant f32[10^12,0]."""
    fields = parse(data)
    for place, (number, kind, value) in enumerate(fields):
        if number != 2 or not isinstance(value, bytes):
            continue
        instruction = parse(value)
        if any(field[0] == 36 for field in instruction):
            shape = build([(2, 0, 11), (3, 2, varint(10**12) + varint(0))])
            kept = [field for field in instruction if field[0] not in (2, 3, 36, 38)]
            kept += [(2, 2, b"constant"), (3, 2, shape)]
            kept += [(8, 2, build([(1, 2, shape)]))]
            fields[place] = (number, kind, build(kept))
            return build(fields)
    raise SystemExit("no instruction has operands")


def of_type(number: int) -> Callable[[bytes], bytes]:
    """Gives all floats of the instructions this element type."""

    def apply(shape: bytes) -> bytes:
        return build(
            [
                (2, 0, number)
                if field == (2, 0, 11)
                else (4, 2, apply(field[2]))
                if field[0] == 4 and isinstance(field[2], bytes)
                else field
                for field in parse(shape)
            ]
        )

    def within(message: bytes, path: list[int]) -> bytes:
        if not path:
            return apply(message)
        return build(
            [
                (n, k, within(v, path[1:]))
                if n == path[0] and isinstance(v, bytes)
                else (n, k, v)
                for n, k, v in parse(message)
            ]
        )

    return lambda module: within(module, [3, 2, 3])


def nested_shape(_: bytes) -> bytes:
    shape = b"\x10\x0b"
    for _depth in range(200):
        shape = build([(2, 0, 13), (4, 2, shape)])
    return shape


def wide_shape(_: bytes) -> bytes:
    """A tuple of a million scalars."""
    return build([(2, 0, 13)]) + build([(4, 2, build([(2, 0, 11)]))]) * 10**6


def deep_groups(data: bytes) -> bytes:
    """Groups within groups, in a field that nobody knows."""
    return data + varint(900 << 3 | 3) * 10**5 + varint(900 << 3 | 4) * 10**5


def cyclic_call(data: bytes) -> bytes:
    """Has each instruction that calls computations call its own."""
    fields = parse(data)
    for place, (number, kind, value) in enumerate(fields):
        if number != 3 or not isinstance(value, bytes):
            continue
        computation = parse(value)
        own = next(v for n, _, v in computation if n == 5 and isinstance(v, int))
        for at, (n, k, v) in enumerate(computation):
            if n != 2 or not isinstance(v, bytes):
                continue
            called = [field[2] for field in parse(v) if field[0] == 38]
            if called and isinstance(called[0], bytes):
                count = sum(byte < 128 for byte in called[0])
                computation[at] = (n, k, replace(38, varint(own) * count)(v))
        fields[place] = (number, kind, build(computation))
    return build(fields)


def broken_metadata(data: bytes) -> bytes:
    """Of the first instruction all is told, of the last one the metadata is cut."""
    fields = parse(data)
    computations = [place for place, field in enumerate(fields) if field[0] == 3]
    told = build([(3, 2, b"a.py"), (18, 0, 1)])
    for at, instruction, metadata in ((0, 0, told), (-1, -1, b"\x12\x7f")):
        place = computations[at]
        computation = fields[place][2]
        assert isinstance(computation, bytes)
        parts = parse(computation)
        number, kind, value = [field for field in parts if field[0] == 2][instruction]
        assert isinstance(value, bytes)
        changed = (number, kind, replace(7, metadata)(value))
        parts[parts.index((number, kind, value))] = changed
        fields[place] = (3, 2, build(parts))
    return build(fields)


def in_fusion(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Makes a change in the first body of a fusion."""

    def apply(module: bytes) -> bytes:
        fields = parse(module)
        for place, (number, kind, value) in enumerate(fields):
            if number != 3 or not isinstance(value, bytes):
                continue
            if any(field[0] == 7 and field[2] for field in parse(value)):
                fields[place] = (number, kind, change(value))
                return build(fields)
        raise SystemExit("there is no fusion")

    return apply


def fused_condition(data: bytes) -> bytes:
    """Makes the computation that the first conditional calls one of a fusion."""
    fields = parse(data)
    wanted: set[int | bytes] = set()
    for number, _, value in fields:
        if number != 3 or not isinstance(value, bytes):
            continue
        for n, _k, v in parse(value):
            if n == 2 and isinstance(v, bytes) and (2, 2, b"conditional") in parse(v):
                (called,) = [f[2] for f in parse(v) if f[0] == 38]
                assert isinstance(called, bytes)
                wanted.add(read_varint(called, 0)[0])
    for place, (number, kind, value) in enumerate(fields):
        if number == 3 and isinstance(value, bytes):
            if any(f[0] == 5 and f[2] in wanted for f in parse(value)):
                fields[place] = (number, kind, replace(7, 1)(value))
    return build(fields)


def cut_sequence(data: bytes) -> bytes:
    """Takes the last instruction from each list of ids."""
    ids: list[Field] = []
    for number, kind, value in parse(data):
        if isinstance(value, bytes):
            at = last = 0
            while at < len(value):
                last = at
                _, at = read_varint(value, at)
            value = value[:last]
        ids.append((number, kind, value))
    return build(ids)


def main() -> None:
    with gzip.open(sys.argv[1]) as file:
        whole = file.read()
    fields = parse(whole)
    argument = first_parameter(message(whole, 3))

    def with_trace(change: Callable[[list[Field]], list[Field]]) -> bytes:
        return edit(whole, [3, 4], first_event(change))

    variants = {
        "whole": whole,
        "cut": whole[: len(whole) * 2 // 3],
        "module": message(whole, 1),
        "program-alone": build([field for field in fields if field[0] == 1]),
        "twice": whole + whole,
        "operand": edit(whole, [1, 3], operand),
        "fusion": edit(whole, [1], in_fusion(operand)),
        "unknown-and-fusion": edit(
            edit(whole, [1], in_fusion(operand)), [1], unknown_everywhere
        ),
        "unknown-everywhere": edit(whole, [1], unknown_everywhere),
        "fused-branch": edit(whole, [1], fused_condition),
        "value": edit(whole, [3, 1, 3], replace(4, MISSING_ID)),
        "assigned": edit(whole, [3, 3, 9], replace(1, MISSING_ID)),
        "wide": edit(whole, [1, 3, 2, 3], wide_shape),
        "new-type": edit(whole, [1], of_type(99)),
        "no-type": edit(whole, [1], of_type(200)),
        "groups": edit(whole, [1], deep_groups),
        "cycle": edit(whole, [1], cyclic_call),
        "schedule": edit(whole, [1, 7, 1, 2], cut_sequence),
        "no-schedule": edit(
            whole,
            [1],
            lambda data: build([field for field in parse(data) if field[0] != 7]),
        ),
        "other-module": build([field for field in fields if field[0] == 3]),
        "garbage": bytes(range(128, 256)) * 10,
        "nested": edit(whole, [1, 3, 2, 3], nested_shape),
        "trace-value": edit(whole, [3, 4, 1], replace(2, MISSING_ID)),
        "trace-kind": edit(whole, [3, 4, 1], replace(1, 9)),
        "trace-twice": with_trace(lambda events: [*events[:1], *events]),
        "trace-unfreed": with_trace(lambda events: [*events, *events[:1]]),
        "trace-freed": with_trace(lambda events: [*map(value_of, events[:1]), *events]),
        "trace-argument": edit(whole, [3, 4, 1], replace(2, argument)),
        "trace-size": edit(whole, [3], larger_value),
        "color": edit(whole, [3, 1], replace(4, 1 << 32)),
        "id": edit(whole, [3, 1], replace(1, (1 << 64) - 1)),
        "entry": edit(whole, [1], replace(6, MISSING_ID)),
        "negative-id": edit(whole, [1, 3, 2], replace(35, (1 << 64) - 1)),
        "large-id": edit(whole, [1, 3], replace(5, (1 << 63) - 2)),
        "largest-id": edit(whole, [1, 3, 2], replace(35, (1 << 63) - 1)),
        "two-schedules": edit(whole, [1, 7], lambda data: data + data),
        "name": edit(whole, [1, 3, 2], replace(1, b"x = f32[] add()")),
        "dash-name": edit(whole, [1, 3, 2], replace(1, b"-x")),
        "same-name": edit(whole, [1, 3], same_name),
        "computation-name": edit(whole, [1, 3], replace(1, b"region\n0")),
        "conditional": edit(whole, [1, 3], without_branches),
        "literal": edit(whole, [1, 3], empty_literal),
        "metadata": edit(whole, [1], broken_metadata),
        "frames": edit(whole, [1, 17], lambda data: data + b"\x1a\x02\x0a\x7f"),
        "hidden": edit(whole, [3], lambda data: data + build([(900, 0, 5)])),
        "unknown": edit(
            whole, [1], lambda data: data + build([(900, 2, b"what"), (901, 0, 5)])
        ),
    }
    row = build([(1, 0, 1), (2, 0, 64)])
    others = {
        "records.riegeli": bytes.fromhex("83af70d10d884a3f")
        + bytes(8)
        + b"@"
        + bytes(47),
        "report.pb": build([(1, 2, build([(1, 0, 64), (2, 0, 1), (3, 2, row)]))]),
    }
    times = count_everywhere(message(whole, 1))
    others["unknown-everywhere.txt"] = (
        "unknown field 900 of ShapeProto and 2 other fields (%d times)" % times
    ).encode()
    files = others | {name + ".hlo.pb": data for name, data in variants.items()}
    for name, data in files.items():
        with open(os.path.join(sys.argv[2], name), "wb") as out:
            out.write(data)


if __name__ == "__main__":
    main()
