# ===- terminal_picture.py - What a terminal shows, as SVG ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Draws the output of a program on a terminal.

It is short enough to be the project's own: what draws terminals elsewhere loads fonts
from the network, or needs a package that the tests would have to install.
"""

import re
from typing import NamedTuple
from xml.sax.saxutils import escape

# Of a cell, of the margin around all of them, and of letters, in pixels.
WIDTH, HEIGHT, MARGIN, SIZE = 8, 18, 16, 13
FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
# What each theme paints text, paper and frame with, and the colours by their numbers.
THEMES = {
    "light": dict(text="#1f2328", paper="#ffffff", frame="#d0d7de")
    | {31: "#cf222e", 32: "#1a7f37", 33: "#9a6700", 34: "#0969da", 35: "#8250df"},
    "dark": dict(text="#e6edf3", paper="#0d1117", frame="#30363d")
    | {31: "#ff7b72", 32: "#3fb950", 33: "#d29922", 34: "#58a6ff", 35: "#bc8cff"},
}
COMMAND = re.compile("\x1b\\[([0-9;]*)m")
LINK = re.compile("\x1b]8;;[^\x1b]*\x1b\\\\")
# A word, or words that one space is between; a bar.
PIECE = re.compile("█+|[^ █]+(?: [^ █]+)*")


class Piece(NamedTuple):
    """Text of one look, and the column it begins in."""

    column: int
    text: str
    bold: bool
    color: int


def read(output: str) -> list[list[Piece]]:
    """The lines of a terminal's output, which may only set bold, colours and links."""
    lines = []
    bold, color = False, 0
    for line in LINK.sub("", output).splitlines():
        pieces = []
        column = 0
        # Text and commands alternate.
        for i, part in enumerate(COMMAND.split(line)):
            if i % 2:
                for number in map(int, part.split(";")):
                    bold = number == 1 or (bold and number != 0)
                    color = number if number >= 30 else color if number else 0
                continue
            if not part.isprintable():
                raise ValueError("no letters: %r" % line)
            for found in PIECE.finditer(part):
                pieces.append(Piece(column + found.start(), found[0], bold, color))
            column += len(part)
        lines.append(pieces)
    return lines


def draw(output: str, columns: int, theme: str, title: str) -> str:
    """An SVG of this many columns, or more if a line has more."""
    lines = read(output)
    ends = [p.column + len(p.text) for line in lines for p in line]
    colors = THEMES[theme]
    width = max([columns, *ends]) * WIDTH + 2 * MARGIN
    height = len(lines) * HEIGHT + 2 * MARGIN
    svg = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" '
        'height="%d" role="img">' % (width, height, width, height),
        "<title>%s</title>" % escape(title),
        '<rect x="0.5" y="0.5" width="%d" height="%d" rx="6" fill="%s" stroke="%s"/>'
        % (width - 1, height - 1, colors["paper"], colors["frame"]),
        '<g font-family="%s" font-size="%d" fill="%s" xml:space="preserve">'
        % (FONTS, SIZE, colors["text"]),
    ]
    for row, line in enumerate(lines):
        top = MARGIN + row * HEIGHT
        for piece in line:
            place = MARGIN + piece.column * WIDTH
            length = len(piece.text) * WIDTH
            look = ' fill="%s"' % colors[piece.color] if piece.color else ""
            if piece.text[0] == "█":
                svg.append(
                    '<rect x="%d" y="%d" width="%d" height="%d"%s/>'
                    % (place, top + 3, length, HEIGHT - 6, look)
                )
                continue
            if piece.bold:
                look += ' font-weight="bold"'
            # Whatever the width of the letters is, the columns stand.
            svg.append(
                '<text x="%d" y="%d" textLength="%d"%s>%s</text>'
                % (place, top + HEIGHT - 5, length, look, escape(piece.text))
            )
    return "\n".join([*svg, "</g>", "</svg>", ""])
