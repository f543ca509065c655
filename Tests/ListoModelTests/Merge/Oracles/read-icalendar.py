"""Reads merged files with python-icalendar: one JSON object a line, {"name", "text", "uids"}; prints what it complains about."""
import json
import sys

from icalendar import Calendar

count = 0
for line in sys.stdin:
    case = json.loads(line)
    try:
        calendars = Calendar.from_ical(case["text"], multiple=True)
    except Exception as error:
        print(f"{case['name']}: {error}")
        continue
    todos = [todo for calendar in calendars for todo in calendar.walk("VTODO")]
    errors = [f"{name}: {text}" for calendar in calendars for item in calendar.walk() for name, text in item.errors]
    for error in errors:
        print(f"{case['name']}: {error}")
    if sorted(str(todo.get("UID")) for todo in todos) != sorted(case["uids"]):
        print(f"{case['name']}: {len(todos)} of {len(case['uids'])} were found")
    # Every time has a zone that it knows.
    for todo in todos:
        due = todo.get("DUE")
        if due is not None and "TZID" in due.params and getattr(due.dt, "tzinfo", None) is None:
            print(f"{case['name']}: {due.params['TZID']} is not known")
    count += 1
print(f"{count} files read")
