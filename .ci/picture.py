#!/usr/bin/env python3
"""Draws the pictures of README.md and the guides as SVG, light and dark: picture LISTO FOLDER

Each command runs in a pseudo-terminal of 80 columns. Its output is drawn cell by cell: one text for each run of one style, and a text of
its own for a character of two cells. Nothing in a picture depends on the clock, the zone, the speed or the fonts of the machine.
"""

import fcntl
import os
import pty
import re
import signal
import struct
import sys
import tempfile
import termios
import unicodedata
from html import escape

COLUMNS, CELL, LINE, MARGIN, TOP = 80, 8.4, 19, 16, 40
VIEW = ["--now", "2026-12-01T09:00:00", "--timezone", "Europe/Berlin"]
# The name of the picture, the command, the lines of the terminal, and for a command that waits for keys: texts of the screen, and the
# keys that are typed when each is there. The picture is taken when the last text is there.
PICTURES = [
    ("list", "listo list Samples/iCloud --list Family --list Home", 50, []),
    ("stats", "listo stats Samples/iCloud Samples/Nextcloud", 50, []),
    ("browse", "listo browse Samples/iCloud", 14, [("Completed", "Gkkk\r"), ("Family  8 open", "jj"), ("▸ ○ └", "")]),
]

# The sixteen colours of a terminal, 30 to 37 and 90 to 97, legible on either ground.
THEMES = {
    "light": dict(
        ground="#ffffff", frame="#d0d7de", text="#1f2328", dim="#6e7781",
        colours=["#1f2328", "#c4213a", "#1a7f37", "#8a6100", "#0b5cad", "#8b3fb8", "#0f7680", "#59636e"]),
    "dark": dict(
        ground="#0d1117", frame="#30363d", text="#e6edf3", dim="#8b949e",
        colours=["#8b949e", "#ff7b72", "#3fb950", "#d8a526", "#6cb6ff", "#d2a8ff", "#4fc3cf", "#e6edf3"]),
}


class Screen:
    """The cells of a terminal, as the escape sequences of its output fill them."""

    def __init__(self, height):
        self.rows = [[] for _ in range(height)]
        self.row = self.column = 0
        self.style = frozenset()
        self.rest = ""

    def write(self, output):
        output, self.rest = self.rest + output, ""
        while output:
            sequence = re.match(r"\x1b\[([?0-9;]*)([A-Za-z])", output)
            if sequence:
                self.obey(sequence.group(2), sequence.group(1))
                output = output[sequence.end():]
            elif output[0] == "\x1b" and re.fullmatch(r"\x1b(\[[?0-9;]*)?", output):
                self.rest = output
                return
            elif output[0] == "\x1b":
                output = output[2:]
            else:
                self.put(output[0])
                output = output[1:]

    def obey(self, letter, text):
        if text.startswith("?"):
            return
        numbers = [int(number or 0) for number in text.split(";")]
        first = numbers[0]
        if letter == "m":
            for number in numbers:
                self.style = self.style | {number} if number else frozenset()
        elif letter == "H":
            self.row, self.column = max(first, 1) - 1, (numbers[1] if len(numbers) > 1 else 1) - 1
        elif letter == "G":
            self.column = max(first, 1) - 1
        elif letter == "K":
            del self.rows[self.row][self.column:]
        elif letter == "J":
            self.rows = [[] for _ in self.rows]

    def put(self, character):
        if character in "\r\n":
            self.row, self.column = (self.row + 1, self.column) if character == "\n" else (self.row, 0)
            return
        cells = self.rows[self.row]
        if cells and (unicodedata.combining(character) or character in "\u200d\ufe0f" or 0x1F3FB <= ord(character) <= 0x1F3FF):
            last = max(index for index in range(min(self.column, len(cells))) if cells[index])
            cells[last] = (cells[last][0] + character, cells[last][1])
            if character == "\ufe0f" and last == self.column - 1:
                self.set(None)
            return
        self.set((character, self.style))
        if unicodedata.east_asian_width(character) in "WF":
            self.set(None)

    def set(self, cell):
        """None for the second cell of a character."""
        cells = self.rows[self.row]
        while len(cells) <= self.column:
            cells.append((" ", frozenset()))
        cells[self.column] = cell
        self.column += 1

    @property
    def text(self):
        return "\n".join("".join(cell[0] for cell in cells if cell) for cells in self.rows)

    @property
    def lines(self):
        """The rows as far as they are used, each as runs: (column, text, cells, style)."""
        used = [index for index, cells in enumerate(self.rows) if cells]
        return [runs(cells) for cells in self.rows[:used[-1] + 1]]


