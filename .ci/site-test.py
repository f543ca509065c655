#!/usr/bin/env python3
"""Whether the site holds together: site-test.py FOLDER/site

Each link and each picture of each page leads to something that is there, anchors too; nothing is fetched from the web; every page of
the manual is there; and where chromium is installed, a search in pages that are opened from the folder finds what it should, and a page
on a screen of a telephone's width is no wider than it.
"""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urlparse

site = os.path.abspath(sys.argv[1])
problems = []


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "link" and attributes.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(attributes["href"])
        if tag in ("img", "script", "iframe") and attributes.get("src"):
            self.loaded.append(attributes["src"])


pages = {}
for folder, _, names in os.walk(site):
    for name in names:
        if name.endswith(".html"):
            path = os.path.join(folder, name)
            pages[path] = Page(path)

checked = 0
for path, page in pages.items():
    here = os.path.relpath(path, site)
    # The page that a server shows for what is not there names all from its top.
    if here == "404.html":
        continue
    for link in page.loaded:
        if urlparse(link).scheme in ("http", "https"):
            problems.append(f"{here} loads {link}")
    for link in page.links + page.loaded:
        if urlparse(link).scheme or link.startswith("//"):
            continue
        checked += 1
        target, anchor = urldefrag(link)
        file = os.path.normpath(os.path.join(os.path.dirname(path), unquote(target))) if target else path
        if os.path.isdir(file):
            file = os.path.join(file, "index.html")
        if not os.path.exists(file):
            problems.append(f"{here}: {link} leads nowhere")
        elif anchor and file in pages and unquote(anchor) not in pages[file].anchors:
            problems.append(f"{here}: {link} has no such anchor")

manual = os.listdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "man"))
problems += [f"man/{name} is missing" for name in manual if os.path.join(site, "man", name + ".html") not in pages]


problems += [f"{name} is missing" for name in ["library/index.html", "library/reminder.html"] if os.path.join(site, name) not in pages]


def chromium(*arguments):
    return subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--host-resolver-rules=MAP * ~NOTFOUND",
         *arguments], check=True, capture_output=True, text=True).stdout


if shutil.which("chromium"):
    for words, found in [("apply-messages", "man/listo-merge.1.html"), ("Taskwarrior", "Documentation/Guides/Taskwarrior.html"),
                         ("masterPath", "library/catalog.html")]:
        dump = chromium("--dump-dom", f"file://{site}/index.html?q={words}")
        results = re.findall(r'href="([^"]*)"[^>]*class="md-search-result__link"', dump)
        if not any(found in result for result in results):
            problems.append(f"a search for {words} does not find {found}, but {results}")
    # The page says how wide it is, after it was laid out.
    for name in ["index.html", "man/listo-edit.1.html", "formats.html", "Documentation/Guides/Convert.html", "library/catalog.html"]:
        probe = os.path.join(site, os.path.dirname(name), "probe.html")
        with open(os.path.join(site, name), encoding="utf-8") as file:
            text = file.read()
        with open(probe, "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", "<script>onload = () => { document.title = 'wide ' + document.documentElement.scrollWidth + ' of ' + innerWidth }</script></body>"))
        dump = chromium("--window-size=500,900", "--dump-dom", f"file://{probe}")
        os.remove(probe)
        wide, of = map(int, re.search(r"<title>wide (\d+) of (\d+)", dump).groups())
        if wide > of:
            problems.append(f"{name} is {wide} wide on a screen of {of}")
else:
    print("chromium is not installed: nothing was searched or laid out")

for problem in problems:
    print(problem)
print(f"{len(pages)} pages, {checked} links, {len(problems)} problems")
sys.exit(1 if problems else 0)
