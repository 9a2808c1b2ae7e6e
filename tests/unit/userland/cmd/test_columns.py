#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_columns.py DTRACE - aggregations in straight columns: on a terminal, as wide as it is; never in a pipe or with compat unless asked for."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

DTRACE = sys.argv[1]
LONG = "a name that is longer than " + "any column " * 8 + "end"
PROGRAM = f"""BEGIN {{ @a["a long name", 5] = count(); @a["b", 12345] = count(); @a["b", -3] = count(); @b["{LONG}", "x"] = sum(-12); @b["\u00e4", "yz"] = sum(5);
	@c["b", 1] = sum(100); @c["a long name", 5] = sum(7); @s[stack()] = count(); @q[1] = quantize(5); printa(@a, @c); clear(@a); exit(0); }}"""
STRAIGHT = """
  a long name      5  1    7
  b               -3  1    0
  b                1  0  100
  b            12345  1    0
"""
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


def command(*options):
    return [DTRACE, "-q", "-x", "aggsortkey", *options, "-n", PROGRAM]


def piped(*options):
    run = subprocess.run(command(*options), stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True)
    return run.stdout.decode()


def on_terminal(columns, *options):
    """What is printed where standard output is a terminal of that many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    child = subprocess.Popen(command(*options), stdout=theirs, stdin=subprocess.DEVNULL)
    os.close(theirs)
    text = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        text += more
    check(f"status {child.wait()}", child.returncode == 0)
    return text.decode().replace("\r\n", "\n")


plain, wanted, seen = piped(), piped("-x", "columns"), on_terminal(80)
check(f"straight columns of two aggregations: {wanted}", wanted.startswith(STRAIGHT))
check(f"... on a terminal: {seen}", seen.startswith(STRAIGHT))
check("a pipe has the lineage's layout", plain.startswith("\n  a long name                                               5                1                7\n"))
check("no columns on a terminal with columns=no", on_terminal(80, "-x", "columns=no") == plain)
check("none with compat", on_terminal(80, "-x", "compat=illumos") == piped("-x", "compat=illumos"))
check("stacks and distributions stay as they are", wanted.split("value  ---")[1] == plain.split("value  ---")[1])
check("nothing is cut where there is no terminal", LONG in wanted)
lines = [line for line in wanted.split("\n") if LONG in line or "\u00e4" in line]
check(f"a letter of two bytes is one column: {lines}", len(lines) == 2 and len({len(line) for line in lines}) == 1 and lines[0].index(" x ") == lines[1].index(" yz "))
for width in (60, 80, 100):
    seen = on_terminal(width)
    long = [line for line in seen.split("\n") if line.startswith("  a name that")]
    check(f"{width} columns: {long}", len(long) == 1 and len(long[0]) == width and "..." in long[0] and long[0].endswith("end  x   -12"))
check("a terminal of no width cuts nothing", LONG in on_terminal(0))
check("a narrow one leaves 12 columns", "  a na...n end  x   -12" in on_terminal(10))
sys.exit(1 if failed else 0)
