# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""browser.py - a headless Chromium, driven by the DevTools protocol over two pipes: no port, no driver, no other package.

What it logs, throws or requests while a page is open is kept: a test asks for all of it at the end.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

QUIET = ["--headless=new", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync",
         "--disable-extensions", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe"]


def chromium():
    """The command, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    def __init__(self, seconds=120):
        self.deadline = time.monotonic() + seconds
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_it, self.write_end = os.pipe()
        self.read_end, from_it = os.pipe()
        command = [chromium(), *QUIET, "--user-data-dir=" + self.folder.name, "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        # it reads commands from descriptor 3 and writes answers to 4
        self.process = subprocess.Popen(["sh", "-c", f'exec "$@" 3<&{to_it} 4>&{from_it}', "sh", *command], pass_fds=(to_it, from_it), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=open(self.folder.name + "/stderr", "w"))
        os.close(to_it), os.close(from_it)
        self.data, self.number, self.session, self.events = b"", 0, None, []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = [target for target in targets if target["type"] == "page"][0]["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(domain + ".enable")

    def close(self):
        os.close(self.write_end)
        os.close(self.read_end)
        self.process.terminate()
        self.process.wait(30)

    def receive(self):
        while b"\0" not in self.data:
            left = self.deadline - time.monotonic()
            ready = select.select([self.read_end], [], [], max(0, left))[0]
            part = os.read(self.read_end, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("the browser " + ("has ended: " if ready else "does not answer: ") + open(self.folder.name + "/stderr").read()[-2000:])
            self.data += part
        line, self.data = self.data.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        left = json.dumps(message).encode() + b"\0"
        while left:
            left = left[os.write(self.write_end, left):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        """The next event of this name; one that came since the last command counts."""
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(index)
            self.events.append(self.receive())

    def open(self, path):
        self.call("Page.navigate", url="file://" + path)
        self.wait("Page.loadEventFired")

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def frame(self):
        """Two frames later everything is drawn that was due."""
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def mouse(self, x, y, click=True):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        if click:
            for kind in "mousePressed", "mouseReleased":
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def click(self, expression):
        """In the middle of an element that the expression says."""
        where = self.js("(() => { const e = %s; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()" % expression)
        self.mouse(*where)

    def key(self, name):
        codes = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}
        more = {"text": "\r"} if name == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, windowsVirtualKeyCode=codes[name], **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name, windowsVirtualKeyCode=codes[name])

    def type(self, text):
        self.call("Input.insertText", text=text)

    def look(self, width=1280, height=900, scheme="light"):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.frame()

    def screenshot(self, path):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as out:
            out.write(base64.b64decode(shot["data"]))

    def said(self, method):
        self.frame()
        return [event["params"] for event in self.events if event.get("method") == method]

    def complaints(self):
        """Errors: what was logged, thrown, asked for by a dialog; but for a hint to those who read pixels, as tests do."""
        return ([event["entry"] for event in self.said("Log.entryAdded") if event["entry"]["level"] in ("error", "warning") and
                 "willReadFrequently" not in event["entry"]["text"]] +
                [event for event in self.said("Runtime.consoleAPICalled") if event["type"] in ("error", "warning", "assert")] +
                self.said("Runtime.exceptionThrown") + self.said("Page.javascriptDialogOpening"))

    def requests(self):
        return [event["request"]["url"] for event in self.said("Network.requestWillBeSent")]
