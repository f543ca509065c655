#!/usr/bin/env python3
"""The site's pages, from what is in the repository: site.py LISTO FOLDER

Writes FOLDER/mkdocs.yml and FOLDER/docs: README, the pages of Documentation, the manual (by mandoc), what each format holds (by the
command) and the library (by DocC, whose archive is FOLDER/library). The tree of the repository is kept, so that links lead where they lead there. mkdocs makes the site of it.
"""

import json
import os
import re
import shutil
import subprocess
import sys

from library import Library

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "Samples/README.md"]
SECTIONS = {"1": "Commands", "5": "Files", "7": "What they share"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def page(text):
    """A page of the repository as one of the site."""
    # What follows the reader's colours on the web follows the site's switch here.
    def picture(match):
        dark, alt, light = re.search(r'srcset="([^"]*)"', match[0])[1], *re.search(r'alt="([^"]*)" src="([^"]*)"', match[0]).groups()
        return f"![{alt}]({light}#only-light)\n![{alt}]({dark}#only-dark)"
    text = re.sub(r"<picture>.*?</picture>", picture, text, flags=re.S)
    # The anchors of the web are those of the site; `console terminal` is a console.
    text = text.replace("```console terminal", "```console")
    # The licence is no page.
    return text.replace("(LICENSE)", "(LICENSE.txt)")


def manual(pages):
    """The pages of the manual by their file, as Markdown with mandoc's HTML in it."""
    known = {os.path.basename(path) for path in pages}
    for path in pages:
        file = os.path.basename(path)
        html = run("mandoc", "-Thtml", "-Ofragment,man=%N.%S.html", path)
        html = html[html.index('<div class="manual-text">'):]
        html = html[:html.rindex('<table class="foot">')].rstrip().removeprefix('<div class="manual-text">').removesuffix("</div>")
        html = re.sub(r"</?section[^>]*>\n?", "", html)
        html = re.sub(r'<(/?)h2\b', r"<\1h3", html)
        html = re.sub(r'<(/?)h1\b', r"<\1h2", html)
        html = re.sub(r'<a class="permalink" href="[^"]*">(.*?)</a>', r"\1", html, flags=re.S)
        # Pages of others are on the reader's machine, if anywhere.
        html = re.sub(r'<a class="Xr" href="([^"]*)\.html">(.*?)</a>',
                      lambda m: m[0] if m[1] in known else m[2], html, flags=re.S)
        # Headings as Markdown has them, for the table of contents beside the page.
        html = re.sub(r'<h([23])[^>]*id="([^"]*)"[^>]*>(.*?)</h\1>',
                      lambda m: "\n" + "#" * int(m[1]) + f" {' '.join(re.sub('<[^>]*>', '', m[3]).split())} {{#{m[2]}}}\n\n",
                      html, flags=re.S)
        # One table of the synopsis, not one for each line.
        html = re.sub(r'</table>\s*(<br/>\s*)?<table class="Nm">', "", html)
        name, section = file.rsplit(".", 1)
        yield file, f"# {name}({section})\n\n" + html + "\n"


def formats(listo):
    """What each format holds, field by field."""
    known = json.loads(run(listo, "formats", "--json"))["formats"]
    out = ["# What each format holds", "", "As `listo formats` says it, for each format that can be read or written.", ""]
    for row in known:
        format = json.loads(run(listo, "formats", row["name"], "--json"))["formats"][0]
        out += [f"## {format['title']}", "", f"`{format['name']}`: {format['holds']}.", ""]
        if format.get("options"):
            out += ["| option | what it does |", "|---|---|"]
            out += [f"| `{format['name']}+{option['name']}` | {option['summary']} |" for option in format["options"]] + [""]
        held = format.get("capabilities", {})
        for answer, words in [("yes", "Held in full"), ("no", "Not held")]:
            if answer in held.values():
                out += [f"{words}: {', '.join(what for what, how in held.items() if how == answer)}.", ""]
        partly = [(what, how) for what, how in held.items() if how not in ("yes", "no")]
        if partly:
            out += ["| what | how |", "|---|---|"] + [f"| {what} | {how} |" for what, how in partly] + [""]
    return "\n".join(out)


def title(text):
    return re.search(r"^# (.*)$", text, flags=re.M)[1]


def configuration(articles, manuals):
    """mkdocs.yml, which JSON is as well as YAML."""
    index = read("Documentation/README.md")
    guides, built = index.split("## How it is built")
    def linked(part):
        return ["Documentation/" + link for link in dict.fromkeys(re.findall(r"\]\(([A-Za-z/]+\.md)\)", part))]
    def entries(paths):
        return [{title(read(path)): path} for path in paths]
    by_section = [{name: [{title(text): "man/" + file + ".md"} for file, text in manuals if file.endswith("." + number)]}
                  for number, name in SECTIONS.items()]
    return json.dumps({
        "site_name": "Listo", "docs_dir": "docs", "site_dir": "site", "use_directory_urls": False,
        "theme": {
            "name": "material", "font": False, "features": ["navigation.sections", "navigation.top", "search.highlight", "toc.follow"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "teal",
                 "toggle": {"icon": "material/weather-night", "name": "Dark"}},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "teal",
                 "toggle": {"icon": "material/weather-sunny", "name": "Light"}},
            ]},
        # In the place of a script of this name that the theme would fetch from the web.
        "extra": {"generator": False, "polyfills": ["iframe-worker.js"]},
        # The index stands beside the pages as a script, so that the search works in a folder as on a server.
        "plugins": ["search", "offline"],
        "markdown_extensions": ["attr_list", "tables", "fenced_code", "sane_lists", {"toc": {"permalink": True}}],
        "extra_css": ["site.css"],
        # What belongs to a type is found from the pages above it, and by searching.
        "not_in_nav": "/library/**",
        "validation": {"omitted_files": "warn", "absolute_links": "warn", "unrecognized_links": "warn", "anchors": "warn"},
        "nav": [
            {"Listo": "README.md"},
            {"Guides": entries(linked(guides))},
            {"Manual": by_section},
            {"Formats": "formats.md"},
            {"Library": [{"All of it": "library/index.md"}] + [{name: path} for name, path in articles]},
            {"How it is built": [{"Index": "Documentation/README.md"}] + entries(linked(built)) + [
                {"Contributing": "CONTRIBUTING.md"}, {"Samples": "Samples/README.md"},
                {"Security": "SECURITY.md"}, {"Changes": "CHANGELOG.md"}]},
        ]}, indent=1, ensure_ascii=False)


