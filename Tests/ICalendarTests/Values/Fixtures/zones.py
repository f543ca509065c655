#!/usr/bin/env python3
"""Writes zones.txt: what Python's zoneinfo makes of 24 zones. ZoneTests reads it, so that the test needs neither Python
nor any edition of the time zone data.

    zic -b slim -d compiled /usr/share/zoneinfo/tzdata.zi && ./zones.py compiled > zones.txt

For each zone: its TZif file (slim: the years to come are in its footer alone), instants with offset and name, and
wall clocks with their instants, many of them around changes.
"""
import base64
import datetime as d
import random
import sys
import zoneinfo

NAMES = """UTC Africa/Cairo Africa/Casablanca America/Asuncion America/Havana America/Los_Angeles America/New_York
America/Nuuk America/Sao_Paulo America/St_Johns Antarctica/Troll Asia/Gaza Asia/Kathmandu Asia/Kolkata Asia/Pyongyang
Asia/Tehran Australia/Lord_Howe Australia/Sydney Europe/Berlin Europe/Dublin Europe/London Europe/Moscow Pacific/Apia
Pacific/Auckland""".split()
END = int(d.datetime(2101, 1, 1, tzinfo=d.timezone.utc).timestamp())
EPOCH = d.datetime(1970, 1, 1)
pick = random.Random(5545)

for name in NAMES:
    path = f"{sys.argv[1]}/{name}"
    zone = zoneinfo.ZoneInfo.from_file(open(path, "rb"), key=name)

    def offset(seconds):
        moment = (d.datetime(1970, 1, 1, tzinfo=d.timezone.utc) + d.timedelta(seconds=seconds)).astimezone(zone)
        return int(moment.utcoffset().total_seconds()), moment.tzname()

    def instant(wall):
        return int((EPOCH + d.timedelta(seconds=wall)).replace(tzinfo=zone).timestamp())

    changes = []
    for low in range(0, END - 86400, 86400):
        high = low + 86400
        if offset(low) != offset(high):
            while high - low > 1:
                middle = (low + high) // 2
                if offset(middle) == offset(low):
                    low = middle
                else:
                    high = middle
            changes.append(high)
    print("zone", name)
    print("tzif", base64.b64encode(open(path, "rb").read()).decode())
    chosen = sorted(pick.sample(changes, min(9, len(changes))) + changes[-2:])
    instants = {at + by for at in chosen for by in (-1, 0)} | {pick.randrange(0, END) for _ in range(20)}
    for seconds in sorted(instants):
        print("i", seconds, *offset(seconds))
    walls = {pick.randrange(0, END) for _ in range(10)}
    for at in chosen:
        before, after = offset(at - 1)[0], offset(at)[0]
        low, high = sorted((at + before, at + after))
        walls |= {low - 1, low, (low + high) // 2, high - 1, high}
    for wall in sorted(walls):
        print("l", wall, instant(wall))
