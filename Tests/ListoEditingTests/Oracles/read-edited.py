"""Reads reminders before and after an edit with python-icalendar: one JSON object a line, {"name", "before", "after", "title", "due",
"status", "tags"}. Prints what it reads otherwise, and what it complains about now and did not before."""
import json
import sys

from icalendar import Calendar


def read(text):
    calendar = Calendar.from_ical(text)
    todo = calendar.walk("VTODO")[0]
    errors = {f"{name}: {reason}" for item in calendar.walk() for name, reason in item.errors}
    return todo, errors


def one(value):
    return value[0] if isinstance(value, list) else value


def tags(todo):
    lines = todo.get("CATEGORIES", [])
    lines = lines if isinstance(lines, list) else [lines]
    return [str(tag) for line in lines for tag in line.cats]


count = 0
for line in sys.stdin:
    case = json.loads(line)
    try:
        _, before = read(case["before"])
    except Exception:
        continue
    try:
        todo, after = read(case["after"])
    except Exception as error:
        print(f"{case['name']}: {error}")
        continue
    for error in sorted(after - before):
        print(f"{case['name']}: {error}")
    found = {
        "title": str(one(todo.get("SUMMARY", ""))),
        "status": str(one(todo.get("STATUS", ""))),
        "due": one(todo["DUE"]).to_ical().decode() if "DUE" in todo else "",
        "tags": [tag for tag in tags(todo) if tag],
    }
    for key, value in found.items():
        if value != case[key]:
            print(f"{case['name']}: {key} is {value!r}, not {case[key]!r}")
    count += 1
print(f"{count} read")
