#!/usr/bin/env python3
"""Draws what a terminal of 80 columns shows as SVG, light and dark: picture LISTO FOLDER

The command is run in a terminal of its own (a pseudo-terminal), and what it prints is drawn cell by cell: a text for each run of
one style, a character that takes two cells by itself. Nothing in it depends on the clock, the zone or the machine's fonts.
"""

import os
import pty
import re
import struct
import sys
import termios
import fcntl
import unicodedata
from html import escape

COLUMNS, CELL, LINE, MARGIN, TOP = 80, 8.4, 19, 16, 40
SHOWN = "listo list Samples/iCloud --list Family --list Home"
VIEW = ["--now", "2026-12-01T09:00:00", "--timezone", "Europe/Berlin"]

# The sixteen colours of a terminal, 30 to 37 and 90 to 97, legible on either ground.
THEMES = {
    "light": dict(
        ground="#ffffff", frame="#d0d7de", text="#1f2328", dim="#6e7781",
        colours=["#1f2328", "#c4213a", "#1a7f37", "#8a6100", "#0b5cad", "#8b3fb8", "#0f7680", "#59636e"]),
    "dark": dict(
        ground="#0d1117", frame="#30363d", text="#e6edf3", dim="#8b949e",
        colours=["#8b949e", "#ff7b72", "#3fb950", "#d8a526", "#6cb6ff", "#d2a8ff", "#4fc3cf", "#e6edf3"]),
}


def printed(listo):
    """What the command writes to a terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {"TERM": "xterm", "LANG": "C.UTF-8", "HOME": "/nonexistent", "PATH": os.environ["PATH"]}
        for name in ("TZDIR", "LD_LIBRARY_PATH"):
            if name in os.environ:
                environment[name] = os.environ[name]
        # The size is there before the command asks for it.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        os.execve(listo, ["listo"] + SHOWN.split()[1:] + VIEW, environment)
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit(f"picture: listo ended with {status}: {output.decode(errors='replace')}")
    return output.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def clusters(text):
    """Characters with what belongs to them, and how many cells each takes."""
    found = []
    for character in text:
        if found and (unicodedata.combining(character) or character in "\u200d\ufe0f"):
            found[-1][0] += character
            if character == "\ufe0f":
                found[-1][1] = 2
        else:
            found.append([character, 2 if unicodedata.east_asian_width(character) in "WF" else 1])
    return found


def runs(line):
    """The line as (column, text, cells, style), with two blanks or more between them; style is a set of the escape sequences' numbers."""
    column, style, found = 0, frozenset(), []
    for part in re.split(r"(\x1b\[[0-9;]*[mG]| {2,})", line):
        place = re.fullmatch(r"\x1b\[([0-9]+)G", part)
        if place:
            column = int(place.group(1)) - 1
            continue
        codes = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if codes:
            numbers = [int(code or 0) for code in codes.group(1).split(";")]
            style = frozenset() if 0 in numbers else style | set(numbers)
            continue
        is_open = False
        for text, cells in clusters(part):
            if is_open and cells == 1:
                found[-1][1] += text
                found[-1][2] += 1
            else:
                found.append([column, text, cells, style])
            is_open = cells == 1
            column += cells
    return found


def drawn(lines, theme):
    high = TOP + LINE * len(lines) + MARGIN
    wide = round(COLUMNS * CELL + 2 * MARGIN)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img">',
        f"<title>{escape(SHOWN)}</title>",
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="8" fill="{theme["ground"]}" stroke="{theme["frame"]}"/>',
        f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" fill="{theme["text"]}" xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        y = TOP + LINE * number
        for column, text, cells, style in runs(line):
            if not text.strip():
                continue
            # Blanks at the ends take no ink; without them the text stands where it belongs in any viewer.
            lead = len(text) - len(text.lstrip(" "))
            text, cells = text.strip(" "), cells - (len(text) - len(text.strip(" ")))
            attributes = f'x="{MARGIN + (column + lead) * CELL:.1f}" y="{y}" textLength="{cells * CELL:.1f}"'
            attributes += ' lengthAdjust="spacingAndGlyphs"'
            colour = next((n for n in style if 30 <= n <= 37 or 90 <= n <= 97), None)
            if colour is not None:
                attributes += f' fill="{theme["colours"][colour % 10]}"'
            elif 2 in style:
                attributes += f' fill="{theme["dim"]}"'
            if 1 in style:
                attributes += ' font-weight="bold"'
            if 4 in style:
                attributes += ' text-decoration="underline"'
            svg.append(f"<text {attributes}>{escape(text)}</text>")
    return "\n".join(svg + ["</g>", "</svg>"]) + "\n"


def main():
    listo, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    lines = [f"\x1b[2m$\x1b[0m \x1b[1m{SHOWN}\x1b[0m", ""] + printed(listo)
    os.makedirs(folder, exist_ok=True)
    for name, theme in THEMES.items():
        with open(os.path.join(folder, f"list-{name}.svg"), "w", encoding="utf-8") as file:
            file.write(drawn(lines, theme))


main()
