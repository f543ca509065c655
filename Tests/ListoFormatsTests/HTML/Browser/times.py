"""Times how long a page that Listo wrote takes to load and to show something else.

Usage: times.py CHROMIUM PAGE…

Prints for each page one JSON object: seconds until it is ready, and the shortest of three times for each change, until it is painted.
"""
import json, sys

from browser import Browser

READY = """(() => {
  const seen = () => {
    if (!document.documentElement || !document.documentElement.classList.contains("ready")) return requestAnimationFrame(seen);
    window.readyAfter = performance.now();
  };
  seen();
})()"""
CHANGE = """(async () => {
  const field = document.getElementById("%s");
  const value = %s;
  if (!field) return null;
  const start = performance.now();
  if (field.type === "checkbox") field.checked = value; else field.value = value;
  field.dispatchEvent(new Event(field.type === "search" ? "input" : "change", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
})()"""
CHANGES = [
    ("group by list", "order", "list"), ("group by date", "order", "due"), ("show done", "finished", True),
    ("hide done", "finished", False), ("overdue", "when", "late"), ("all dates", "when", ""), ("one tag", "tag", "#errand"),
    ("all tags", "tag", ""), ("high priority", "priority", "high"), ("all priorities", "priority", ""),
    ("search", "filter", "number 7"), ("search again", "filter", "number 77"), ("end of search", "filter", ""),
]


def times(program, page):
    browser = Browser(program)
    try:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=READY)
        browser.open(page)
        while not (ready := browser.run("window.readyAfter")):
            pass
        seconds = {"ready": ready / 1000}
        for _ in range(3):
            for name, field, value in CHANGES:
                taken = browser.run(CHANGE % (field, json.dumps(value)))
                if taken is not None:
                    seconds[name] = min(seconds.get(name, 1e9), taken / 1000)
        return seconds
    finally:
        browser.close()


if __name__ == "__main__":
    for page in sys.argv[2:]:
        print(json.dumps(times(sys.argv[1], page)))
