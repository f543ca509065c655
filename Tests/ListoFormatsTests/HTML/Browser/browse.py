"""Does on a page that Listo wrote the same as a reader does.

Usage: browse.py CHROMIUM PAGE NEWER-PAGE ANCHOR [PICTURES]

Prints its observations as one JSON object. ANCHOR is the identifier of a reminder that is on both pages. Where PICTURES names a
folder, pictures of the page are put there.
"""
import base64, json, sys, urllib.parse

from browser import Browser

VISIBLE = """[...document.querySelectorAll("li[id] > .row .title")].filter((t) => t.checkVisibility()).map((t) => t.textContent)"""
PICKED = """[...document.querySelectorAll("li.picked")].map((item) => item.id)"""


def main():
    program, page, newer, anchor = sys.argv[1:5]
    pictures = sys.argv[5] if len(sys.argv) > 5 else None
    browser = Browser(program)
    seen = {}
    try:
        browser.open(page)
        seen["pwned"] = bool(browser.run("window.pwned === true || document.title !== 'Reminders'"))
        seen["scripts"] = browser.run("document.querySelectorAll('script').length")
        seen["links"] = browser.run("[...document.querySelectorAll('main a:not(.title)')].map((a) => a.protocol)")
        seen["visible"] = browser.run(VISIBLE)
        seen["due"] = browser.run("[...document.querySelectorAll('time.due')].map((t) => t.textContent)")
        seen["starts"] = browser.run(
            "[...document.querySelectorAll('time.start')].map((t) => t.parentElement.textContent)")
        seen["asOf"] = browser.run("document.getElementById('asof').textContent")
        seen["printed"] = browser.run("document.getElementById('printed').textContent")
        seen["unlabelled"] = browser.run(
            "[...document.querySelectorAll('input')].filter((i) => !i.ariaLabel && !i.closest('label')).length")
        seen["small"] = browser.run(
            "[...document.querySelectorAll('input, select, button, .title, .jump a')].filter((e) => e.checkVisibility())"
            ".map((e) => [e, (e.closest('label') || e).getBoundingClientRect()])"
            ".filter(([e, r]) => r.width < 24 || r.height < 24).map(([e, r]) => e.outerHTML + r.width + ' ' + r.height)")
        seen["repeated"] = browser.run(
            "(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
            " return ids.length - new Set(ids).size; })()")
        seen["wide"] = browser.run("document.documentElement.scrollWidth > innerWidth")

        # By keys alone: to the filter, a word, down to the first title, choose it.
        browser.key("/", 191, "/")
        browser.type("grün")
        seen["filtered"] = browser.run(VISIBLE)
        seen["said"] = browser.run("document.getElementById('said').textContent")
        browser.key("ArrowDown", 40)
        seen["focused"] = browser.run("document.activeElement.textContent")
        browser.key("Enter", 13, "\r")
        seen["chosen"] = browser.run("location.hash.slice(1)")
        browser.key("Escape", 27)
        browser.run("document.getElementById('finished').click()")
        seen["withDone"] = browser.run(VISIBLE)

        def choose(name, value):
            browser.run(f"(() => {{ const e = document.getElementById('{name}'); e.value = '{value}';"
                        " e.dispatchEvent(new Event('change', { bubbles: true })); })()")
            return browser.run(VISIBLE)
        said = "document.getElementById('said').textContent"
        seen["groups"] = browser.run("[...document.querySelectorAll('.by-due h2')].filter((h) => h.checkVisibility())"
                                     ".map((h) => h.textContent)")
        seen["late"] = choose("when", "late")
        seen["week"] = [choose("when", "week"), browser.run(said)]
        seen["undated"] = choose("when", "none")
        seen["all"] = choose("when", "")
        seen["rank"] = choose("priority", "high")
        choose("priority", "")
        browser.run("document.querySelector('button.tag').click()")
        seen["tagged"] = [browser.run(VISIBLE), browser.run("document.getElementById('tag').value")]
        browser.run("document.getElementById('clear').click()")
        seen["cleared"] = browser.run(VISIBLE)
        seen["groupCounts"] = browser.run("[...document.querySelectorAll('.count')].filter((c) => c.checkVisibility())"
                                          ".map((c) => c.textContent)")
        seen["byList"] = choose("order", "list")
        seen["counts"] = browser.run("[...document.querySelectorAll('.count')].map((c) => c.textContent)")
        seen["levels"] = browser.run("[...document.querySelectorAll('h1, h2, h3')].map((h) => h.localName)")
        seen["headings"] = browser.run("[...document.querySelectorAll('h3')].filter((h) => h.checkVisibility())"
                                       ".map((h) => h.textContent)")
        choose("order", "due")

        browser.reload()
        seen["afterReload"] = browser.run(PICKED)
        browser.open(page, anchor)
        seen["opened"] = browser.run(PICKED)
        seen["inView"] = browser.run(
            "(() => { const r = document.querySelector('li.picked').getBoundingClientRect();"
            " return r.top >= 0 && r.bottom <= innerHeight; })()")
        browser.open(newer, anchor)
        seen["inNewer"] = browser.run(PICKED)
        # As a program writes it that encodes, or decodes, an address once more.
        browser.open(newer, anchor.replace("%", "%25"))
        seen["encodedTwice"] = browser.run(PICKED)
        browser.open(newer, urllib.parse.unquote(anchor))
        seen["decodedOnce"] = browser.run(PICKED)
        browser.open(newer, "%2Felsewhere/" + anchor)
        seen["withSource"] = browser.run(PICKED)
        browser.open(newer, "other/" + anchor.split("/")[1])
        seen["moved"] = browser.run(PICKED)
        browser.open(newer, "b/gone")
        seen["gone"] = [browser.run(PICKED), browser.run("document.getElementById('said').textContent")]

        browser.call("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(page, anchor, scripts=False)
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
        seen["withoutScript"] = browser.run(VISIBLE)

        if pictures:
            browser.open(page)
            for width in [400, 800, 1400]:
                browser.picture(f"{pictures}/light-{width}.png", width)
                browser.picture(f"{pictures}/dark-{width}.png", width, dark=True)
            choose("order", "list")
            browser.picture(pictures + "/by-list.png")
            choose("order", "due")
            browser.open(page, anchor)
            browser.picture(pictures + "/picked.png")
            browser.call("Emulation.setEmulatedMedia", features=[])
            with open(pictures + "/print.pdf", "wb") as file:
                file.write(base64.b64decode(browser.call("Page.printToPDF", preferCSSPageSize=True)["data"]))
        seen["requests"] = [r for r in browser.requests if not r.startswith(("file:", "about:"))]
    finally:
        browser.close()
    print(json.dumps(seen))


main()
