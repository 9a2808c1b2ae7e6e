#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Measures the program on this machine, on the host engine: host.py DTRACE. Prints "host NAME MILLISECONDS" lines: processor time
of the fastest of some runs, so that what else the machine does is not in it."""
import resource
import subprocess
import sys
import tempfile


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


def main():
    program = sys.argv[1]
    print("host compile %.1f" % min(batch([program, "-e", "-n", "BEGIN { exit(0); }"], 20) for _ in range(3)))
    print("host run %.1f" % min(batch([program, "-q", "-n", "BEGIN { exit(0); }"], 20) for _ in range(3)))
    for count in (500, 1000, 2000, 4000):
        with tempfile.NamedTemporaryFile("w", suffix=".d") as script:
            script.write(clauses(count))
            script.flush()
            print("host clauses-%d %.0f" % (count, min(cpu_time([program, "-e", "-s", script.name]) for _ in range(3))), flush=True)


main()
