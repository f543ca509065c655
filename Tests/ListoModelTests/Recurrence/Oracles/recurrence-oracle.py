"""What python-dateutil and recurring-ical-events make of rules and calendars; see RecurrenceOracleTests.

Reads JSON lines, answers each with a line: {"rule", "start", "count"} with the first times of the rule by dateutil,
{"rules", "exrules", "start", "count"} with those of a set of rules, the start among them, and
{"calendar", "from", "to"} with the times at which its to-dos are due by recurring-ical-events, in UTC, sorted.
"""
import datetime
import json
import sys

import dateutil.rrule
import icalendar
import recurring_ical_events

UTC = datetime.timezone.utc


def of_rule(start, rule, count):
    found = dateutil.rrule.rrulestr(rule, dtstart=datetime.datetime.fromisoformat(start))
    return [time.isoformat() for time, _ in zip(found, range(count))]


def of_set(start, rules, exrules, count):
    start = datetime.datetime.fromisoformat(start)
    found = dateutil.rrule.rruleset()
    found.rdate(start)
    for rule in rules:
        found.rrule(dateutil.rrule.rrulestr(rule, dtstart=start))
    for rule in exrules:
        found.exrule(dateutil.rrule.rrulestr(rule, dtstart=start))
    return [time.isoformat() for time, _ in zip(found, range(count))]


def of_calendar(text, first, last):
    calendar = icalendar.Calendar.from_ical(text)
    query = recurring_ical_events.of(calendar, components=["VTODO"])
    result = []
    for todo in query.between(datetime.datetime.fromisoformat(first), datetime.datetime.fromisoformat(last)):
        time = todo["DUE"].dt
        result.append(time.astimezone(UTC).isoformat() if isinstance(time, datetime.datetime) else time.isoformat())
    return sorted(result)


for line in sys.stdin:
    case = json.loads(line)
    try:
        answer = (
            of_rule(case["start"], case["rule"], case["count"]) if "rule" in case
            else of_set(case["start"], case["rules"], case["exrules"], case["count"]) if "rules" in case
            else of_calendar(case["calendar"], case["from"], case["to"])
        )
        print(json.dumps(answer))
    except Exception as problem:
        print(json.dumps(["error: " + repr(problem)[:200]]))
