#!/usr/bin/env python3
"""Whether the job says what one merge on one machine says: test.py LISTO [REMINDERS]

Some copies of generated lists and the lists of Samples/Merge, one file cut short among them, are merged at once and by 1, 4 and 64
partitions. The reminders must be equal by meaning, the decisions the same, and the broken file among the problems.
"""

import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import merge

HERE = os.path.dirname(os.path.abspath(__file__))


def calendar(path, reminders):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Listo//Spark//EN\r\n")
        for number, version, title in reminders:
            file.write(
                f"BEGIN:VTODO\r\nUID:{number:08d}@spark\r\nDTSTAMP:20260101T000000Z\r\nLAST-MODIFIED:202601{version:02d}T101500Z\r\n"
                f"SEQUENCE:{version}\r\nSUMMARY:{title}\r\nDUE;VALUE=DATE:202612{number % 28 + 1:02d}\r\n"
                f"CATEGORIES:home,{number % 7}\r\nPRIORITY:{number % 10}\r\nEND:VTODO\r\n")
        file.write("END:VCALENDAR\r\n")


def inputs(folder, count):
    """Four copies of one list, edited apart; each reminder has at most four versions, some of one time."""
    generator = random.Random(1)
    for copy in range(4):
        calendar(f"{folder}/generated/{copy}.ics", [
            (number, generator.randint(1, 5), f"Task {number}, copy {copy if generator.random() < 0.3 else 0}")
            for number in range(count) if generator.random() < 0.8])
    for device in ["laptop", "phone"]:
        shutil.copytree(f"{HERE}/../../Samples/Merge/{device}", f"{folder}/{device}")
    with open(f"{folder}/phone/Household.ics", "rb") as file:
        cut = file.read()[:3000]
    with open(f"{folder}/cut.ics", "wb") as file:
        file.write(cut)
    with open(f"{folder}/no-calendar.ics", "wb") as file:
        file.write(b"<html>Please log in</html>")


def reminders(lines):
    """By meaning: without what belongs to the place."""
    rows = []
    for line in lines:
        row = {key: value for key, value in json.loads(line).items() if key not in ("id", "source", "list", "zones")}
        rows.append(json.dumps(row, sort_keys=True))
    return sorted(rows)


def decisions(rows):
    def name(path): return path.removesuffix(".jsonl")
    return sorted(json.dumps([
        row["uid"], row.get("recurrenceID"), sorted(map(name, row["chosen"])),
        sorted([sorted(map(name, loser["inputs"])), loser["rule"]] for loser in row["losers"])]) for row in rows)


def lines(folder):
    for path in sorted(glob.glob(f"{folder}/part-*")):
        with open(path, encoding="utf-8") as file:
            yield from (line for line in file.read().split("\n") if line)


def spent():
    """Seconds of processor time of all programs that this one started, directly or not, those that have ended among them."""
    children, times = {}, {}
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(stat, encoding="utf-8", errors="replace") as file:
                # Behind the name, which may hold blanks: state, parent, ..., user, system, and both of children that were waited for.
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(stat.split("/")[2])
        children.setdefault(int(fields[1]), []).append(process)
        times[process] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    found = [os.getpid()]
    for process in found:
        found += children.get(process, [])
    return sum(times[process] for process in found)


def main():
    from pyspark import SparkConf, SparkContext
    listo, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as place:
        folder = place + "/inputs"
        inputs(folder, count)
        names = sorted(os.path.relpath(path, folder) for path in glob.glob(folder + "/**/*.ics", recursive=True))
        # What holds no calendar ends a single merge; on a cluster it is told beside the rest.
        whole = [name for name in names if name != "no-calendar.ics"]
        versions = sum(open(f"{folder}/{name}", "rb").read().count(b"BEGIN:VTODO") for name in whole)
        started, before = time.time(), spent()
        report = subprocess.run(
            [listo, "merge", *whole, "-o", place + "/one.ics", "--one-list", "All", "--report=json", "-q"], cwd=folder, check=True, capture_output=True)
        took, cores = time.time() - started, spent() - before
        one = subprocess.run([listo, "convert", place + "/one.ics", "-t", "jsonl", "-q"], check=True, capture_output=True).stdout
        wanted = reminders(line for line in one.decode().split("\n") if line)
        decided = decisions(json.loads(report.stdout)["decisions"])
        print(f"one machine: {versions} versions, {len(wanted)} reminders, {len(decided)} decisions, {took:.2f} s, {cores:.1f} s of processors", flush=True)
        assert len(decided) > 10

        settings = SparkConf().set("spark.ui.enabled", "false").set("spark.ui.showConsoleProgress", "false")
        context = SparkContext(master=os.environ.get("SPARK_MASTER", "local[*]"), appName="listo", conf=settings)
        context.setLogLevel("ERROR")
        context.addPyFile(HERE + "/merge.py")
        for partitions in [1, 4, 64]:
            output = f"{place}/out-{partitions}"
            started, before = time.time(), spent()
            merge.run(context, listo, folder, output, partitions)
            took, cores = time.time() - started, spent() - before
            assert reminders(lines(output + "/reminders")) == wanted, f"{partitions} partitions: other reminders"
            assert decisions(map(json.loads, lines(output + "/decisions"))) == decided, f"{partitions} partitions: other decisions"
            told = {json.loads(line)["input"] for line in lines(output + "/problems")}
            assert {"cut.ics", "no-calendar.ics"} <= told, told
            print(f"{partitions} partitions: the same, {took:.2f} s, {cores:.1f} s of processors", flush=True)
        context.stop()


main()
