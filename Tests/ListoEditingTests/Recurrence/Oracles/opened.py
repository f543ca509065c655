"""What Python's programs make of files in which occurrences were completed; see RepeatingOracleTests.

Reads JSON lines, each {"case": ...}, answers each with a line:
{"calendar", "from", "to"}: by python-icalendar and recurring-ical-events, "todos" of the file, as [UID, STATUS], and when those are due
that are "open", in UTC or without a zone, sorted;
{"todo": [a file's text, ...]}: by todoman, "todos", of each file [summary, due, whether it is completed], from a folder of them;
{"rule", "start", "exdates", "rdates"}: by dateutil, the first two "times" of the set.
"""
import datetime
import json
import os
import sys
import tempfile

UTC = datetime.timezone.utc


def shown(time):
    if isinstance(time, datetime.datetime):
        return time.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ") if time.tzinfo else time.strftime("%Y%m%dT%H%M%S")
    return time.strftime("%Y%m%d")


def of_calendar(text, first, last):
    import icalendar
    import recurring_ical_events

    calendar = icalendar.Calendar.from_ical(text)
    todos = sorted([str(todo["UID"]), str(todo.get("STATUS", ""))] for todo in calendar.walk("VTODO"))
    open_ones = []
    found = recurring_ical_events.of(calendar, components=["VTODO"]).between(
        datetime.datetime.fromisoformat(first), datetime.datetime.fromisoformat(last))
    for todo in found:
        if str(todo.get("STATUS", "")) != "COMPLETED":
            open_ones.append(shown(todo["DUE" if "DUE" in todo else "DTSTART"].dt))
    return {"todos": todos, "open": sorted(open_ones)}


def of_todoman(files):
    from todoman.model import Database

    with tempfile.TemporaryDirectory() as folder:
        collection = os.path.join(folder, "list")
        os.mkdir(collection)
        for number, text in enumerate(files):
            with open(os.path.join(collection, f"{number}.ics"), "w", newline="") as file:
                file.write(text)
        database = Database([collection], os.path.join(folder, "cache.sqlite3"))
        found = {todo.filename: todo for todo in database.todos(status="ANY")}
        result = []
        for number in range(len(files)):
            todo = found.get(f"{number}.ics")
            result.append(todo and [todo.summary, todo.due and shown(todo.due), todo.is_completed])
        return result


def of_set(rule, start, exdates, rdates):
    import dateutil.rrule

    begin = datetime.datetime.fromisoformat(start)
    found = dateutil.rrule.rruleset()
    found.rdate(begin)
    found.rrule(dateutil.rrule.rrulestr(rule, dtstart=begin))
    for time in exdates:
        found.exdate(datetime.datetime.fromisoformat(time))
    for time in rdates:
        found.rdate(datetime.datetime.fromisoformat(time))
    return [time.isoformat() for time, _ in zip(found, range(2))]


for line in sys.stdin:
    case = json.loads(line)["case"]
    try:
        if "calendar" in case:
            answer = of_calendar(case["calendar"], case["from"], case["to"])
        elif "todo" in case:
            answer = {"todos": of_todoman(case["todo"])}
        else:
            answer = {"times": of_set(case["rule"], case["start"], case["exdates"], case["rdates"])}
    except Exception as problem:
        answer = {"error": repr(problem)[:300]}
    print(json.dumps(answer))
