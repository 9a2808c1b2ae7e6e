#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_flow.py DTRACE TARGET - -F with its options: flowall, flowtime, maxdepth; and that plain -F prints what it always has."""
import os
import re
import subprocess
import sys

DTRACE, TARGET = sys.argv[1:]
PROBES = ",".join(f"pid$target:a.out:{function}:{name}" for function in ("outer", "inner") for name in ("entry", "return"))
PASS = [" -> outer", "   -> inner", "   <- inner", "   -> inner", "   <- inner", " <- outer"]
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


def stay():
    """On one CPU: indentation is a CPU's, and in the host engine the CPU is that of the thread that traces."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def flow(actions, *options):
    """The lines after the header, without the number of the CPU; and the header."""
    run = subprocess.run([DTRACE, "-F", *options, "-c", TARGET, "-n", PROBES + actions], capture_output=True, text=True, timeout=60, preexec_fn=stay)
    check(f"{options}: status {run.returncode}: {run.stderr}", run.returncode == 0)
    lines = [line for line in run.stdout.split("\n") if line]
    return [re.sub(r"^ +\d+ ", "", line) for line in lines[1:]], lines[0] if lines else ""


QUIET = " { x = 1; }"
lines, _ = flow(QUIET)
check(f"plain: a clause that records nothing prints nothing: {lines}", lines == [])
lines, header = flow(" { }")
check(f"plain: header {header!r}", header == f"CPU {'FUNCTION':<41}")
check(f"plain: lines {lines}", lines == [f"{line:<41} " for line in PASS * 2])
plain = lines
lines, header = flow(QUIET, "-x", "flowall")
check(f"flowall: header {header!r}", header == f"CPU {'FUNCTION':<41}")
check(f"flowall: arrows of clauses that record nothing: {lines}", lines == plain)
lines, _ = flow(" { if (pid >= 0) { x = 1; } else { trace(5); } }", "-x", "flowall")
check(f"flowall: a clause with if has one line: {lines}", lines == plain)
lines, _ = flow(" { commit(0); }", "-x", "flowall")
check(f"flowall: nothing is recorded after commit(): {lines}", lines == [])
lines, _ = flow(QUIET, "-x", "flowall", "-x", "maxdepth=1")
check(f"maxdepth: {lines}", [line.rstrip() for line in lines] == [" -> outer", " <- outer"] * 2)
lines, _ = flow(QUIET, "-x", "flowall", "-x", "maxdepth=2")
check(f"maxdepth=2: {lines}", lines == plain)
lines, _ = flow(' { printf("x"); }', "-x", "maxdepth=1")
check(f"maxdepth: what prints is not left out: {lines}", len(lines) == len(plain))

lines, header = flow(" { trace(7); }", "-x", "flowtime")
check(f"flowtime: header {header!r}", header == f"CPU {'FUNCTION':<41}         TIME")
check(f"flowtime: functions {lines}", [line[:41].rstrip() for line in lines] == PASS * 2)
for line in lines:
    time, value = line[42:54], line[55:].split()
    check(f"flowtime: the program's value {line!r}", value == ["7"])
    if "->" in line:
        check(f"flowtime: no time at an entry {line!r}", time.strip() == "")
    else:
        took = re.fullmatch(r" *(\d+\.\d) ms", time)
        least = 40 if "outer" in line else 20
        check(f"flowtime: {line!r} takes {least} ms at least", took and least <= float(took.group(1)) < 50 * least)
sys.exit(1 if failed else 0)
