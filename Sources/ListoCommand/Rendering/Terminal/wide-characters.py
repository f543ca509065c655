#!/usr/bin/env python3
"""Writes WideCharacters.swift from the Unicode Character Database, whose folder is the argument.

Debian has it in the package unicode-data:
    ./wide-characters.py /usr/share/unicode > WideCharacters.swift
"""
import re
import sys

folder = sys.argv[1]
wide = set()


def rows(name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        for line in file:
            found = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
            if found:
                first = int(found[1], 16)
                yield first, int(found[2] or found[1], 16), found[3]


# Unassigned code points of these blocks are wide by default (the file's own head says so).
for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    wide.update(range(first, last + 1))
for first, last, width in rows("EastAsianWidth.txt"):
    if width in ("W", "F"):
        wide.update(range(first, last + 1))
for first, last, kind in rows("emoji/emoji-data.txt"):
    if kind == "Emoji_Presentation":
        wide.update(range(first, last + 1))
# A regional indicator is wide only in a pair: a flag.
wide -= set(range(0x1F1E6, 0x1F200))

ranges = []
for code in sorted(wide):
    if ranges and ranges[-1][1] == code - 1:
        ranges[-1][1] = code
    else:
        ranges.append([code, code])

with open(f"{folder}/EastAsianWidth.txt", encoding="utf-8") as file:
    version = file.readline().strip("# \n")
print(f"""// Written by wide-characters.py from {version} and emoji-data.txt; not to be edited by hand.
// © Unicode, Inc.; https://www.unicode.org/license.txt

/// Code points that take two cells of a terminal: East_Asian_Width W and F, and Emoji_Presentation.
enum WideCharacters {{
  /// First and last of each range, ascending.
  static let ranges: [ClosedRange<UInt32>] = [""")
line = "   "
for first, last in ranges:
    item = f" 0x{first:04X}...0x{last:04X},"
    if len(line) + len(item) > 108:
        print(line)
        line = "   "
    line += item
print(line)
print("  ]\n}")
