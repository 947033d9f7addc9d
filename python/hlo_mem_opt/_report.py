# ===- _report.py - Reports on programs --------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Reports: what the program hlo-mem-opt says of dumps, as objects."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from hlo_mem_opt import _core
from hlo_mem_opt._errors import (
    HloMemError,
    HloMemWarning,
    UnknownVerdictError,
    make_error,
)
from hlo_mem_opt._passes import registered
from hlo_mem_opt._source import Contents, Files, Source
from hlo_mem_opt._table import Table
from hlo_mem_opt._tables import ROWS, TableProperties

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hlo_mem_opt._html import Page

RowT = TypeVar("RowT", bound=NamedTuple)
Path = str | os.PathLike[str]
# Gets how many dumps of how many are done.
Progress = Callable[[int, int], object]
FitKind = Literal["fits", "close", "does not fit", "unknown"]

# Read together: small, and without the search for changes.
_SMALL = ("modules", "spaces", "allocations", "parts", "loops")
# The worst first, as for exit statuses: what is not known may be anything.
_WORST: tuple[FitKind, ...] = ("unknown", "does not fit", "close", "fits")


# The reports that were made since, for each collect() that is active.
_collected: ContextVar[tuple[list[Report], ...]] = ContextVar("_collected", default=())


@contextmanager
def collect() -> Iterator[list[Report]]:
    """Collects the reports that are made in this context."""
    found: list[Report] = []
    token = _collected.set((*_collected.get(), found))
    try:
        yield found
    finally:
        _collected.reset(token)


@dataclass(frozen=True)
class Place:
    """A line of a file; `line` and `column` are None where they are not known."""

    file: str
    line: int | None
    column: int | None


@dataclass(frozen=True)
class Remark:
    """What a pass says (docs/RemarkFormats.md). Bytes in `args` are exact."""

    pass_: str
    name: str
    kind: Literal["Passed", "Missed", "Analysis", "Failure"]
    form: Literal["headline", "row", "note"]
    severity: Literal["remark", "warning", "error"]
    module: str
    message: str | None
    args: Mapping[str, Any]
    source: Place | None
    dump: Place | None

    def __getitem__(self, name: str) -> Any:
        return self.args[name]


class Remarks(Sequence[Remark]):
    """The remarks of a pipeline in their order. Displayed as the program prints them."""

    def __init__(self, remarks: list[Remark], get_text: Callable[[], str]) -> None:
        self._remarks = remarks
        self._get_text = get_text

    @cached_property
    def text(self) -> str:
        return self._get_text()

    def __getstate__(self) -> dict[str, Any]:
        text = self.text
        return {"_remarks": self._remarks, "text": text, "_get_text": str}

    def __getitem__(self, index: Any) -> Any:
        return self._remarks[index]

    def __len__(self) -> int:
        return len(self._remarks)

    def named(self, name: str) -> list[Remark]:
        """Those called `name`: "PeakAt"."""
        return [remark for remark in self._remarks if remark.name == name]

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        from hlo_mem_opt._html import screen_html

        return screen_html(self.text)


@dataclass(frozen=True)
class Verdict:
    """Whether a program fits into a device or a limit.

    A verdict is true if it fits and false if it does not. One that is `unknown`, or
    `close` to the limit of a device, is neither: bool() of it raises UnknownVerdictError.
    """

    module: str
    kind: FitKind
    needed: int
    limit: int | None
    why: str
    caveat: str
    # What the program says of it.
    text: str = field(repr=False, default="")

    @property
    def excess(self) -> int:
        """Bytes over the limit; negative for what is left of it."""
        if self.limit is None:
            raise UnknownVerdictError(self.why or self.text)
        return self.needed - self.limit

    def __bool__(self) -> bool:
        if self.kind in ("unknown", "close"):
            raise UnknownVerdictError(f"{self.kind}: {self.why or self.text}")
        return self.kind == "fits"


@dataclass(frozen=True)
class CallNames:
    """What a dump does not tell of the call of a function of jax."""

    # What the options of jax.jit call arguments, if not by their names in the program.
    in_options: Mapping[str, str] = field(default_factory=dict)
    # The paths of the results.
    results: Sequence[str] = ()


