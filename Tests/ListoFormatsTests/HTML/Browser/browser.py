"""A headless Chromium, driven over its debugging pipe with nothing but Python's own library."""
import base64, json, os, subprocess, tempfile, urllib.parse


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
