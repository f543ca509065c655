#!/usr/bin/env python3
"""Writes BaseLetters.swift from the Unicode Character Database that Python has:

    ./base-letters.py > BaseLetters.swift
"""
import re
import unicodedata as u

MARKS = [(0x300, 0x36F), (0x591, 0x5BD), (0x64B, 0x652), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF)]


def stripped(text):
    return "".join(c for c in text if not any(first <= ord(c) <= last for first, last in MARKS))


def plain(letter):
    """A stroke or a hook is no mark of its own: ø, ł, đ."""
    found = re.match(r"LATIN SMALL LETTER ([A-Z]) WITH ", u.name(letter, ""))
    return found[1].lower() if found else letter


rows = {}
for code in range(0x80, 0x3100):
    letter = chr(code)
    if not letter.isalpha() or letter.lower() != letter:
        continue
    base = stripped(u.normalize("NFD", letter.casefold()))
    base = "".join(map(plain, base))
    if base == letter:
        continue
    rows.setdefault(base, []).append(letter)

print(f"""// Written by base-letters.py from Unicode {u.unidata_version}; not to be edited by hand.
// © Unicode, Inc.; https://www.unicode.org/license.txt

/// Small letters with marks, and those that case folding spells out, by what is left of them without.
enum BaseLetters {{
  static let rows: [(base: String, letters: String)] = [""")


def escaped(text):
    return "".join(f"\\u{{{ord(c):X}}}" if u.category(c) == "Mn" else c for c in text)


line = "   "
for base in sorted(rows):
    # Greek extended has dozens of one letter; a row is broken where it gets long.
    letters = rows[base]
    for start in range(0, len(letters), 40):
        item = f' ("{escaped(base)}", "{"".join(letters[start:start + 40])}"),'
        if len(line) + len(item) > 104:
            print(line)
            line = "   "
        line += item
print(line)
print("  ]\n}")
