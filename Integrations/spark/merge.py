#!/usr/bin/env python3
"""Merges a folder of exports by UID on a cluster, with listo as its stages: merge.py --listo LISTO --partitions N INPUTS OUTPUT

Each file is read by `listo convert`, which makes a line of JSON of each reminder; the lines are brought together by UID, since a version
of a reminder competes with versions of the same UID alone; and each partition is merged by `listo merge`. The result is the one of a
single merge of all inputs, by meaning and in its decisions, whatever the partitions: the newest version is chosen by what the versions
say, never by their order.

OUTPUT gets `reminders` (JSON lines, as `listo convert -t jsonl` writes them), `decisions` (an object for each, as in --report=json)
and `problems` (an object for each line that was said about an input; a file that cannot be read costs no other).

What JSON lines do not hold (events, properties of calendars, definitions of time zones that the system knows) is not merged. Workers
need listo of one version, and INPUTS under one path.
"""

import argparse
import hashlib
import json
import os
import subprocess
import tempfile


def read(listo, inputs):
    """For each of some files: ("line", uid, (file, line)) and ("problem", file, text)."""
    def stage(names):
        for name in names:
            done = subprocess.run(
                [listo, "convert", os.path.join(inputs, name), "-t", "jsonl"], capture_output=True, check=False)
            for text in done.stderr.decode("utf-8", "replace").splitlines():
                yield ("problem", name, {"input": name, "status": done.returncode, "text": text.replace(inputs + "/", "")})
            # Lines of JSON end with a line feed, and hold none.
            for line in done.stdout.split(b"\n"):
                if line:
                    uid = json.loads(line).get("uid")
                    # What has no UID is one with its like alone.
                    yield ("line", uid or hashlib.sha256(line).hexdigest(), (name, line))
    return stage


def merge(listo):
    """What a partition's lines make: ("reminder", line) and ("decision", object)."""
    def stage(rows):
        with tempfile.TemporaryDirectory() as folder:
            files = {}
            for _, (name, line) in rows:
                if name not in files:
                    path = os.path.join(folder, name + ".jsonl")
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    files[name] = open(path, "wb")
                files[name].write(line + b"\n")
            for file in files.values():
                file.close()
            if not files:
                return
            names = [name + ".jsonl" for name in sorted(files)]
            report = subprocess.run(
                [listo, "merge", *names, "-o", "merged.ics", "--one-list", "All", "--report=json", "-q"], cwd=folder, capture_output=True, check=True)
            for decision in json.loads(report.stdout)["decisions"]:
                yield ("decision", json.dumps(decision, ensure_ascii=False).replace(".jsonl\"", "\""))
            lines = subprocess.run([listo, "convert", "merged.ics", "-t", "jsonl", "-q"], cwd=folder, capture_output=True, check=True)
            for line in lines.stdout.split(b"\n"):
                if line:
                    yield ("reminder", line.decode())
    return stage


def partition(uid, count):
    """The same on each machine and in each run, which Python's own hash is not."""
    return int.from_bytes(hashlib.blake2b(uid.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") % count


def run(context, listo, inputs, output, partitions):
    from pyspark import StorageLevel
    names = sorted(
        os.path.relpath(os.path.join(place, file), inputs)
        for place, _, files in os.walk(inputs) for file in files if not file.startswith("."))
    # What does not fit into memory goes to the disk: it would be read and merged again for each of the three outputs.
    kept = StorageLevel.MEMORY_AND_DISK
    found = context.parallelize(names, max(1, min(len(names), 4 * partitions))).mapPartitions(read(listo, inputs)).persist(kept)
    lines = found.filter(lambda row: row[0] == "line").map(lambda row: (row[1], row[2]))
    problems = found.filter(lambda row: row[0] == "problem").map(lambda row: json.dumps(row[2], ensure_ascii=False))
    merged = lines.partitionBy(partitions, lambda uid: partition(uid, partitions)).mapPartitions(merge(listo)).persist(kept)
    merged.filter(lambda row: row[0] == "reminder").map(lambda row: row[1]).saveAsTextFile(os.path.join(output, "reminders"))
    merged.filter(lambda row: row[0] == "decision").map(lambda row: row[1]).saveAsTextFile(os.path.join(output, "decisions"))
    problems.saveAsTextFile(os.path.join(output, "problems"))


def main():
    from pyspark import SparkContext
    arguments = argparse.ArgumentParser()
    arguments.add_argument("inputs")
    arguments.add_argument("output")
    arguments.add_argument("--listo", default="listo")
    arguments.add_argument("--partitions", type=int, default=64)
    given = arguments.parse_args()
    context = SparkContext(appName="listo merge")
    context.setLogLevel("ERROR")
    run(context, given.listo, os.path.abspath(given.inputs), given.output, given.partitions)
    context.stop()


if __name__ == "__main__":
    main()
