# ===- _html.py - What a notebook shows --------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Screens and tables as HTML without scripts. All texts are escaped."""

from collections.abc import Sequence
from html import escape


def screen_html(text: str) -> str:
    return f'<pre style="line-height: 1.2; overflow-x: auto">{escape(text)}</pre>'


def table_html(columns: Sequence[str], rows: Sequence[Sequence[str]], rest: str) -> str:
    def line(fields: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(f)}</{tag}>" for f in fields) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table>{line(columns, 'th')}{body}</table>" + (
        f"<p>{escape(rest)}</p>" if rest else ""
    )
