"""Which occurrence of a series is the current one, by python-dateutil; see SeriesOracleTests.

Reads {"now", "series": [[{"NAME": value, …}, …], …]} with local times of one zone and days; each series begins with its master.
Answers with a line for each: {"state", "title", "due", "start", "occurrence", "missed", "open", "date", "loose"}; the
open occurrences and the current one are given by the time at which they are due, else begin. A series is loose
if an override with RANGE names no occurrence, or one without dates belongs to a closed master or range. Nothing is shared with Listo.
"""
import datetime
import json
import sys

import dateutil.rrule

DAY = datetime.timedelta(days=1)


def read(text):
    form = "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d"
    return datetime.datetime.strptime(text, form)


class Series:
    def __init__(self, components, now):
        self.master, *self.changed = components
        self.now = now
        anchor = self.master.get("DTSTART") or self.master["DUE"]
        self.is_day = "T" not in anchor
        self.anchor = read(anchor)
        standing = self.master.get("X-KDE-LIBKCAL-DTRECURRENCE")
        self.standing = read(standing) if standing else None
        self.is_open = self.open(self.master)
        self.times = self.expand()
        self.overrides = {self.named(c["RECURRENCE-ID"]): c for c in self.changed}
        self.ranges = sorted(t for t, c in self.overrides.items() if "RANGE" in c)

    @staticmethod
    def open(component):
        return component.get("STATUS") not in ("COMPLETED", "CANCELLED")

    def expand(self):
        """The occurrences of the next years."""
        found = {self.anchor}
        rule = self.master.get("RRULE")
        if rule:
            if self.is_day:
                hours = ("BYHOUR", "BYMINUTE", "BYSECOND")
                rule = ";".join(p for p in rule.split(";") if p.split("=")[0] not in hours)
            parts = dict(p.split("=") for p in rule.split(";"))
            count = int(parts.pop("COUNT", 0))
            # A beginning off the rule is one of COUNT.
            bare = ";".join(f"{k}={v}" for k, v in parts.items())
            until = parts.get("UNTIL")
            if until and "T" not in until:
                bare = bare.replace(until, until + "T235959")
            times = dateutil.rrule.rrulestr(bare, dtstart=self.anchor)
            last = datetime.datetime(self.now.year + 3, 1, 1)
            ruled = []
            for time in times:
                if time > last or count and len(ruled) >= count:
                    break
                ruled.append(time)
            if count and ruled[:1] != [self.anchor]:
                ruled = ruled[: count - 1]
            found.update(ruled)
        for text in self.master.get("RDATE", "").split(","):
            if text:
                found.add(self.at_time_of_anchor(text))
        for text in self.master.get("EXDATE", "").split(","):
            if text:
                out = read(text)
                found = {t for t in found if t != out and not ("T" not in text and t.date() == out.date())}
        return sorted(found)

    def at_time_of_anchor(self, text):
        time = read(text)
        return time if "T" in text else datetime.datetime.combine(time.date(), self.anchor.time())

    def named(self, text):
        """The occurrence that a RECURRENCE-ID names; a day names the first one of it."""
        time = read(text)
        if "T" in text or self.is_day:
            return time
        return next((t for t in self.times if t.date() == time.date()), time)

    def made(self, time):
        """What an occurrence is made of: an override, a range before it, or the master."""
        if time in self.overrides:
            component, base = self.overrides[time], time
            if "DUE" not in component and "DTSTART" not in component:
                earlier = [t for t in self.ranges if t < time]
                component = {**component, **self.dates(self.of_range(earlier, time), time)}
        else:
            component = self.of_range([t for t in self.ranges if t <= time], time)
            return {**component, **self.dates(component, time)}
        return component

    def of_range(self, earlier, time):
        if not earlier:
            return {**self.master, "BASE": self.anchor}
        component = self.overrides[earlier[-1]]
        if "DUE" not in component and "DTSTART" not in component:
            component = {**component, **self.dates({**self.master, "BASE": self.anchor}, earlier[-1])}
        return {**component, "BASE": earlier[-1]}

    def dates(self, component, time):
        result = {}
        for name in ("DTSTART", "DUE"):
            if name in component:
                moved = read(component[name]) + (time - component["BASE"])
                result[name] = moved.strftime("%Y%m%dT%H%M%S" if "T" in component[name] else "%Y%m%d")
        return result

    def is_done(self, time):
        if time in self.overrides:
            return not self.open(self.overrides[time])
        ranges = [t for t in self.ranges if t <= time]
        if not self.is_open or ranges and not self.open(self.overrides[ranges[-1]]):
            return True
        return self.standing is not None and time < self.standing

    def answer(self):
        if "X-UNREADABLE" in self.master:
            return {"state": "unknown"}
        left = {t for t in self.times if not self.is_done(t)}
        left |= {t for t, c in self.overrides.items() if self.open(c)}
        if not left:
            return {"state": "finished", "open": []}
        made = {t: self.made(t) for t in left}

        def date(t):
            return read(made[t].get("DUE") or made[t].get("DTSTART") or t.strftime("%Y%m%dT%H%M%S"))

        time = min(left, key=lambda t: (date(t), t))
        late = [t for t in left if "DUE" in made[t] and (
            date(t) < self.now if "T" in made[t]["DUE"] else date(t) + DAY <= self.now)]
        text = lambda name: (lambda v: v and read(v).isoformat()[: 19 if "T" in v else 10])(made[time].get(name))
        form = "%Y%m%d" if self.is_day else "%Y%m%dT%H%M%S"
        name = self.overrides.get(time, {}).get("RECURRENCE-ID") or time.strftime(form)
        return {"state": "current", "title": made[time].get("SUMMARY"), "due": text("DUE"), "start": text("DTSTART"),
                "occurrence": name, "missed": len(late), "overdue": time in late,
                "open": sorted(date(t).isoformat() for t in left if date(t).year < self.now.year + 1),
                "date": date(time).isoformat(), "loose": any(t not in self.times for t in self.ranges) or
                any("DUE" not in c and "DTSTART" not in c for c in self.changed) and
                not (self.is_open and all(self.open(self.overrides[t]) for t in self.ranges))}


given = json.load(sys.stdin)
for components in given["series"]:
    print(json.dumps(Series(components, read(given["now"])).answer()))
