#!/usr/bin/env python3
"""Writes WindowsZones.swift from CLDR's windowsZones.xml, whose path is the argument.

Debian has it in the package unicode-cldr-core:
    ./windows-zones.py /usr/share/unicode/cldr/common/supplemental/windowsZones.xml > WindowsZones.swift
"""
import sys
import xml.etree.ElementTree as tree

zones = tree.parse(sys.argv[1]).find("windowsZones/mapTimezones")
rows = sorted((z.get("other"), z.get("type")) for z in zones if z.get("territory") == "001")
print(f"""// Written by windows-zones.py from CLDR's windowsZones.xml ({zones.get("typeVersion")}); not to be edited by hand.
// © Unicode, Inc.; https://www.unicode.org/license.txt

extension Zone {{
  /// The names of Windows, and the tz database's name for the territory "001", the world.
  static let windowsZones: [String: String] = [""")
for windows, name in rows:
    print(f'    "{windows}": "{name}",')
print("  ]\n}")
