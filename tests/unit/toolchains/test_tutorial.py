#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""toolchains/guest/tutorial goes through a page: at a terminal step by step, else all at once."""

import os
import pty
import subprocess
import tempfile
from pathlib import Path

GUEST = Path(__file__).resolve().parents[3] / "toolchains" / "guest"
PAGE = """# Lessons

Not for the terminal.

## 1. First

See [a page](https://example.org/).

<!-- shows: ^one$ -->
```console
# echo o''ne
one
```

After the first.

## 2. Second

```console
# echo t''wo |
> tr w W
tWo
```

## The end

Good bye.
"""


class Terminal:
    """The tutorial on a terminal of its own."""

    def __init__(self, page, folder):
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvp("sh", ["sh", str(GUEST / "tutorial"), str(page)])

    def until(self, text):
        """What it writes up to that text; it must come."""
        while text not in self.seen:
            try:
                more = os.read(self.fd, 4096).decode()
            except OSError:
                more = ""
            assert more, f"no {text!r} in {self.seen!r}"
            self.seen += more
        before, self.seen = self.seen.split(text, 1)
        return before

    def type(self, line):
        os.write(self.fd, line.encode() + b"\n")

    def status(self):
        try:
            while os.read(self.fd, 4096):
                pass
        except OSError:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def all_at_once(page, folder):
    run = subprocess.run(["sh", GUEST / "tutorial", page], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run
    lines = [line for line in run.stdout.splitlines() if line]
    assert lines[:5] == ["## 1. First", "See a page.", "# echo o''ne", "one", "After the first."], lines
    assert "tWo" in lines and "Good bye." in lines and "Not for" not in run.stdout and "Enter" not in run.stdout
    page.write_text(PAGE.replace("echo o''ne", "false"))
    assert subprocess.run(["sh", GUEST / "tutorial", page], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 1
    page.write_text(PAGE)
    missing = subprocess.run(["sh", GUEST / "tutorial", "nowhere.md"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert missing.returncode == 1 and missing.stdout == "tutorial: cannot read the page nowhere.md\n", missing


def step_by_step(page, folder):
    terminal = Terminal(page, folder)
    terminal.until("# echo o''ne")
    assert "\none" not in terminal.until("Enter: run it")
    terminal.type("echo m''ine")
    terminal.until("mine")
    terminal.until("Enter: run it")
    terminal.type("")
    terminal.until("\none")
    terminal.until("After the first.")
    assert "Second" not in terminal.until("Enter: the next lesson")
    terminal.type("")
    terminal.until("> tr w W")
    terminal.until("Enter: run it")
    terminal.type("s")
    assert "tWo" not in terminal.until("Enter: the next lesson")
    terminal.type("")
    terminal.until("Good bye.")
    assert terminal.status() == 0


def quit_early(page, folder):
    terminal = Terminal(page, folder)
    terminal.until("Enter: run it")
    terminal.type("q")
    assert "one" not in terminal.until("The page is docs/tutorial.md")
    assert terminal.status() == 0


def main():
    with tempfile.TemporaryDirectory() as name:
        page = Path(name) / "page.md"
        page.write_text(PAGE)
        for test in all_at_once, step_by_step, quit_early:
            test(page, name)


main()
