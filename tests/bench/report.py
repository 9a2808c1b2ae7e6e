#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Makes docs/bench.md of what tests/bench/run measured: report.py FOLDER VERSION. What was not measured is shown as a dash."""
import glob
import os
import re
import sys

# name in firing.sh, words, the row whose instructions it is held against, aim
FIRING = [
    ("call", "the function's call alone (not taken off)", None),
    ("ftrace", "kernel: ftrace callback", None),
    ("kprobe-ftrace", "kernel: kprobe on ftrace", None),
    ("kprobe-break", "kernel: kprobe on a breakpoint", None),
    ("kretprobe", "kernel: kretprobe", None),
    ("entry-false-pid", "fbt entry /pid == 1/, false", ("ratio", 0.4)),
    ("entry-false", "fbt entry /arg0 == -77/, false", None),
    ("entry-count", "fbt entry @ = count()", ("most", 240)),
    ("entry-count-func", "fbt entry @[probefunc] = count()", ("most", 260)),
    ("entry-count-pid", "fbt entry @[pid] = count()", ("most", 400)),
    ("entry-count-execname", "fbt entry @[execname] = count()", ("most", 600)),
    ("entry-quantize", "fbt entry @ = quantize(arg1)", ("most", 400)),
    ("entry-trace", "fbt entry trace(arg0)", ("most", 400)),
    ("return-false-pid", "fbt return /pid == 1/, false", ("ratio", 0.4)),
    ("return-false", "fbt return /arg0 == -77/, false", None),
    ("return-count", "fbt return @ = count()", ("most", 240)),
    ("return-count-func", "fbt return @[probefunc] = count()", ("most", 260)),
    ("return-count-pid", "fbt return @[pid] = count()", ("most", 400)),
    ("return-count-execname", "fbt return @[execname] = count()", ("most", 600)),
    ("return-quantize", "fbt return @ = quantize(arg1)", ("most", 400)),
    ("return-trace", "fbt return trace(arg0)", ("most", 400)),
    ("entry-stack", "fbt entry @[stack(4)] = count()", ("most", 1900)),
    ("return-stack", "fbt return @[stack(4)] = count()", ("most", 1900)),
    ("entry-caller", "fbt entry @[caller] = count()", None),
    ("entry-loads", "fbt entry /curthread->pid == 77 || curthread->tgid == 77/, false", None),
    ("machine-entry-loads", "    the same by the DIF machine", None),
    ("latency", "fbt entry and return, self->ts, quantize(timestamp - self->ts)", None),
    ("jump-entry-false-pid", "a jump, fbt entry /pid == 1/, false", ("most", 130)),
    ("jump-entry-count", "a jump, fbt entry @ = count()", ("most", 130)),
    ("jump-entry-count-pid", "a jump, fbt entry @[pid] = count()", ("most", 230)),
    ("jump-entry-count-execname", "a jump, fbt entry @[execname] = count()", ("most", 330)),
    ("jump-entry-quantize", "a jump, fbt entry @ = quantize(arg1)", ("most", 230)),
    ("jump-entry-trace", "a jump, fbt entry trace(arg0)", ("most", 230)),
    ("jump-entry-stack", "a jump, fbt entry @[stack(4)] = count()", ("most", 1900)),
    ("jump-return-false-pid", "a jump, fbt return /pid == 1/, false", ("most", 130)),
    ("jump-return-count", "a jump, fbt return @ = count()", ("most", 130)),
    ("jump-return-count-pid", "a jump, fbt return @[pid] = count()", ("most", 230)),
    ("jump-return-count-execname", "a jump, fbt return @[execname] = count()", ("most", 330)),
    ("jump-return-quantize", "a jump, fbt return @ = quantize(arg1)", ("most", 230)),
    ("jump-return-trace", "a jump, fbt return trace(arg0)", ("most", 230)),
    ("jump-return-stack", "a jump, fbt return @[stack(4)] = count()", ("most", 1900)),
    ("jump-latency", "two jumps, self->ts, quantize(timestamp - self->ts)", ("most", 900)),
    ("system-call", "getppid() alone (not taken off)", None),
    ("syscall-false", "syscall entry /pid == 1/, false", None),
    ("syscall-count", "syscall entry @ = count()", None),
    ("syscall-count-func", "syscall entry @[probefunc] = count()", ("most", 270)),
    ("syscall-return-func", "syscall return @[probefunc] = count()", ("most", 270)),
    ("sdt-count", "sdt, a tracepoint @ = count()", None),
    ("derived-point", "proc:::signal-discard on it @ = count()", ("most", 200)),
    ("derived-point-args", "proc:::signal-discard @[args[2]] = count()", None),
    ("plain-entry", "fbt::iterate_dir:entry @ = count()", None),
    ("derived-entry", "fsinfo:::readdir on it @ = count()", ("beyond", "plain-entry", 40)),
    ("plain-return", "fbt::vfs_read:return @ = count()", None),
    ("derived-return", "fsinfo:::read on it @ = count()", None),
]

