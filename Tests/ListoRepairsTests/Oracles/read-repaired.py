"""Reads calendars, one hexadecimal line each, and says of each what python-icalendar finds in it: the UIDs, summaries, starts, ends and
rules of its VTODOs, or why it cannot read it."""
import sys

from icalendar import Calendar

for line in sys.stdin:
    data = bytes.fromhex(line.strip())
    try:
        calendar = Calendar.from_ical(data)
        found = []
        for todo in calendar.walk("VTODO"):
            parts = [str(todo.get(name, "")) for name in ("UID", "SUMMARY")]
            for name in ("DTSTART", "DUE", "RRULE"):
                value = todo.get(name)
                parts.append(value.to_ical().decode() if value is not None else "")
            found.append("|".join(parts))
        errors = [str(error) for todo in calendar.walk() for error in getattr(todo, "errors", [])]
        print("ok" if not errors else "errors", *sorted(found), *errors, sep="\t")
    except Exception as error:
        print("unread", repr(error).replace("\n", " "), sep="\t")
