"""A headless Chromium, driven over a pipe by the DevTools protocol. Standard library only.

    with Browser("/usr/bin/chromium") as browser:
        browser.open(page.as_uri(), PHONE, dark=True)
        browser.evaluate("document.title")
"""

import base64
import json
import os
import signal
import subprocess
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars"]
PHONE, DESKTOP = (390, 844), (1280, 800)


class CallError(RuntimeError):
    """The browser refuses a call, for example because the page it is about gives way to another."""


class Browser:
    """One window of a browser. `errors` are the messages of its console and the exceptions of its scripts."""

    def __init__(self, chromium):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (there, self.to), (self.answers, back) = os.pipe(), os.pipe()
        # The browser reads from its descriptor 3 and writes to 4.
        line = f'exec "$@" 3<&{there} 4>&{back}'
        command = ["bash", "-c", line, "sh", chromium, *FLAGS, f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=(there, back), start_new_session=True, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.rest, self.number, self.session, self.errors, self.loaded = b"", 0, None, [], False
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.profile.cleanup()

    def _message(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        """The result of a method of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params, **({"sessionId": self.session} if self.session else {})}
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self._message()
            self._note(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise CallError(f"{method}: {answer['error']}")
                return answer["result"]

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        self.loaded |= method == "Page.loadEventFired"
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        if method == "Runtime.consoleAPICalled":
            self.errors.append(" ".join(str(arg.get("value")) for arg in params["args"]))
        if method == "Log.entryAdded":
            self.errors.append(params["entry"]["text"])

    def open(self, url, size=DESKTOP, dark=False):
        """Opens a page in a window of this size; a small one is a phone. A page with a script says when it is ready."""
        phone = min(size) < 600
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url="about:blank")  # a page that differs in the position only would not be loaded again
        self.loaded = False
        self.call("Page.navigate", url=url)
        until = time.monotonic() + 1800
        # Complete: a page of which only the beginning is there has no script yet.
        ready = "location.href !== 'about:blank' && document.readyState === 'complete' && document.body && (!document.scripts.length || document.body.dataset.ready === '')"
        while not (self.holds(ready) and self.loaded):
            if time.monotonic() > until:
                raise RuntimeError(f"{url} does not load")
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def evaluate(self, script):
        """The value of an expression; of a promise, what it resolves to."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def holds(self, condition):
        """Whether an expression holds. On a page that is just giving way to another, nothing does."""
        try:
            return bool(self.evaluate(condition))
        except CallError:
            return False

    def key(self, key):
        """Presses a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def press(self, key):
        """Presses a key that does something to what has the keyboard: Enter on a button."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text="\r" if key == "Enter" else key, windowsVirtualKeyCode=13 if key == "Enter" else 32)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, x, y):
        """Clicks with the mouse."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, *points):
        """A finger that goes down at the first point, over the others, and up: a tap, a swipe."""
        for number, (x, y) in enumerate(points):
            self.call("Input.dispatchTouchEvent", type="touchMove" if number else "touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self):
        """What the window shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
