#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_heads.py DTRACE - what a line begins with is of its own firing: more probes and CPUs than the command keeps texts for."""
import re
import subprocess
import sys

DTRACE = sys.argv[1]
PROBES = ",".join(f"profile-{rate}hz" for rate in range(101, 251))
PROGRAM = f"{PROBES} {{ trace(cpu); trace(probename); }} tick-700ms {{ exit(0); }}"
LINE = re.compile(r"^ *(\d+) +(\d+) +:(\S+) +(\d+)  (\S+) *$")

run = subprocess.run([DTRACE, "-n", PROGRAM], capture_output=True, text=True, timeout=100, check=True)
header, *lines = [line for line in run.stdout.split("\n") if line and ":tick-" not in line]
assert header == f"{'CPU':>3} {'ID':>6} {'FUNCTION:NAME':>32}", header
ids = {}
for line in lines:
    match = LINE.match(line)
    assert match, line
    cpu, number, name, said_cpu, said_name = match.groups()
    assert (cpu, name) == (said_cpu, said_name), line
    assert ids.setdefault(name, number) == number, f"{line}: the id was {ids[name]}"
    assert line.startswith(f"{cpu:>3} {number:>6} {':' + name:>32} "), line
assert len(ids) == len(set(ids.values())) == 150, f"{len(ids)} of 150 probes"
print(f"{len(lines)} lines")
