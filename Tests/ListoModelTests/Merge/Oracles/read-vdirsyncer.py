"""Reads merged files with vdirsyncer: as one collection that it splits, and from a vdir that the parts were written to.

One JSON object a line, {"name", "text", "uids"}; prints what it complains about.
"""
import asyncio
import json
import os
import sys
import tempfile

from vdirsyncer.storage.filesystem import FilesystemStorage
from vdirsyncer.vobject import split_collection


async def read(folder):
    storage = FilesystemStorage(folder, ".ics")
    items = []
    async for href, _ in storage.list():
        items.append((await storage.get(href))[0])
    return items


count = 0
for line in sys.stdin:
    case = json.loads(line)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number, part in enumerate(split_collection(case["text"])):
                with open(os.path.join(folder, f"{number}.ics"), "w", newline="") as file:
                    file.write(part)
            items = asyncio.run(read(folder))
            uids = [item.uid for item in items]
            _ = [item.hash for item in items]
        except Exception as error:
            print(f"{case['name']}: {error!r}")
            continue
    # A series is one item.
    if sorted(uids) != sorted(set(case["uids"])):
        print(f"{case['name']}: {len(uids)} of {len(set(case['uids']))} were found")
    count += 1
print(f"{count} files read")