@dataclass(frozen=True)
class Options:
    """What the user says, in words of the command line."""

    transforms: str = ""
    device: str | None = None
    memory_fraction: float | None = None
    reserve: str | None = None
    memory_limit: tuple[str, ...] = ()
    allow_incomplete: bool = False
    names: CallNames = field(default_factory=CallNames)


# The exit status of the program where something does not fit.
_OVER_LIMIT = 2
# At the end of each screen.
_COMMANDS = re.compile(r"\n\n(?:hlo-mem-opt -[^\n]*\n)+")


class Report(TableProperties):
    """What one program needs, or all programs of a folder.

    Displayed as the screen that hlo-mem-opt prints. Tables and pipelines read the dump
    again, so that a report holds no file open; one that has changed since is an error.
    """

    def __init__(
        self, source: Source, options: Options, progress: Progress | None = None
    ) -> None:
        self._source = source
        self._progress = progress
        self._options = options
        self._tables: dict[str, Table[Any]] = {}
        outcome, self.text, self.messages = self._run("default", "screen")
        if outcome.status != 0 and not self.text:
            raise make_error(self.messages)
        if isinstance(source, Contents):
            # The commands at its end name a file that is not there any more.
            self.text = _COMMANDS.sub("\n", self.text)
        if outcome.status == 1:
            warnings.warn(self.messages.rstrip(), HloMemWarning, stacklevel=4)
        for reports in _collected.get():
            reports.append(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tables": {}, "_progress": None}

    def _run(
        self, passes: str, format: str, tables: Sequence[str] = (), **more: Any
    ) -> tuple[_core.Outcome, str, str]:
        options = replace(self._options, **more)
        fraction = options.memory_fraction
        with self._source.open() as opened:
            outcome = _core.run(
                # Names that begin with a dash are options, and "-" the standard input.
                [
                    os.fsencode(os.path.join(".", i) if i.startswith("-") else i)
                    for i in opened.inputs
                ],
                passes=",".join(filter(None, [options.transforms, passes])),
                format=format,
                device=options.device,
                memory_fraction=None if fraction is None else str(fraction),
                reserve=options.reserve,
                memory_limits=list(options.memory_limit),
                allows_incomplete=options.allow_incomplete,
                names_in_options=dict(options.names.in_options),
                result_names=list(options.names.results),
                hidden_folder=opened.folder,
                tables=list(tables),
                own_passes=registered(),
                progress=self._progress,
            )
            return outcome, opened.shown(outcome.text), opened.shown(outcome.messages)

    # Programs

    def __len__(self) -> int:
        return len(self._source.programs())

    def __getitem__(self, index: int) -> Report:
        """The report on one program of several."""
        source = self._source.programs()[index]
        return self if source is self._source else Report(source, self._options)

    def __iter__(self) -> Iterator[Report]:
        for source in self._source.programs():
            yield self if source is self._source else Report(source, self._options)

    def __bool__(self) -> bool:
        return True

    # Pipelines

    def run(self, passes: str) -> Remarks:
        """Runs a pipeline, "peak<top=5>,frag", and returns its remarks."""
        import json

        outcome, lines, messages = self._run(passes, "json")
        if outcome.status != 0 and not lines:
            raise make_error(messages)
        remarks = []
        for line in lines.splitlines():
            try:
                read = json.loads(line)
            except json.JSONDecodeError:
                raise HloMemError(
                    f"'{passes}' writes a document, which the program does: "
                    "hlo-mem-opt -passes=... -o FILE"
                ) from None
            read["pass_"] = read.pop("pass")
            for key in ("source", "dump"):
                read[key] = read[key] and Place(**read[key])
            remarks.append(
                Remark(**{key: read[key] for key in Remark.__dataclass_fields__})
            )
        return Remarks(remarks, lambda: self._run(passes, "text")[1])

    def apply(self, transforms: str) -> Report:
        """The report on the program that these passes make of it: "donate<all>"."""
        both = ",".join(filter(None, [self._options.transforms, transforms]))
        return Report(self._source, replace(self._options, transforms=both))

    # Verdicts

    def fits(
        self,
        device: str | None = None,
        *,
        memory_limit: str | None = None,
        memory_fraction: float | None = None,
        reserve: str | None = None,
    ) -> Verdict:
        """Whether the program fits: "v5e", "h100-80gb". Of several, the worst verdict.

        Only a dump for that kind of device tells it; for another it is unknown. A limit
        may be for another memory space, "vmem=64MiB", or for several,
        "hbm=16GiB,vmem=64MiB".
        """
        more: dict[str, Any] = {}
        if memory_fraction is not None:
            more["memory_fraction"] = memory_fraction
        if reserve is not None:
            more["reserve"] = reserve
        if device is not None or memory_limit is not None:
            more["device"] = device
            more["memory_limit"] = read_limit(memory_limit)
        outcome, _, messages = self._run("verify<quiet;lenient>", "text", **more)
        verdicts = [
            Verdict(
                v.module,
                _kind(v.kind),
                v.needed,
                v.limit,
                v.why,
                v.caveat,
                messages.strip(),
            )
            for v in outcome.verdicts
        ]
        if not verdicts:
            raise make_error(messages)
        if outcome.status == 1 and all(v.kind in ("fits", "close") for v in verdicts):
            # Of a folder of which a part cannot be read only "no" is certain.
            first = messages.strip().partition("\n")[0]
            return replace(verdicts[0], kind="unknown", why=f"not all is read: {first}")
        worst = min(verdicts, key=lambda v: (_WORST.index(v.kind), -v.needed))
        if outcome.status == _OVER_LIMIT and worst.kind in ("fits", "close"):
            # Another memory space than that of the device's memory.
            why = messages.strip().partition("\n")[0]
            return replace(worst, kind="does not fit", why=why)
        return worst

    # Tables

    def _table(self, name: str, make_row: Callable[..., RowT]) -> Table[RowT]:
        if name not in self._tables:
            wanted = _SMALL if name in _SMALL else (name,)
            outcome, _, messages = self._run("verify<quiet;lenient>", "text", wanted)
            if not outcome.verdicts:
                raise make_error(messages)
            modules = [verdict.module for verdict in outcome.verdicts]
            if twice := next((m for m in modules if modules.count(m) > 1), None):
                raise HloMemError(
                    f"two modules are called '{twice}'; analyse one at a time"
                )
            for table in outcome.tables:
                self._tables[table.name] = Table(table, ROWS[table.name])
        return self._tables[name]

    # Displays

    def plot(self, space: int = 0) -> Figure:
        """Draws the parts of a memory space and its live bytes over the schedule.

        Takes matplotlib. The report has to be on one program.
        """
        from hlo_mem_opt._plot import plot

        return plot(self, space)

    def page(self) -> Page:
        """Returns the map: what lies where in memory, and when.

        A notebook displays it; `save()` writes it to a file. The report has to be on one
        program.
        """
        from hlo_mem_opt._html import Page

        if len(self) != 1:
            raise HloMemError(
                f"the report is on {len(self)} programs; show one: report[0].page()"
            )
        _, text, messages = self._run("html", "text")
        if not text.startswith("<!DOCTYPE html>"):
            raise make_error(messages)
        return Page(text)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        from hlo_mem_opt._html import screen_html

        return screen_html(self.text)


def short_name(module: str) -> str:
    """The name of a program, "jit_step", from that of its dump, as XLA calls it."""
    return re.sub(r"^module_\d+\.([^.]+)\..*after_optimizations$", r"\1", module)


def read_limit(text: str | None) -> tuple[str, ...]:
    """A limit as on the command line, where no blank is in front of the unit."""
    return () if text is None else tuple(text.replace(" ", "").split(","))


def _kind(text: str) -> FitKind:
    return next(kind for kind in _WORST if kind == text)


def report_of_files(
    paths: Sequence[Path], options: Options, progress: Progress | None = None
) -> Report:
    return Report(
        Files.find(tuple(os.fspath(path) for path in paths)), options, progress
    )


def report_of_contents(files: Mapping[str, bytes], options: Options) -> Report:
    return Report(Contents(files), options)