# the same in a program; aims for its entry by kernel
USER = [
    ("user-call", "the function's call alone (not taken off)", None),
    ("uprobe", "kernel: uprobe, empty handler", None),
    ("uretprobe", "kernel: return probe, empty handler", None),
    ("user-entry-false", "pid entry /pid == 1/, false", None),
    ("user-entry-count", "pid entry @ = count()", "aim"),
    ("user-entry-count-func", "pid entry @[probefunc] = count()", None),
    ("user-entry-trace", "pid entry trace(arg0)", None),
    ("user-return-false", "pid return /pid == 1/, false", None),
    ("user-return-count", "pid return @ = count()", "aim"),
    ("user-return-count-func", "pid return @[probefunc] = count()", None),
    ("user-return-trace", "pid return trace(arg0)", None),
    ("user-latency", "pid entry and return, self->ts, quantize(timestamp - self->ts)", None),
    ("user-stack", "pid entry @[ustack()] = count()", None),
    ("user-stack-deep", "    one frame deeper", None),
    ("defined-count", "a probe that the program defines @ = count()", None),
]
USER_AIMS = {"6.1": 700, "6.12": 1000}

# name in scale.sh, words, unit, most
SCALE = [
    ("start-up", "BEGIN { exit(0); }, start to end", "ms", 300),
    ("memory", "memory of a running dtrace", "kB", 8192),
    ("list", "dtrace -l, everything", "ms", 2000),
    ("list-probes", "    probes listed", "", None),
    ("entries-probes", "fbt:::entry { @ = count(); }: sites", "", None),
    ("entries-on", "    start of dtrace to all armed", "ms", 2000),
    ("entries-on-text", "    of it, writing the breaks", "us", 300000),
    ("entries-on-syncs", "    cross calls to arm", "", 4),
    ("entries-off", "    signal to the prompt", "ms", 1000),
    ("entries-off-text", "    of it, taking the breaks away", "us", 300000),
    ("entries-off-syncs", "    cross calls to disarm", "", 4),
    ("all-probes", "fbt::: { @ = count(); }: sites", "", None),
    ("all-on", "    start of dtrace to all armed", "ms", None),
    ("all-on-text", "    of it, writing the breaks", "us", None),
    ("all-on-syncs", "    cross calls to arm", "", 4),
    ("all-off", "    signal to the prompt", "ms", 1000),
    ("all-off-text", "    of it, taking the breaks away", "us", None),
    ("all-off-syncs", "    cross calls to disarm", "", 4),
    ("process-probes", "pid1234:a.out:f*:entry { @ = count(); } of a running program: sites", "", None),
    ("process-on", "    start of dtrace to all armed", "ms", None),
    ("process-on-user", "    of it, its processor time in user mode", "ms", None),
    ("process-on-system", "    and in the kernel", "ms", None),
    ("process-off", "    signal to the prompt", "ms", None),
    ("printed-loop", "2,000,000 printed events: the loop", "ms", None),
    ("printed-all", "    until dtrace has ended", "ms", None),
    ("printed-lines", "    lines printed", "", None),
    ("printed-drops", "    drops that dtrace told", "", 0),
    ("printed-unaccounted", "    neither printed nor told", "", 0),
]

HOST = [
    ("compile", "dtrace -e -n 'BEGIN { exit(0); }'", 30),
    ("run", "dtrace -n 'BEGIN { exit(0); }'", 30),
    ("clauses-500", "dtrace -e -s, 500 clauses", None),
    ("clauses-1000", "    1,000 clauses", 1000),
    ("clauses-2000", "    2,000 clauses", None),
    ("clauses-4000", "    4,000 clauses", None),
]


def read(path, kind):
    found = {}
    if os.path.exists(path):
        for line in open(path, errors="replace"):
            words = line.split()
            if len(words) == 3 and words[0] == kind and re.fullmatch(r"-?[0-9.]+", words[2]):
                found[words[1]] = float(words[2])
    return found


def kernel(path):
    for line in open(path, errors="replace"):
        if line.startswith("kernel "):
            return line.split()[1]
    return "?"


def version_of(path):
    """What was measured, when it was not what the report is of."""
    if os.path.exists(path):
        for line in open(path, errors="replace"):
            if line.startswith("version "):
                return line.split()[1]
    return None


def number(value, digits=0):
    return "-" if value is None else f"{value:,.{digits}f}"


def table(heads, rows):
    """Left-aligned first column, the others to the right; lines up as text and as Markdown."""
    widths = [max(len(row[i]) for row in [heads] + rows) for i in range(len(heads))]

    def line(row):
        return "| " + " | ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                                 for i, (cell, width) in enumerate(zip(row, widths))) + " |"

    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join([line(heads), rule] + [line(row) for row in rows])


def verdict(value, most):
    if most is None:
        return ["", ""]
    return ["<= " + number(most), "-" if value is None else "yes" if value <= most else "NO"]


