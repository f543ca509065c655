"""Compares jCal that Listo wrote with what python-icalendar makes of the same file.

Reads lines {"file": path, "jcal": [calendar, ...]} from standard input. Prints a line for each difference that no rule
below explains, and last how many files were compared and how many were passed over.
"""
import json
import re
import sys

import icalendar


def read(path):
    """The calendars as python-icalendar reads them; None where it loses something."""
    with open(path, "rb") as stream:
        calendars = icalendar.Calendar.from_ical(stream.read(), multiple=True)
    if not calendars or any(part.errors for calendar in calendars for part in calendar.walk()):
        return None
    return [calendar.to_jcal() for calendar in calendars]


def seconds(duration):
    match = re.fullmatch(r"([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", duration)
    if not match:
        return duration
    numbers = [int(number or 0) for number in match.groups()[1:]]
    total = sum(n * unit for n, unit in zip(numbers, (604800, 86400, 3600, 60, 1)))
    return -total if match.group(1) == "-" else total


# Recognised here, or there, alone: the type differs, the value is the same (RFC 7265 §5.1).
RECOGNITION = {"name", "color", "image", "source", "refresh-interval", "conference", "link", "refid", "concept",
               "busytype", "location-type", "participant-type", "calendar-address", "structured-data", "proximity",
               "acknowledged", "resource-type", "exrule"}


def normal(prop):
    name, parameters, kind, *values = prop
    parameters = dict(parameters)
    # python-icalendar leaves ENCODING out where VALUE is BINARY.
    parameters.pop("encoding", None)
    # Of a parameter that stands twice it keeps the last, and it trims values.
    parameters = {key: value[-1] if isinstance(value, list) and value else value for key, value in parameters.items()}
    parameters = {key: value.strip() if isinstance(value, str) else value for key, value in parameters.items()}
    if name in RECOGNITION:
        kind = ""
    if kind in ("date", "date-time"):
        # A DATE beside a TZID, or without VALUE, it writes as midnight.
        values = [re.sub(r"T00:00:00$", "", value) if isinstance(value, str) else value for value in values]
        kind = "moment"
    if kind == "recur" or name == "exrule":
        # A list of one element may be written as the element (RFC 7265 §3.6.10).
        values = [{key: value if isinstance(value, list) else [value] for key, value in rule.items()}
                  if isinstance(rule, dict) else rule for rule in values]
    if kind == "duration":
        values = [seconds(value) for value in values]
    if kind == "utc-offset":
        values = [re.sub(r":00$", "", value) if value.count(":") == 2 else value for value in values]
    if name == "resources":
        values = [part for value in values for part in value.split(",")]
    return json.dumps([name, parameters, kind, *values], sort_keys=True, ensure_ascii=False)


def single(properties):
    """Each value of a list of periods as a property of its own, as python-icalendar has them."""
    for prop in properties:
        if prop[0] == "freebusy":
            yield from ([*prop[:3], value] for value in prop[3:])
        else:
            yield prop


def compare(ours, theirs):
    differences = []
    left, right = sorted(map(normal, single(ours[1]))), sorted(map(normal, single(theirs[1])))
    for text in left:
        if text in right:
            right.remove(text)
        else:
            differences.append("ours   " + text)
    differences += ["theirs " + text for text in right]
    for child, other in zip(ours[2], theirs[2]):
        differences += compare(child, other)
    return differences


def shape(component):
    return [component[0], [shape(child) for child in component[2]]]


compared = passed = 0
for line in sys.stdin:
    record = json.loads(line)
    try:
        theirs = read(record["file"])
    except Exception:
        theirs = None
    # A broken file that it reads as other components than Listo is no oracle.
    if theirs is None or list(map(shape, theirs)) != list(map(shape, record["jcal"])):
        passed += 1
        continue
    compared += 1
    for ours, other in zip(record["jcal"], theirs):
        for difference in compare(ours, other):
            print(record["file"] + ": " + difference)
print(f"{compared} files compared, {passed} passed over")