STYLE = """\
.md-typeset pre > code { white-space: pre; }
/* The manual's words: options and commands stand out, arguments are slanted. */
.md-typeset dt { margin-top: .6em; }
.md-typeset var { font-style: italic; }
.md-typeset table.Nm { border: 0; margin: .2em 0; display: block; max-width: 100%; overflow-x: auto; }
.md-typeset table.Nm td:first-child code { overflow-wrap: normal; white-space: nowrap; }
.md-typeset pre { overflow-x: auto; }
.md-typeset table.Nm td { padding: 0 .5em 0 0; vertical-align: top; }
.md-typeset .Bl-compact > dt { margin-top: .2em; }
.md-typeset table:not([class]) { font-size: .7rem; }
"""


# A page that is opened from a folder may start no worker: the search then runs in a frame of its own, which answers as a worker does.
WORKER = """\
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      this.frame = frame
      this.loaded = new Promise(done => {
        frame.addEventListener("load", () => {
          const inside = frame.contentWindow
          inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
          const script = inside.document.createElement("script")
          script.src = new URL(url, location.href).href
          script.addEventListener("load", done)
          inside.document.body.append(script)
        }, { once: true })
      })
      document.body.append(frame)
    }
    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })))
    }
    terminate() { this.frame.remove() }
  }
}
"""


def main():
    listo, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    docs = os.path.join(folder, "docs")
    shutil.rmtree(docs, ignore_errors=True)
    below = [os.path.join(place, name) for place, _, names in os.walk("Documentation") for name in names]
    for path in PAGES + sorted(below):
        if path.endswith(".md"):
            # A list of all changes has every word in it, and would stand before what explains them.
            aside = "---\nsearch:\n  exclude: true\n---\n" if path == "CHANGELOG.md" else ""
            write(docs, path, aside + page(read(path)))
        else:
            write(docs, path, read(path))
    write(docs, "LICENSE.txt", read("LICENSE"))
    # Files that the pages show, beside them as they are.
    for path in [path for path in below if path.endswith(".md")] + PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", read(path)):
            linked = os.path.normpath(os.path.join(os.path.dirname(path), link))
            if os.path.isfile(linked) and not os.path.exists(os.path.join(docs, linked)) and not linked.endswith("LICENSE"):
                write(docs, linked, read(linked))
    manuals = list(manual(sorted("man/" + name for name in os.listdir("man"))))
    for file, text in manuals:
        write(docs, "man/" + file + ".md", text)
    write(docs, "formats.md", formats(listo))
    library = Library(os.path.join(folder, "library"))
    for path, text in library.pages():
        write(docs, path, text)
    write(docs, "site.css", STYLE)
    write(docs, "iframe-worker.js", WORKER)
    write(folder, "mkdocs.yml", configuration(library.articles(), manuals))


main()
