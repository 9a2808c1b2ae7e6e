#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Measures the program on this machine, on the host engine: host.py DTRACE FUNCTIONS, the latter a program of many functions
(functions.c). Prints "host NAME NUMBER" lines: processor time in milliseconds, of the fastest of some runs, so that what else the
machine does is not in it; and for tracing all functions of a running program what passes from the start of dtrace until it traces."""
import re
import resource
import subprocess
import sys
import tempfile
import time


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1000


def cpu_time(command):
    before = children()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit("%s: status %d: %s" % (" ".join(command), done.returncode, done.stderr.decode(errors="replace")))
    return children() - before


def batch(command, times):
    """Processor time of one run, of several measured together."""
    return sum(cpu_time(command) for _ in range(times)) / times


def clauses(count):
    lines = []
    for i in range(count):
        lines.append("tick-%ds\n/pid == %d && execname == \"a%d\"/\n{\n\t@a%d[execname, tid] = sum(%d * (x%d + 1));\n"
                     "\tthis->y = strlen(execname) + %d;\n\tprintf(\"%%d %%s\\n\", this->y, execname);\n\tx%d = timestamp;\n}\n"
                     % (i % 50 + 1, i, i, i % 100, i, i % 100, i, i % 100))
    return "".join("uint64_t x%d;\n" % i for i in range(100)) + "\n".join(lines)


def armed(program, pid):
    """Milliseconds that pass until all functions of a process are traced, and how many they are."""
    command = [program, "-n", 'BEGIN { printf("armed\\n"); }', "-n", "pid%d:a.out:f*:entry { @ = count(); }" % pid]
    start = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as traced:
        if not any("armed" in line for line in traced.stdout):
            sys.exit("%s: it did not begin: %s" % (" ".join(command), traced.stderr.read()))
        passed = (time.monotonic() - start) * 1000
        traced.terminate()
        told = traced.communicate()[1]
    probes = re.search(r"'pid[^']*' matched (\d+) probes", told)
    if traced.returncode != 0 or not probes:
        sys.exit("%s: status %d: %s" % (" ".join(command), traced.returncode, told))
    return passed, int(probes[1])


def arm_process(program, functions):
    with subprocess.Popen([functions], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as traced:
        traced.stdout.readline()
        passed, probes = min(armed(program, traced.pid) for _ in range(5))
        traced.stdin.close()
    print("host process-probes %d" % probes)
    print("host process-on %.0f" % passed)


def main():
    program, functions = sys.argv[1:3]
    print("host machine %.1f" % min(batch(["true"], 100) for _ in range(3)))  # times of two runs are compared by this one
    print("host compile %.1f" % min(batch([program, "-e", "-n", "BEGIN { exit(0); }"], 20) for _ in range(3)))
    print("host run %.1f" % min(batch([program, "-q", "-n", "BEGIN { exit(0); }"], 20) for _ in range(3)))
    for count in (500, 1000, 2000, 4000):
        with tempfile.NamedTemporaryFile("w", suffix=".d") as script:
            script.write(clauses(count))
            script.flush()
            print("host clauses-%d %.0f" % (count, min(cpu_time([program, "-e", "-s", script.name]) for _ in range(3))), flush=True)
    arm_process(program, functions)


main()
