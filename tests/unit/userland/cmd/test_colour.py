#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_colour.py DTRACE - colours of errors: on a terminal, not with NO_COLOR, not on a dumb one, never in a pipe; the text stays the same."""
import os
import pty
import re
import subprocess
import sys

ESCAPE = re.compile(r"\033\[[0-9;]*m")
WRONG = [sys.argv[1], "-e", "-n", 'BEGIN { trace(kstack); }']
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


def environment(**more):
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    return {**clean, **more}


def on_terminal(**more):
    """What the command says on standard error when that is a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(WRONG, env=environment(**more), stderr=theirs, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    os.close(theirs)
    text = b""
    while True:
        try:
            more_text = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not more_text:
            break
        text += more_text
    check("exit status 1", child.wait() == 1)
    return text.decode().replace("\r\n", "\n")


piped = subprocess.run(WRONG, env=environment(TERM="xterm"), capture_output=True, text=True).stderr
coloured = on_terminal(TERM="xterm")
check("a pipe has no colours", piped and "\033" not in piped)
check("a terminal has the same text: " + repr(coloured), ESCAPE.sub("", coloured) == piped)
lines = coloured.split("\n")
check("the message is bold", lines[0].startswith("\033[1mdtrace: ") and lines[0].endswith("\033[0m"))
check("the excerpt is plain", lines[1] == "BEGIN { trace(kstack); }")
check("the caret is green", re.fullmatch("\033\\[1;32m {14}\\^\033\\[0m", lines[2]))
check("the word hint is cyan", lines[3].startswith("\033[1;36mhint:\033[0m "))
check("NO_COLOR", on_terminal(TERM="xterm", NO_COLOR="1") == piped)
check("NO_COLOR without a text says nothing", on_terminal(TERM="xterm", NO_COLOR="") == coloured)
check("a dumb terminal", on_terminal(TERM="dumb") == piped)
check("an unknown terminal", on_terminal() == piped)
sys.exit(1 if failed else 0)
