"""Drives a headless Chromium over its debugging pipe, with nothing but Python's own library.

Usage: browse.py CHROMIUM PAGE NEWER-PAGE ANCHOR [PICTURES]

Opens PAGE and does what a reader does; prints what was seen as one JSON object. ANCHOR is the identifier of a reminder that stands
on both pages. Where PICTURES names a folder, pictures of the page are put there.
"""
import base64, json, os, subprocess, sys, tempfile, urllib.parse


class Browser:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        command_read, self.out = os.pipe()
        self.inn, event_write = os.pipe()
        def wire():
            # Both ends may have the numbers 3 and 4 themselves.
            a, b = os.dup(command_read), os.dup(event_write)
            os.dup2(a, 3); os.dup2(b, 4)
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--user-data-dir=" + self.folder.name, "--no-first-run", "--window-size=1000,1400", "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read); os.close(event_write)
        self.buffer, self.number, self.requests, self.session, self.loads = b"", 0, [], None, 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network"]:
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.inn, 1 << 16)
            if not piece:
                raise SystemExit("the browser has gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        if message.get("method") == "Page.loadEventFired":
            self.loads += 1
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(method + ": " + answer["error"]["message"])
                return answer["result"]

    def settle(self, method, **parameters):
        """Calls, and waits until the page has loaded."""
        self.call(method, **parameters)
        for _ in range(100):
            if self.run("document.readyState === 'complete' && document.documentElement.classList.contains('ready')"):
                return
            self.run("new Promise((done) => setTimeout(done, 50))")

    def open(self, page, anchor="", scripts=True):
        # By way of another page: the same address with another anchor would be no load.
        self.load("about:blank")
        address = "file://" + urllib.parse.quote(page) + ("#" + anchor if anchor else "")
        if scripts:
            self.settle("Page.navigate", url=address)
        else:
            self.load(address)

    def load(self, address):
        before = self.loads
        self.call("Page.navigate", url=address)
        while self.loads == before:
            self.read()

    def reload(self):
        self.run("window.wasHere = true")
        self.call("Page.reload")
        while self.run("window.wasHere"):
            pass
        self.settle("Runtime.enable")

    def run(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            return None
        return answer["result"].get("value")

    def key(self, key, code=0, text=""):
        parts = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **(parts | ({"text": text} if text else {})))
        self.call("Input.dispatchKeyEvent", type="keyUp", **parts)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def picture(self, path, width=1000, height=1400, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
        self.call("Emulation.clearDeviceMetricsOverride")

    def close(self):
        self.process.terminate()
        self.process.wait()


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
        seen["counts"] = browser.run("[...document.querySelectorAll('.count')].map((c) => c.textContent)")
        seen["unlabelled"] = browser.run(
            "[...document.querySelectorAll('input')].filter((i) => !i.ariaLabel && !i.closest('label')).length")
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
        seen["groups"] = browser.run("[...document.querySelectorAll('.flat h3')].filter((h) => h.checkVisibility())"
                                     ".map((h) => h.textContent)")
        seen["late"] = choose("when", "late")
        seen["week"] = [choose("when", "week"), browser.run(said)]
        seen["undated"] = choose("when", "none")
        seen["all"] = choose("when", "")
        seen["byList"] = choose("order", "list")
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
            browser.picture(pictures + "/light.png")
            browser.picture(pictures + "/dark.png", dark=True)
            choose("order", "list")
            browser.picture(pictures + "/by-list.png")
            choose("order", "due")
            browser.picture(pictures + "/phone.png", 375, 812)
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
