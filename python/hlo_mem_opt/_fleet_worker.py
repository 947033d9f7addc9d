# ===- _fleet_worker.py - What a worker does with dumps ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What a worker does: dumps in, records out. It keeps no module."""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any

from hlo_mem_opt import _core
from hlo_mem_opt._fleet_plan import Unit, is_dump, look_at, open_store, printable
from hlo_mem_opt._source import open_folder

# What a record tells of a program, beside `modules`.
TABLES = ("spaces", "parts", "changes")
PASSES = f"jsonl<tables=modules,{','.join(TABLES)}>"
_MODULES = '{"table":"modules",'
# How many programs a worker knows it has reported.
_MOST_KNOWN = 10_000
# How often a store is asked for a file.
_TRIES = 3


@dataclass(frozen=True)
class Reading:
    """What all dumps are read with."""

    # Tells runs apart: a worker may be of several. Of one without it, all rows are told.
    run: str = field(default_factory=lambda: uuid.uuid4().hex)
    device: str | None = None
    memory_limit: tuple[str, ...] = ()
    max_bytes: int = 1 << 32
    storage: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The records of some dumps, as lines."""

    # A line for each module, with its identity and the place of its dump in the chunk.
    modules: list[tuple[int, str | None, str]]
    # The lines of the other tables, by identity.
    programs: dict[str, str]


@lru_cache(maxsize=4)
def _known_to(_run: str) -> dict[str, None]:
    """The programs that this process has reported to a run, the oldest first. One whose
    report was lost is asked for again."""
    return {}


def dump_row(row: Mapping[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def failure_row(unit: Unit, why: str) -> str:
    table = _core.describe_tables()[0]
    row: dict[str, Any] = {"table": table.name}
    row.update((table.column(i).name, None) for i in range(table.column_count))
    row.update(module=printable(unit.stem), version=1, backend="unknown")
    row.update(incomplete=True, path=unit.dump, release=_core.__version__, error=why)
    return dump_row({**row, **_place(unit), "module_count": 1})


def _place(unit: Unit) -> dict[str, Any]:
    return {
        "dump": unit.dump,
        "state": unit.state,
        "modified": unit.modified,
        "bytes": unit.size,
        "compile_seconds": unit.compile_seconds,
        "labels": dict(unit.labels),
    }


def _lay_out(unit: Unit, folder: str, reading: Reading) -> bytes:
    """Puts the files of a dump, or links to them, into a new folder. Returns what is to be
    read: that, or a file that is called otherwise than dumps."""
    _check_size(unit.size, reading)
    os.mkdir(folder)
    places = {f.name: os.path.join(folder, printable(f.name)) for f in unit.files}
    if unit.is_remote:
        _fetch(unit, places, reading)
    else:
        for name, place in places.items():
            os.symlink(os.path.join(unit.folder, name), place)
    has_dump = any(map(is_dump, places))
    return os.fsencode(folder if has_dump else next(iter(places.values())))


def _check_size(size: int, reading: Reading) -> None:
    if size > reading.max_bytes:
        raise OSError(f"{size} bytes are more than {reading.max_bytes}")


def _fetch(unit: Unit, places: Mapping[str, str], reading: Reading) -> None:
    fs, path = open_store(unit.folder, reading.storage)
    wanted = {f"{path}/{file.name}": file for file in unit.files}
    fetched = 0
    for tries in range(_TRIES):
        found = fs.cat(list(wanted), on_error="return")
        for name in list(wanted):
            data = found.get(name)
            if isinstance(data, bytes):
                file = wanted.pop(name)
                if file.size not in (-1, len(data)):
                    raise OSError(f"'{file.name}' has changed since it was listed")
                fetched += len(data)
                _check_size(fetched, reading)
                with open(places[file.name], "wb") as out:
                    out.write(data)
            elif tries == _TRIES - 1:
                raise OSError(f"{type(data).__name__}: {data}")
        if not wanted:
            return


def split_lines(
    text: str, identify_unit: Callable[[dict[str, Any]], tuple[int, Unit]]
) -> Answer:
    """The records of what the pass `jsonl` writes."""
    rows: list[tuple[int, dict[str, Any]]] = []
    programs: dict[str, list[str]] = {}
    lines: list[str] = []
    name = key = ""
    # Not splitlines(): texts of a dump may hold other ends of lines.
    for line in text.split("\n")[:-1]:
        if line.startswith(_MODULES):
            # It stands in front of all other rows of the module.
            row = json.loads(line)
            place, unit = identify_unit(row)
            lines = []
            if row["identity"] is not None and not programs.get(row["identity"]):
                programs[row["identity"]] = lines
            # Quotes in the name are escaped.
            name = line[len(_MODULES) : line.index(',"version":')]
            key = f'"identity":"{row["identity"]}","release":"{row["release"]}"'
            row["module"] = row["module"].rpartition("/")[2]
            rows.append((place, {**row, **_place(unit)}))
        else:
            lines.append(line.replace(name, key, 1) + "\n")
    counts = Counter(place for place, _ in rows)
    return Answer(
        [
            (place, row["identity"], dump_row({**row, "module_count": counts[place]}))
            for place, row in rows
        ],
        {of: "".join(lines) for of, lines in programs.items() if lines},
    )


def read_chunk(units: Sequence[Unit], reading: Reading) -> Answer:
    """Reads dumps. Of a program that this process has reported, the rows are left out."""
    known = _known_to(reading.run) if reading.run else {}
    failed: dict[int, str] = {}
    with open_folder() as root:
        inputs = []
        for i, unit in enumerate(units):
            folder = os.path.join(root, str(i))
            try:
                inputs.append(_lay_out(unit, folder, reading))
            except OSError as error:
                failed[i] = str(error)
                shutil.rmtree(folder, ignore_errors=True)
        # Without inputs it has no rows either.
        outcome = _core.run(
            inputs,
            passes=PASSES,
            device=reading.device,
            memory_limits=list(reading.memory_limit),
            threads=1,
            known=list(known),
        )
        answer = _finish(units, failed, outcome, root + "/")
    known.update(dict.fromkeys(answer.programs))
    while len(known) > _MOST_KNOWN:
        del known[next(iter(known))]
    return answer


def _finish(
    units: Sequence[Unit], failed: dict[int, str], outcome: _core.Outcome, root: str
) -> Answer:
    def identify_unit(row: dict[str, Any]) -> tuple[int, Unit]:
        number, _, name = row["path"].removeprefix(root).partition("/")
        unit = units[int(number)]
        folder = printable(unit.folder) + "/"
        row["path"] = folder + name
        if row["error"] is not None:
            row["error"] = row["error"].replace(f"{root}{number}/", folder)
        return int(number), unit

    answer = split_lines(outcome.text.decode(errors="replace"), identify_unit)
    messages = outcome.messages.decode(errors="replace").splitlines()
    seen = {place for place, _, _ in answer.modules}
    for i, unit in enumerate(units):
        is_same = unit.is_remote or all(
            look_at(os.path.join(unit.folder, file.name)) == file for file in unit.files
        )
        if i not in failed and not is_same:
            failed[i] = "it has changed while it was read"
        elif i not in failed and i not in seen:
            place = f"{root}{i}/"
            found = [line for line in messages if place in line]
            found.append("no buffer assignment in it")
            failed[i] = found[0].replace(place, printable(unit.folder) + "/")
    lines = [module for module in answer.modules if module[0] not in failed]
    lines += [(i, None, failure_row(units[i], why)) for i, why in failed.items()]
    return Answer(sorted(lines, key=itemgetter(0)), answer.programs)
