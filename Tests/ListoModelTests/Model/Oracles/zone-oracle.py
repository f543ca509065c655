"""The instants of wall clocks by Python's zoneinfo: {"zone", "local"} a line, seconds since 1970 a line; see ViewContextTests.

A wall clock that comes twice is its first time, one that is skipped has the offset before the gap: that is fold=0 (PEP 495).
"""
import datetime
import json
import sys
import zoneinfo

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)

for line in sys.stdin:
    case = json.loads(line)
    local = datetime.datetime.fromisoformat(case["local"]).replace(tzinfo=zoneinfo.ZoneInfo(case["zone"]))
    print(int((local - EPOCH).total_seconds()))
