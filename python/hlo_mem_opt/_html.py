# ===- _html.py - What a notebook shows --------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Screens and tables as HTML without scripts, and pages. All texts are escaped."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path


def screen_html(text: str) -> str:
    return f'<pre style="line-height: 1.2; overflow-x: auto">{escape(text)}</pre>'


@dataclass(frozen=True)
class Page:
    """The map of docs/Map.md: a page that needs nothing but itself."""

    html: str = field(repr=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8", newline="\n")

    def _repr_html_(self) -> str:
        # Its scripts run in a frame that sees nothing of the notebook.
        return (
            '<iframe sandbox="allow-scripts allow-downloads" width="100%" height="820" '
            f'style="border: 0" srcdoc="{escape(self.html)}"></iframe>'
        )


def table_html(columns: Sequence[str], rows: Sequence[Sequence[str]], rest: str) -> str:
    def line(fields: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(f)}</{tag}>" for f in fields) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table>{line(columns, 'th')}{body}</table>" + (
        f"<p>{escape(rest)}</p>" if rest else ""
    )
