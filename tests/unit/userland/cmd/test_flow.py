#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_flow.py DTRACE TARGET - -F with its options: flowall, flowtime, maxdepth; how deep lines are; tail calls; and that plain -F prints what it always has."""
import json
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


def probes(*names):
    return ",".join(f"pid$target:a.out:{name}" for name in names)


def flow(actions, *options, on=PROBES):
    """The lines after the header, without the number of the CPU; and the header."""
    run = subprocess.run([DTRACE, "-F", *options, "-c", TARGET, "-n", on + actions], capture_output=True, text=True, timeout=60, preexec_fn=stay)
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

# A function whose entry has no probe: its return is where its entry would have been, and outer goes on around it.
only_return = probes("outer:entry", "outer:return", "inner:return")
deep = [" -> outer", "   <- inner", "   <- inner", " <- outer"] * 2
for options in ((), ("-x", "flowall"), ("-x", "flowtime")):
    lines, _ = flow(" { trace(1); }", *options, on=only_return)
    check(f"{options}: a return without an entry: {lines}", [line[:41].rstrip() for line in lines] == deep)
lines, _ = flow("", on=only_return)
check(f"a clause without statements: {lines}", [line.rstrip() for line in lines] == deep)
lines, _ = flow("", "-x", "maxdepth=1", on=only_return)
check(f"maxdepth leaves it out: {lines}", [line.rstrip() for line in lines] == [" -> outer", " <- outer"] * 2)
lines, _ = flow("", "-x", "compat=illumos", on=only_return)
check(f"compat has the level of the lineage: {lines}", [line.rstrip() for line in lines] == [" -> outer", " <- inner", " <- inner", " <- outer"] * 2)

# Entry of one function and return of another, as the program has chosen them.
lines, _ = flow("", on=probes("outer:entry", "inner:return"))
check(f"a pair: {lines}", [line.rstrip() for line in lines] == [" -> outer", " <- inner", " <- inner"] * 2)

# leaper() returns for 0, and ends in a jump to landing() for 1; jumper() always does.
tail = probes("leaper:entry", "leaper:return", "landing:entry", "landing:return", "jumper:entry", "jumper:return")
calls = [" -> leaper", " <- leaper", " -> leaper", " <- leaper (tail call)", " -> landing", " <- landing",
         " -> jumper", " <- jumper (tail call)", " -> landing", " <- landing"]
lines, _ = flow("", on=tail)
check(f"tail calls: {lines}", [line.rstrip() for line in lines] == calls)
lines, _ = flow(" { trace(arg2); }", "-x", "flowtime", on="pid$target:a.out:leaper:return")
check(f"arg2 of a return: {lines}", [line[:41].rstrip() + " " + line.split()[-1] for line in lines] == [" <- leaper 0", " <- leaper (tail call) 1"])
lines, _ = flow("", "-x", "compat=illumos", on=tail)
check(f"tail calls with compat: {lines}", [line.rstrip() for line in lines] == [call.replace(" (tail call)", "") for call in calls])
run = subprocess.run([DTRACE, "-F", "-x", "json", "-c", TARGET, "-n", tail], capture_output=True, text=True, timeout=60)
records = [record for record in map(json.loads, run.stdout.splitlines()) if record["type"] == "record"]
check(f"json: {records}", [(record["probe"]["function"], record["flow"], record.get("tail", False)) for record in records] ==
      [(call.split()[1], "return" if "<-" in call else "entry", "tail" in call) for call in calls])
sys.exit(1 if failed else 0)