def runs(cells):
    """The texts of a row. A new one begins at each style, at each character of two cells, and behind two blanks."""
    found, is_open = [], False
    for column, cell in enumerate(cells):
        if cell is None:
            found[-1][2], is_open = 2, False
            continue
        text, style = cell
        is_wide = column + 1 < len(cells) and cells[column + 1] is None
        if is_open and not is_wide and found[-1][3] == style and not (found[-1][1].endswith("  ") and text != " "):
            found[-1][1] += text
            found[-1][2] += 1
        else:
            found.append([column, text, 1, style])
        is_open = not is_wide
    return found


def shown(listo, command, height, steps):
    """The lines of the terminal at the end of a command, or behind the last step."""
    with tempfile.TemporaryDirectory() as home:
        pid, terminal = pty.fork()
        if pid == 0:
            environment = {"TERM": "xterm", "LANG": "C.UTF-8", "HOME": home, "PATH": os.environ["PATH"]}
            for name in ("TZDIR", "LD_LIBRARY_PATH"):
                if name in os.environ:
                    environment[name] = os.environ[name]
            # The size is there before the command asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, COLUMNS, 0, 0))
            os.execve(listo, ["listo"] + command.split()[1:] + VIEW, environment)
        # A step that never comes ends here.
        signal.alarm(60)
        screen, output, left = Screen(height), b"", list(steps)
        while not steps or left:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
            text = output.decode(errors="ignore")
            output = output[len(text.encode()):]
            screen.write(text)
            while left and left[0][0] in screen.text:
                os.write(terminal, left.pop(0)[1].encode())
        signal.alarm(0)
        if steps:
            os.kill(pid, signal.SIGTERM)
        _, status = os.waitpid(pid, 0)
        if left or status != 0 and not steps:
            sys.exit(f"picture: {command} ended with {status}: {screen.text}")
        return screen.lines


def drawn(title, lines, theme):
    high = TOP + LINE * len(lines) + MARGIN
    wide = round(COLUMNS * CELL + 2 * MARGIN)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="8" fill="{theme["ground"]}" stroke="{theme["frame"]}"/>',
        f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" fill="{theme["text"]}" xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        y = TOP + LINE * number
        for column, text, cells, style in line:
            is_reverse = 7 in style
            if is_reverse:
                box = f'x="{MARGIN + column * CELL:.1f}" y="{y - LINE + 5}" width="{cells * CELL:.1f}" height="{LINE}"'
                svg.append(f'<rect {box} fill="{theme["text"]}"/>')
            if not text.strip():
                continue
            # Blanks at the ends take no ink; without them the text stands where it belongs in any viewer.
            lead = len(text) - len(text.lstrip(" "))
            text, cells = text.strip(" "), cells - (len(text) - len(text.strip(" ")))
            attributes = f'x="{MARGIN + (column + lead) * CELL:.1f}" y="{y}" textLength="{cells * CELL:.1f}"'
            attributes += ' lengthAdjust="spacingAndGlyphs"'
            colour = next((n for n in style if 30 <= n <= 37 or 90 <= n <= 97), None)
            if is_reverse:
                attributes += f' fill="{theme["ground"]}"'
            elif colour is not None:
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
    os.makedirs(folder, exist_ok=True)
    for name, command, height, steps in PICTURES:
        prompt = runs([("$", frozenset([2])), (" ", frozenset())] + [(character, frozenset([1])) for character in command])
        lines = [prompt, []] + shown(listo, command, height, steps)
        for ground, theme in THEMES.items():
            with open(os.path.join(folder, f"{name}-{ground}.svg"), "w", encoding="utf-8") as file:
                file.write(drawn(command, lines, theme))


main()
