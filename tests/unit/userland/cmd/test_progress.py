#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
test_progress.py DTRACE - the line of steps that take long: on a terminal, with what is armed; erased; not in a pipe, not with -q; and signals.

A step takes as long as the test wants where the preprocessor (-C) reads from a named pipe.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios

DTRACE = sys.argv[1]
DIR = tempfile.TemporaryDirectory()
LIMIT = 300
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


class Terminal:
    """A terminal, and what was written to it."""

    def __init__(self, columns=80):
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.text = ""

    def read(self):
        """Some more; False at the end."""
        if not select.select([self.ours], [], [], LIMIT)[0]:
            check(f"nothing more came within {LIMIT} s after {self.text!r}", False)
            return False
        try:
            more = os.read(self.ours, 65536).decode()
        except OSError:
            return False
        self.text += more
        return bool(more)

    def wait_for(self, pattern):
        while not re.search(pattern, self.text):
            if not self.read():
                check(f"{pattern!r} in {self.text!r}", False)
                return

    def rest(self):
        while self.read():
            pass
        return self.text

    def screen(self):
        """What is seen of the text: carriage returns go back to the line's first column."""
        lines, column = [""], 0
        for letter in self.text:
            if letter == "\n":
                lines.append("")
                column = 0
            elif letter == "\r":
                column = 0
            else:
                lines[-1] = lines[-1][:column].ljust(column) + letter + lines[-1][column + 1:]
                column += 1
        return [line.rstrip() for line in lines if line.strip()]


def start(*arguments, columns=80):
    """The command with its standard error on a terminal."""
    terminal = Terminal(columns)
    child = subprocess.Popen([DTRACE, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal.theirs, text=True)
    os.close(terminal.theirs)
    return child, terminal


class Step:
    """The arguments for a program whose compilation takes until end()."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(dir=DIR.name)
        cpp, self.pipe, script = (os.path.join(self.folder, name) for name in ("cpp", "pipe", "script.d"))
        with open(cpp, "w") as file:
            file.write(f"#!/bin/sh\ncat {self.pipe}\n")
        os.chmod(cpp, 0o755)
        os.mkfifo(self.pipe)
        with open(script, "w") as file:
            file.write("\n")
        self.arguments = ("-C", "-x", "cpppath=" + cpp, *options, "-s", script)

    def end(self, program='BEGIN { printf("traced"); exit(3); }'):
        with open(self.pipe, "w") as file:
            file.write(program + "\n")


# Those that show nothing start first, and wait longer than the one that shows the line.
steps = [Step(), Step("-q"), Step("-S"), Step(), Step(), Step(), Step()]
piped = subprocess.Popen([DTRACE, *steps[0].arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
quiet, quiet_terminal = start(*steps[1].arguments)
listing, listing_terminal = start(*steps[2].arguments)
stopped, stopped_terminal = start(*steps[3].arguments)
wrong, wrong_terminal = start(*steps[4].arguments)
narrow, narrow_terminal = start(*steps[5].arguments, columns=16)
shown, terminal = start(*steps[6].arguments)
terminal.wait_for(r"\rdtrace: compiling\.\.\. \d+ s\r\rdtrace: compiling\.\.\. \d+ s\r")
for other in (stopped_terminal, wrong_terminal):
    other.wait_for(r"\rdtrace: compiling\.\.\. \d+ s\r")
narrow_terminal.wait_for(r"\rdtrace: compili\r")

first = re.match(r"\rdtrace: compiling\.\.\. (\d+) s\r", terminal.text)
check(f"nothing in the first two seconds: {terminal.text!r}", first and int(first.group(1)) >= 2)
stopped.send_signal(signal.SIGINT)
for step in steps:
    step.end("BEGIN { nonsense; }" if step is steps[4] else 'BEGIN { printf("traced"); exit(3); }')

check("the terminal: " + repr(terminal.rest()), terminal.screen()[0].startswith("dtrace: script ") and "compiling" not in "".join(terminal.screen()))
check("the program was traced", "traced" in shown.communicate(timeout=LIMIT)[0] and shown.returncode == 3)
check("an error replaces the line: " + repr(wrong_terminal.rest()), "dtrace: failed to compile script" in wrong_terminal.screen()[0] and "compiling" not in wrong_terminal.screen()[0])
check("and the status is that of the error", wrong.wait(LIMIT) == 1)
check("erased on a narrow terminal: " + repr(narrow_terminal.rest()), narrow_terminal.screen()[0].startswith("dtrace: script "))
check("a signal ends the command: " + repr(stopped_terminal.rest()), stopped_terminal.screen() == [] or "compiling" not in stopped_terminal.screen()[0])
check("before anything was traced", "traced" not in stopped.communicate(timeout=LIMIT)[0] and stopped.returncode == 0)
check("nothing with -q: " + repr(quiet_terminal.rest()), quiet_terminal.text == "")
check("nothing beside a listing: " + repr(listing_terminal.rest()), "compiling" not in listing_terminal.text)
output, errors = piped.communicate(timeout=LIMIT)
check(f"nothing in a pipe: {errors!r}", "compiling" not in errors and "\r" not in errors and "traced" in output)
for child in (quiet, listing, narrow):
    check("all were traced", "traced" in child.communicate(timeout=LIMIT)[0] and child.returncode == 3)
DIR.cleanup()
sys.exit(1 if failed else 0)
