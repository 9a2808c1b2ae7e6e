#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_completion_terminal.py DTRACE SOURCE - dtrace.bash in a bash on a terminal: what is in the line after the key Tab. Readline decides there which part of
the line it replaces, and whether it closes a quote; the lines are run, so that bash itself says which words they have."""
import os
import pty
import select
import sys
import tempfile
import time

program, tree = map(os.path.abspath, sys.argv[1:3])
# typed: the words of the line afterwards
CASES = {
    "dtrace -qn BEG\t": ["-qn", "BEGIN"],
    "dtrace -ln dtrace:::B\t": ["-ln", "dtrace:::BEGIN"],
    "dtrace -n 'dtrace:::B\t { x }'": ["-n", "dtrace:::BEGIN { x }"],
    'dtrace -n "dtr\tB\t { x }"': ["-n", "dtrace:::BEGIN { x }"],
    "dtrace -n 'BEGIN { x }' -x compat=o\t": ["-n", "BEGIN { x }", "-x", "compat=oracle"],
    "dtrace -lP pro\t": ["-lP", "profile"],
    "dtrace --tool op\t--rep\tpa\t": ["--tool", "opensnoop", "--report", "page.html"],
    "dtrace --examples=fla\t": ["--examples=flamegraph"],
    "opensnoop --rep\t pa\t": ["--report", "page.html"],
}
SET_UP = f"""
real={program!r}
. {tree!r}/userland/cmd/dtrace.bash
dtrace() {{
    case ${{FUNCNAME[1]}}-$1 in
    _dtrace_*---list-tools) echo opensnoop ;;
    _dtrace_*---tool) "$real" --tool {tree!r}/userland/tools/"$2".d "${{@:3}}" ;;
    _dtrace_*) "$real" "$@" ;;
    *) printf '%s\\n' "$@" >words.new; mv words.new words ;;
    esac
}}
opensnoop() {{
    case ${{FUNCNAME[1]}} in
    _dtrace_*) "$real" --tool {tree!r}/userland/tools/opensnoop.d "$@" ;;
    *) printf '%s\\n' "$@" >words.new; mv words.new words ;;
    esac
}}
"""


class Shell:
    def __init__(self):
        with open("set-up", "w", encoding="utf-8") as out:
            out.write(SET_UP)
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.execvp("env", ["env", "TERM=dumb", "INPUTRC=/dev/null", "bash", "--rcfile", "set-up", "-i"])

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, seconds, path=None):
        """Reads what bash prints until the file is there, or it has printed nothing for so long."""
        end = time.monotonic() + 30
        while time.monotonic() < end and not (path and os.path.exists(path)):
            if select.select([self.terminal], [], [], 0.05 if path else seconds)[0]:
                os.read(self.terminal, 4096)
            elif not path:
                return


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        open("page.html", "w", encoding="utf-8").close()
        shell = Shell()
        shell.wait(1)
        for typed, wanted in CASES.items():
            shell.type(typed + "\n")
            shell.wait(0, "words")
            got = open("words", encoding="utf-8").read().splitlines() if os.path.exists("words") else None
            if got != wanted:
                print(f"{typed!r}: the words are {got}, not {wanted}")
                failed = 1
                shell.type("\3")
                shell.wait(0.5)
            if got is not None:
                os.remove("words")
        shell.type("\4")
        os.close(shell.terminal)
        os.chdir("/")
    sys.exit(failed)


main()
