# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""exporter: a dtrace-export that a test has started, and what it serves."""
import http.client
import re
import signal
import subprocess
import threading
import time

LIMIT = 60  # s that anything may take


def wait_for(what, question, limit=LIMIT):
    """Ask until the answer is true, and return it."""
    end = time.monotonic() + limit
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"not within {limit} s: {what}")
        time.sleep(0.02)


class Exporter:
    """A dtrace-export on a port of its own."""

    def __init__(self, program, *args, port=0):
        self.messages = ""
        self.process = subprocess.Popen([program, "--listen", f"127.0.0.1:{port}", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        try:
            where = wait_for(f"{args} listens", lambda: self.process.poll() is None and re.search(r"listening on http://([\d.]+):(\d+)/metrics", self.messages) or self._dead())
        except BaseException:
            self.process.kill()
            raise
        self.host, self.port = where.group(1), int(where.group(2))

    def _read(self):
        for line in self.process.stderr:
            self.messages += line

    def _dead(self):
        if self.process.poll() is not None:
            raise AssertionError(f"ended: {self.process.returncode}: {self.messages}")

    def request(self, path="/metrics", method="GET", **headers):
        """(status, headers, text) of an answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=LIMIT)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def values(self):
        """{"name{labels}": number} of all lines, and that there are no two of a name."""
        result = {}
        for line in self.request()[2].splitlines():
            if line.startswith("#"):
                continue
            name, value = line.rsplit(" ", 1)
            assert name not in result, name
            result[name] = float(value)
        return result

    def wait_value(self, name, wanted):
        """Values, from when one of them is at least @wanted."""
        def ask():
            values = self.values()
            return values if values.get(name, 0) >= wanted else None
        return wait_for(f"{name} is {wanted}", ask)

    def end(self, number=signal.SIGTERM):
        """End it; its status and what it printed."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self):
        out = self.process.stdout.read()
        status = self.process.wait(LIMIT)
        self.thread.join(LIMIT)
        return status, out
