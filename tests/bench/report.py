#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Makes docs/bench.md of what tests/bench/run measured: report.py [--model INSTRUCTION,EXCEPTION] FOLDER VERSION. What was not measured is shown
as a dash. --model: nanoseconds of an instruction and of an exception, as tests/bench/hw.c measures them on a real machine."""
import argparse
import glob
import os
import re
import sys

# A server at 2.5 GHz, +-50 %: tests/bench/hw.c
MODEL = (0.2, 220.0)
CALLS_PER_ROUND = 1000  # calls/mark.h

# name in firing.sh, words, aim: ("most", instructions), ("jump", instructions, without an exception), ("ratio", to the kprobe's),
# ("beyond", row, instructions)
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
    ("jump-entry-false-pid", "a jump, fbt entry /pid == 1/, false", ("jump", 130)),
    ("jump-entry-count", "a jump, fbt entry @ = count()", ("jump", 130)),
    ("jump-entry-count-pid", "a jump, fbt entry @[pid] = count()", ("jump", 230)),
    ("jump-entry-count-execname", "a jump, fbt entry @[execname] = count()", ("jump", 330)),
    ("jump-entry-quantize", "a jump, fbt entry @ = quantize(arg1)", ("jump", 230)),
    ("jump-entry-trace", "a jump, fbt entry trace(arg0)", ("jump", 230)),
    ("jump-entry-stack", "a jump, fbt entry @[stack(4)] = count()", ("jump", 1900)),
    ("jump-return-false-pid", "a jump, fbt return /pid == 1/, false", ("jump", 130)),
    ("jump-return-count", "a jump, fbt return @ = count()", ("jump", 130)),
    ("jump-return-count-pid", "a jump, fbt return @[pid] = count()", ("jump", 230)),
    ("jump-return-count-execname", "a jump, fbt return @[execname] = count()", ("jump", 330)),
    ("jump-return-quantize", "a jump, fbt return @ = quantize(arg1)", ("jump", 230)),
    ("jump-return-trace", "a jump, fbt return trace(arg0)", ("jump", 230)),
    ("jump-return-stack", "a jump, fbt return @[stack(4)] = count()", ("jump", 1900)),
    ("jump-latency", "two jumps, self->ts, quantize(timestamp - self->ts)", ("jump", 900)),
    ("getppid", "getppid() alone (not taken off)", None),
    ("syscall-false", "syscall entry /pid == 1/, false", None),
    ("syscall-count", "syscall entry @ = count()", None),
    ("syscall-count-func", "syscall entry @[probefunc] = count()", ("most", 180)),
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
    ("user-function", "the function's call alone (not taken off)", None),
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
    ("machine", "how quick the machine was: 1,000,000 system calls, nothing traced", "ms", None),
    ("start-up", "BEGIN { exit(0); }, start to end", "ms", 300),
    ("memory", "memory of a running dtrace", "kB", 8192),
    ("list-first", "dtrace -l, everything, the first time after the module was loaded", "ms", 1000),
    ("list", "    again", "ms", 1000),
    ("list-probes", "    probes listed", "", None),
    ("list-instr-first", "dtrace -l -n instr:::call-*: to the first line", "ms", 1000),
    ("list-instr", "    to the last", "ms", None),
    ("list-instr-probes", "    probes listed", "", None),
    ("entries-probes", "fbt:::entry { @ = count(); }: sites", "", None),
    ("entries-first-on", "    start of dtrace to all armed, the first time", "ms", 1000),
    ("entries-on", "    again, the shortest of three", "ms", 400),
    ("entries-on-text", "    of it, writing the breaks", "us", 300000),
    ("entries-on-syncs", "    cross calls to arm", "", 4),
    ("entries-off", "    signal to the prompt, from jumps, the shortest of three", "ms", 300),
    ("entries-off-breaks", "    from breaks, once", "ms", 300),
    ("entries-off-text", "    of it, taking the breaks away", "us", 300000),
    ("entries-off-syncs", "    cross calls to disarm", "", 4),
    ("all-probes", "fbt::: { @ = count(); }: sites", "", None),
    ("all-first-on", "    start of dtrace to all armed, the first time", "ms", 2000),
    ("all-on", "    again, the shortest of three", "ms", 700),
    ("all-on-text", "    of it, writing the breaks", "us", None),
    ("all-on-syncs", "    cross calls to arm", "", 4),
    ("all-off", "    signal to the prompt, from jumps, the shortest of three", "ms", 1000),
    ("all-off-breaks", "    from breaks, once", "ms", 1000),
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
    ("unchanged-10", "100 snapshots of an aggregation with 10 keys, of which one changes: processor time of dtrace", "ms", None),
    ("unchanged-100000", "    with 100,000 keys", "ms", None),
]

# of many.sh: the lines' name, words, how many of them, and what the most of them may take to begin and to end, ms
MANY = [
    ("clauses", "clauses of `syscall:::entry`", (100, 300, 1000), (5000, 1000)),
    ("clauses-of-one", "clauses of one system call", (1000, 3000, 10000), None),
    ("consumers", "dtrace at once", (10, 50, 200), None),
    ("keys", "keys of an aggregation; to begin: as many system calls", (10000, 100000, 1000000), None),
]

# of cpus.sh: name, words; each is there as jump-NAME, too
CPUS = [
    ("false", "fbt entry /pid == 1/, false"),
    ("count", "fbt entry @ = count()"),
    ("count-pid", "fbt entry @[pid] = count()"),
    ("count-execname", "fbt entry @[execname] = count()"),
    ("quantize", "fbt entry @ = quantize(arg0)"),
    ("trace", "fbt entry trace(arg0)"),
    ("stack", "fbt entry @[stack(4)] = count()"),
    ("latency", "fbt entry and return, self->ts, quantize(timestamp - self->ts)"),
]
CPU_COUNTS = (1, 2, 4, 8)

# of cpus.sh: name of a "memory" line, words
MEMORY = [
    ("consumer-usual", "a consumer that counts and traces, one half of each buffer"),
    ("consumer", "    buffers of 64 kB"),
    ("probe", "a probe that is known, fbt"),
    ("ecb", "an ECB: one more consumer of an armed probe"),
    ("site", "a site that is armed, its ECB not in it"),
    ("site-text", "    its slot, in executable memory"),
    ("jump", "    as a jump, more"),
    ("jump-text", "    its stub, in executable memory"),
]

# of starts.sh: name; the first one is there as NAME-first
STARTS = [
    ("begin", "BEGIN { exit(0); }"),
    ("calls", "syscall:::entry { @[execname] = count(); }"),
    ("entries", "fbt:::entry { @ = count(); }"),
    ("all", "fbt::: { @ = count(); }"),
    ("list", "dtrace -l, everything"),
]

HOST = [
    ("machine", "how quick the machine was: a start of `true`", None),
    ("compile", "dtrace -e -n 'BEGIN { exit(0); }'", 30),
    ("run", "dtrace -n 'BEGIN { exit(0); }'", 30),
    ("clauses-500", "dtrace -e -s, 500 clauses", None),
    ("clauses-1000", "    1,000 clauses", 1000),
    ("clauses-2000", "    2,000 clauses", None),
    ("clauses-4000", "    4,000 clauses", None),
]
# tracing a running program on the host engine, whose operating system is ptrace(2): each break is a system call
HOST_PROCESS = [
    ("process-probes", "pid1234:a.out:f*:entry { @ = count(); } of a running program: sites", "", None),
    ("process-on", "    start of dtrace to all armed", "ms", 500),
]


def read(path, kind):
    """NAME to value, of "KIND NAME VALUE ..." lines."""
    found = {}
    if os.path.exists(path):
        for line in open(path, errors="replace"):
            words = line.split()
            if len(words) >= 3 and words[0] == kind and re.fullmatch(r"-?[0-9.]+", words[2]):
                found[words[1]] = float(words[2])
    return found


class Firings:
    """What firing.sh measured. instructions[NAME]: of one firing; exceptions[NAME]: the same. Both are net of the loop, but a loop's own. The
    plugin has a line for each loop that ran, in order; where there are more or fewer, no line can be trusted."""

    def __init__(self, path, plugin_path):
        self.instructions, self.exceptions = {}, {}
        lines = open(path, errors="replace").read().splitlines()
        ran = sum(line == "measured" for line in lines)
        plugin = open(plugin_path).read().split() if os.path.exists(plugin_path) else []
        if plugin and len(plugin) != ran:
            print("report: %s: %d loops ran, the plugin counted %d: no exceptions" % (plugin_path, ran, len(plugin)), file=sys.stderr)
            plugin = []
        loops, done = {"-": 0.0}, 0
        for line in lines:
            words = line.split()
            if line == "measured":
                done += 1
            if len(words) != 4 or words[0] != "firing":
                continue
            name, picoseconds, base = words[1:]
            self.instructions[name] = float(picoseconds) / 1000
            if not plugin or done == 0 or base not in loops:
                continue
            loops[name] = int(plugin[done - 1]) / CALLS_PER_ROUND
            self.exceptions[name] = loops[name] - loops[base]

    def model(self, name, model):
        """Nanoseconds, None where something of it was not measured."""
        if name not in self.instructions or name not in self.exceptions:
            return None
        return model[0] * self.instructions[name] + model[1] * self.exceptions[name]


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


def ratio(value, base):
    return "-" if value is None or not base else f"{value / base:.2f}"


def row(firings, model, name, words, reference, is_loop):
    """The cells in front of the aim."""
    count, time = firings.instructions.get(name), firings.model(name, model)
    base = None if is_loop else reference
    return [words, number(count), ratio(count, firings.instructions.get(base)), number(firings.exceptions.get(name), 1),
            number(time), ratio(time, firings.model(base, model) if base else None)]


def judge(firings, name, aim):
    """What is aimed at, and whether it was reached."""
    count, exceptions = firings.instructions.get(name), firings.exceptions.get(name)
    if not aim:
        return ["", ""]
    if aim[0] == "most":
        return verdict(count, aim[1])
    if aim[0] == "jump":
        said = "-" if count is None or exceptions is None else "yes" if count <= aim[1] and round(exceptions, 1) == 0 else "NO"
        return ["<= %d, 0 exc" % aim[1], said]
    base = firings.instructions.get("kprobe-break" if aim[0] == "ratio" else aim[1])
    if aim[0] == "beyond":
        return ["-", "-"] if base is None else verdict(count, int(base) + aim[2])
    return ["<= %.1f x kprobe" % aim[1], "-" if count is None or not base else "yes" if count <= aim[1] * base else "NO"]


def heads(what, reference):
    return [what, "instructions", "x " + reference, "exceptions", "model ns", "x " + reference, "aim", "met"]


def firing(firings, model, is_aimed):
    """Rows of what was measured; the aims are for x86_64."""
    rows = [row(firings, model, name, words, "kprobe-break", name in ("call", "getppid")) + judge(firings, name, aim if is_aimed else None)
            for name, words, aim in FIRING if is_aimed or name in firings.instructions]
    return table(heads("one firing, net of the loop", "kprobe"), rows)


def user(firings, model, aim):
    """Rows of a program's probes, against the kernel's uprobe; aim: instructions, None: none for this CPU."""
    rows = [row(firings, model, name, words, "uprobe", name == "user-function") +
            verdict(firings.instructions.get(name), aim if aimed else None) for name, words, aimed in USER]
    return table(heads("one firing in a program, net of the loop", "uprobe"), rows)


def scale(values):
    rows = [[words, number(values.get(name)), unit] + verdict(values.get(name), most) for name, words, unit, most in SCALE]
    return table(["in a guest with 2 CPUs", "measured", "unit", "aim", "met"], rows)


def many(values):
    """What each of them takes says whether the whole grows as their number does."""
    rows = []
    for name, words, counts, most in MANY:
        for count in counts:
            on, off, program, kernel = (values.get(f"{name}-{count}-{what}") for what in ("on", "off", "program", "kernel"))
            each = "-" if on is None or off is None else number(1000 * (int(on) + int(off)) / count)
            aims = ["", ""]
            if most and count == counts[-1]:
                aims = ["<= %s, %s" % tuple(map(number, most)),
                        "-" if each == "-" else "yes" if int(on) <= most[0] and int(off) <= most[1] else "NO"]
            rows.append([f"{number(count)} {words if count == counts[0] else ''}".rstrip(), number(on), number(off), each, number(program), number(kernel)] + aims)
    return table(["many of them, in a guest with 2 CPUs", "to begin, ms", "to end, ms", "us each", "memory of dtrace, kB", "and of the rest, kB", "aim", "met"], rows)


def in_order(path, pattern, plugin_path):
    """NAME to what the plugin counted, whose lines are in the order of those that match; where there are more or fewer, none can be trusted."""
    if not os.path.exists(path) or not os.path.exists(plugin_path):
        return {}
    names = [line.split()[1] for line in open(path, errors="replace") if re.fullmatch(pattern, line)]
    counted = [line.split() for line in open(plugin_path) if not line.startswith("#")]
    if len(names) != len(counted):
        print("report: %s: %d ran, the plugin counted %d: none of them" % (plugin_path, len(names), len(counted)), file=sys.stderr)
        return {}
    return dict(zip(names, counted))


class Loops:
    """What cpus.sh measured with so many CPUs: NAME to (instructions, stores, lines shared, lines read), those of one call."""

    def __init__(self, path, plugin_path):
        self.found = {}
        for name, row in in_order(path, r"loop [a-z-]+\n", plugin_path).items():
            if len(row) == 5:
                self.found[name] = (int(row[1]) / CALLS_PER_ROUND, int(row[2]) / CALLS_PER_ROUND, int(row[3]), int(row[4]))

    def net(self, name):
        """Instructions and stores of a firing, and the lines; None where it was not measured."""
        row, base = self.found.get(name), self.found.get("call")
        return None if row is None or base is None else (row[0] - base[0], row[1] - base[1], row[2], row[3])


def cpus_row(loops, name, words):
    rows = [loops[count].net(name) for count in CPU_COUNTS]
    cells = [words] + [number(row and row[0]) for row in rows]
    last = rows[-1]
    shared = None if None in rows else max(row[2] for row in rows)
    read = None if None in rows else max(row[3] for row in rows)
    met = "-" if None in rows else "yes" if shared == 0 and last[0] <= rows[0][0] * 1.01 else "NO"
    return cells + [number(last and last[1]), number(shared), number(read), "no more, 0", met]


def cpus(base):
    """Firings on all CPUs at once, for each number of CPUs."""
    loops = {count: Loops(f"{base}.cpus-{count}.txt", f"{base}.lines-{count}.txt") for count in CPU_COUNTS}
    names = [(prefix + name, words) for prefix, before in (("", ""), ("jump-", "a jump, ")) for name, words in
             ((name, before + words) for name, words in CPUS)]
    rows = [cpus_row(loops, name, words) for name, words in names]
    heads = ["instructions of one firing while all CPUs fire, net of the loop"] + ["1 CPU" if count == 1 else f"{count} CPUs" for count in CPU_COUNTS]
    return table(heads + ["stores", "lines that two CPUs store to", "lines that one stores to and another loads", "aim", "met"], rows)


def memory(base):
    """Bytes with one CPU, and for each one more."""
    first, last = (read(f"{base}.cpus-{count}.txt", "memory") for count in (CPU_COUNTS[0], CPU_COUNTS[-1]))
    rows = []
    for name, words in MEMORY:
        one, many = first.get(name), last.get(name)
        more = None if one is None or many is None else (many - one) / (CPU_COUNTS[-1] - CPU_COUNTS[0])
        rows.append([words, number(one), number(more, 1 if more is not None and more < 100 else 0)])
    return table(["memory of the kernel", "bytes with 1 CPU", "for each CPU more"], rows)


def starts(counted, model):
    """Starts of dtrace: millions of instructions, and what they take by the model, without exceptions, which are few."""
    rows = []
    for name, words in STARTS:
        both = [counted.get(kind) and int(counted[kind][0]) for kind in (name + "-first", name)]
        rows.append([words] + [number(value and value / 1e6) for value in both] + [number(value and value * model[0] / 1e6) for value in both])
    return table(["from the start of dtrace to its end, which comes as soon as it traces", "million instructions", "again", "model ms", "again"], rows)


def host(values):
    rows = [[words, number(values.get(name), 1), "ms"] + verdict(values.get(name), most) for name, words, most in HOST]
    compiler = table(["on the host engine, processor time", "measured", "unit", "aim", "met"], rows)
    rows = [[words, number(values.get(name)), unit] + verdict(values.get(name), most) for name, words, unit, most in HOST_PROCESS]
    process = table(["a process on the host engine, by ptrace(2): the time that passes", "measured", "unit", "aim", "met"], rows)
    return compiler + "\n\n" + process


def sizes_table(sizes):
    rows = [["dtrace, linked statically", number(sizes.get("program"))] + verdict(sizes.get("program"), 5 << 20),
            ["dtrace.ko, text", number(sizes.get("module-text"))] + verdict(sizes.get("module-text"), 512 << 10)]
    return table(["size", "bytes", "aim", "met"], rows)


def guest(base, model):
    """The tables of one kernel: base is the path of its files, without what they end with."""
    isa, series = os.path.basename(base).rsplit("-", 1)
    path, cpus_path = base + ".count.txt", base + ".cpus-1.txt"
    print(f"\n## {isa}, kernel {kernel(path if os.path.exists(path) else cpus_path)}")
    if os.path.exists(path):
        firings = Firings(path, base + ".exceptions.txt")
        print("\n" + firing(firings, model, isa == "x86_64"))
        if any(name in firings.instructions for name, _, _ in USER):
            print("\n" + user(firings, model, USER_AIMS.get(series) if isa == "x86_64" else None))
    counted = in_order(base + ".starts.txt", r"start [a-z-]+\n", base + ".started.txt")
    if counted:
        if version_of(base + ".starts.txt") != version_of(path):
            print("\nMeasured with %s:" % version_of(base + ".starts.txt"))
        print("\n" + starts(counted, model))
    values = read(base + ".scale.txt", "scale")
    if values:
        if version_of(base + ".scale.txt") != version_of(path):
            print("\nMeasured with %s:" % version_of(base + ".scale.txt"))
        print("\n" + scale(values))
    values = read(base + ".many.txt", "scale")
    if values:
        if version_of(base + ".many.txt") != version_of(path):
            print("\nMeasured with %s:" % version_of(base + ".many.txt"))
        print("\n" + many(values))
    if os.path.exists(cpus_path):
        if version_of(cpus_path) != version_of(path):
            print("\nMeasured with %s:" % version_of(cpus_path))
        print("\n" + cpus(base))
        print("\n" + memory(base))
    sizes = read(base + ".sizes.txt", "size")
    if sizes:
        print("\n" + sizes_table(sizes))


def model_of(text):
    try:
        instruction, exception = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError("INSTRUCTION,EXCEPTION in nanoseconds wanted, not %r" % text) from None
    return instruction, exception


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=model_of, default=MODEL)
    parser.add_argument("folder")
    parser.add_argument("version")
    options = parser.parse_args()
    print("<!-- SPDX-License-Identifier: MIT OR GPL-2.0-only; generated by ./run-tests bench -->")
    print("# Speed\n")
    print("Written by `./run-tests bench`, module and program " + options.version + ".\n")
    print("Instructions are counted by the emulator (`-icount`, one CPU) and are exact; exceptions by a plugin of it (`tests/bench/exceptions.c`),\n"
          "as the former counts one as nothing. What both take on hardware is a model: %g ns for an instruction and %g ns for an exception.\n"
          "`tests/bench/hw` measures these two on a real machine, in user space; `tests/bench/run --model INSTRUCTION,EXCEPTION` puts them in\n"
          "here. `x kprobe` is the ratio to the kernel's kprobe on a breakpoint, its own jumps switched off. Which functions a firing's\n"
          "instructions are in, says `tests/bench/where`.\n" % options.model)
    print("Scale over CPUs is counted as well, by another plugin (`tests/bench/lines.c`): what each CPU executes while all of them fire one probe in\n"
          "a loop, and which lines of 64 bytes of memory several of them touch. The emulator executes the CPUs in turn, so what such lines would\n"
          "cost is not in the instructions. The exception's own frame on the stack is not counted. `test_core_stores` does the same with 64 CPUs\n"
          "on the host engine. No more is meant within 1 %: what quantize() does depends on the times. Memory is that of the module's blocks of more than 2 kB.")
    paths = glob.glob(os.path.join(options.folder, "*.count.txt")) + glob.glob(os.path.join(options.folder, "*.cpus-1.txt"))
    for base in sorted({path[:-len("." + path.split(".")[-2] + ".txt")] for path in paths}):
        guest(base, options.model)
    values = read(os.path.join(options.folder, "host.txt"), "host")
    if values:
        print("\n## This machine, without an emulator\n")
        print(host(values))


main()