def firing(counts, times, aims):
    """Rows of what was measured; the aims are for x86_64."""
    rows = []
    reference = counts.get("kprobe-break"), times.get("kprobe-break")
    for name, words, aim in FIRING:
        count, time = counts.get(name), times.get(name)
        if count is None and not aims:
            continue  # a mechanism that this CPU's kernel does not have
        aim = aim if aims else None
        instructions = None if count is None else count / 1000
        ratios = []
        for value, base in ((count, reference[0]), (time, reference[1])):
            shown = value is not None and base and name not in ("call", "system-call")
            ratios.append(f"{value / base:.2f}" if shown else "-")
        said = ["", ""]
        if aim and aim[0] == "most":
            said = verdict(instructions, aim[1])
        elif aim and aim[0] == "beyond":
            base = counts.get(aim[1])
            said = ["-", "-"] if base is None else verdict(instructions, int(base / 1000) + aim[2])
        elif aim:
            said = ["<= %.1f x kprobe" % aim[1], "-"]
            if count is not None and reference[0]:
                said[1] = "yes" if count <= aim[1] * reference[0] else "NO"
        rows.append([words, number(instructions), ratios[0], number(None if time is None else time / 1000), ratios[1]] + said)
    return table(["one firing, net of the loop", "instructions", "x kprobe", "ns", "x kprobe", "aim", "met"], rows)


def user(counts, times, aim):
    """Rows of a program's probes, against the kernel's uprobe; aim: instructions, None: none for this CPU."""
    rows = []
    for name, words, aimed in USER:
        count, time = counts.get(name), times.get(name)
        ratios = []
        for value, base in ((count, counts.get("uprobe")), (time, times.get("uprobe"))):
            ratios.append(f"{value / base:.2f}" if value is not None and base and name != "user-call" else "-")
        instructions = None if count is None else count / 1000
        rows.append([words, number(instructions), ratios[0], number(None if time is None else time / 1000), ratios[1]] +
                    verdict(instructions, aim if aimed else None))
    return table(["one firing in a program, net of the loop", "instructions", "x uprobe", "ns", "x uprobe", "aim", "met"], rows)


def scale(values):
    rows = [[words, number(values.get(name)), unit] + verdict(values.get(name), most) for name, words, unit, most in SCALE]
    return table(["in a guest with 2 CPUs", "measured", "unit", "aim", "met"], rows)


def host(values):
    rows = [[words, number(values.get(name), 1), "ms"] + verdict(values.get(name), most) for name, words, most in HOST]
    return table(["on the host engine, processor time", "measured", "unit", "aim", "met"], rows)


def main():
    folder, version = sys.argv[1:]
    print("<!-- SPDX-License-Identifier: MIT OR GPL-2.0-only; generated by ./run-tests bench -->")
    print("# Speed\n")
    print("Written by `./run-tests bench`, module and program " + version + ".\n")
    print("Instructions are counted by the emulator (`-icount`, one CPU) and are exact, but an exception counts as nothing. Nanoseconds come\n"
          "from a second boot with ordinary time, all rows of a table side by side; they depend on the machine that emulates and on what\n"
          "else it does: look at their ratio. `x kprobe` is the ratio to the kernel's kprobe on a breakpoint, jumps switched off.")
    for path in sorted(glob.glob(os.path.join(folder, "*.count.txt"))):
        base = path[:-len(".count.txt")]
        isa = os.path.basename(base).rsplit("-", 1)[0]
        print(f"\n## {isa}, kernel {kernel(path)}\n")
        old = {kind: version_of(base + f".{kind}.txt") for kind in ("count", "time", "scale")}
        if old["time"] not in (None, old["count"]):
            print("Nanoseconds: of " + old["time"] + ".\n")
        print(firing(read(path, "firing"), read(base + ".time.txt", "firing"), isa == "x86_64"))
        series = os.path.basename(base).rsplit("-", 1)[1]
        counts = read(path, "firing")
        if any(name in counts for name, _, _ in USER):
            print("\n" + user(counts, read(base + ".time.txt", "firing"), USER_AIMS.get(series) if isa == "x86_64" else None))
        values = read(base + ".scale.txt", "scale")
        if values:
            if old["scale"] not in (None, old["count"]):
                print("\nMeasured with " + old["scale"] + ":")
            print("\n" + scale(values))
        sizes = read(base + ".sizes.txt", "size")
        if sizes:
            rows = [["dtrace, linked statically", number(sizes.get("program"))] + verdict(sizes.get("program"), 5 << 20),
                    ["dtrace.ko, text", number(sizes.get("module-text"))] + verdict(sizes.get("module-text"), 512 << 10)]
            print("\n" + table(["size", "bytes", "aim", "met"], rows))
    values = read(os.path.join(folder, "host.txt"), "host")
    if values:
        print("\n## The compiler\n")
        print(host(values))


main()
