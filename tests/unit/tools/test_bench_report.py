#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tests/bench/report.py: which line of the plugin belongs to which row, what is taken off, the model, and when a row has reached its aim."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "tests" / "bench" / "report.py"

# a loop that says nothing (it failed) has run, too: its line is between the others
COUNTS = """\
measured
firing call 16000 -
measured
firing getppid 300000 -
measured
error kprobe-ftrace
measured
firing kprobe-break 700000 call
absent kretprobe
measured
firing entry-count 239000 call
measured
firing jump-entry-count 120000 call
measured
firing jump-entry-false-pid 131000 call
measured
firing jump-return-count 100000 call
measured
firing syscall-count-func 178000 getppid
kernel 6.12.0-test
version abc
"""
PLUGIN = "0\n1000\n5000\n2000\n1000\n0\n0\n1000\n1000\n"


def report(folder, *options):
    done = subprocess.run([sys.executable, str(TOOL), *options, str(folder), "abc"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def cells(text, words):
    """Of the row that begins with these words."""
    for line in text.splitlines():
        row = [cell.strip() for cell in line.split("|")]
        if len(row) > 2 and row[1] == words:
            return row[2:-1]
    sys.exit(f"no row {words!r} in\n{text}")


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got}, wanted {wanted}")


# With so many CPUs: of the loop, of a firing that does the same everywhere, of one that shares a line with two CPUs, of one that does more with 8
LINES = {
    1: "1 16000 5000 0 0\n1 240000 25000 0 0\n1 116000 15000 0 0\n# a line\n1 116000 15000 0 0\n",
    2: "2 16000 5000 0 0\n2 240000 25000 0 0\n# which\n2 116000 15000 1 0\n2 116000 15000 0 3\n",
    4: "4 16000 5000 0 0\n4 240000 25000 0 0\n4 116000 15000 0 0\n4 116000 15000 0 0\n",
    8: "8 16000 5000 0 0\n8 240000 25000 0 0\n8 116000 15000 0 0\n8 118000 15000 0 0\n",
}


def over_cpus(folder):
    for count, lines in LINES.items():
        (folder / f"x86_64-6.12.lines-{count}.txt").write_text(lines, encoding="utf-8")
        (folder / f"x86_64-6.12.cpus-{count}.txt").write_text(
            f"cpus {count}\nloop call\nloop count\nerror trace\nloop jump-count\nloop jump-trace\nmemory probe 96\nmemory consumer {100000 + count * 70000}\n"
            "kernel 6.12.0-test\nversion other\n", encoding="utf-8")
    _, text, _ = report(folder)
    expect("on all CPUs", cells(text, "fbt entry @ = count()")[:5], ["239", "0.34", "1.0", "268", "0.46"])
    text = text[text.index("while all CPUs fire"):]
    expect("no more, no line", cells(text, "fbt entry @ = count()"), ["224", "224", "224", "224", "20", "0", "0", "no more, 0", "yes"])
    expect("a line that two store to", cells(text, "a jump, fbt entry @ = count()")[4:], ["10", "1", "0", "no more, 0", "NO"])
    expect("more with 8", cells(text, "a jump, fbt entry trace(arg0)"), ["100", "100", "100", "102", "10", "0", "3", "no more, 0", "NO"])
    expect("not measured with CPUs", cells(text, "fbt entry trace(arg0)"), ["-"] * 7 + ["no more, 0", "-"])
    expect("memory of a CPU", cells(text, "    buffers of 64 kB".strip()), ["170,000", "70,000"])
    expect("memory of a probe", cells(text, "a probe that is known, fbt"), ["96", "0.0"])
    expect("memory, not measured", cells(text, "a site that is armed, its ECB not in it"), ["-", "-"])
    (folder / "x86_64-6.12.lines-4.txt").write_text(LINES[4] + "4 1 1 0 0\n", encoding="utf-8")
    _, text, said = report(folder)
    text = text[text.index("while all CPUs fire"):]
    expect("a loop too many", cells(text, "fbt entry @ = count()"), ["224", "224", "-", "224", "20", "-", "-", "no more, 0", "-"])
    if "4 ran, the plugin counted 5" not in said:
        sys.exit(f"not told: {said}")
    for path in list(folder.glob("*.lines-*")) + list(folder.glob("*.cpus-*")):
        path.unlink()


def starts(folder):
    """Of the second kind only the first start ended."""
    counted = folder / "x86_64-6.12.started.txt"
    (folder / "x86_64-6.12.starts.txt").write_text("start entries-first\nstart entries\nnoise\nstart list-first\nversion abc\n", encoding="utf-8")
    counted.write_text("620000000\n211400000\n1000000000\n", encoding="utf-8")
    _, text, _ = report(folder)
    text = text[text.index("from the start of dtrace"):]
    expect("starts", cells(text, "fbt:::entry { @ = count(); }"), ["620", "211", "124", "42"])
    expect("one start", cells(text, "dtrace -l, everything"), ["1,000", "-", "200", "-"])
    expect("no start", cells(text, "fbt::: { @ = count(); }"), ["-"] * 4)
    counted.write_text("620000000\n211400000\n", encoding="utf-8")
    _, text, said = report(folder)
    if "from the start of dtrace" in text or "3 ran, the plugin counted 2" not in said:
        sys.exit(f"not told: {said}")
    counted.unlink()


def on_this_machine(folder):
    """The compiler, and a process: of the latter one time is within its aim, and then not."""
    path = folder / "host.txt"
    path.write_text("host machine 1.34\nhost compile 2.04\nhost process-probes 100029\nhost process-on 500\n", encoding="utf-8")
    _, text, _ = report(folder)
    text = text[text.index("## This machine"):]
    expect("the machine", cells(text, "how quick the machine was: a start of `true`"), ["1.3", "ms", "", ""])
    expect("the compiler", cells(text, "dtrace -e -n 'BEGIN { exit(0); }'"), ["2.0", "ms", "<= 30", "yes"])
    expect("sites of a process", cells(text, "pid1234:a.out:f*:entry { @ = count(); } of a running program: sites"), ["100,029", "", "", ""])
    expect("within its aim", cells(text, "start of dtrace to all armed"), ["500", "ms", "<= 500", "yes"])
    path.write_text("host process-on 501\n", encoding="utf-8")
    _, text, _ = report(folder)
    expect("beyond its aim", cells(text[text.index("## This machine"):], "start of dtrace to all armed"), ["501", "ms", "<= 500", "NO"])
    path.unlink()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "x86_64-6.12.count.txt").write_text(COUNTS, encoding="utf-8")
        plugin = folder / "x86_64-6.12.exceptions.txt"
        plugin.write_text(PLUGIN, encoding="utf-8")
        _, text, _ = report(folder)
        expect("a loop", cells(text, "getppid() alone (not taken off)"), ["300", "-", "1.0", "280", "-", "", ""])
        expect("the reference", cells(text, "kernel: kprobe on a breakpoint"), ["700", "1.00", "2.0", "580", "1.00", "", ""])
        expect("a break", cells(text, "fbt entry @ = count()"), ["239", "0.34", "1.0", "268", "0.46", "<= 240", "yes"])
        expect("a jump", cells(text, "a jump, fbt entry @ = count()"), ["120", "0.17", "0.0", "24", "0.04", "<= 130, 0 exc", "yes"])
        expect("too many instructions", cells(text, "a jump, fbt entry /pid == 1/, false")[-1], "NO")
        expect("a jump with an exception", cells(text, "a jump, fbt return @ = count()")[2:], ["1.0", "240", "0.41", "<= 130, 0 exc", "NO"])
        expect("net of the loop's own", cells(text, "syscall entry @[probefunc] = count()"), ["178", "0.25", "0.0", "36", "0.06", "<= 180", "yes"])
        expect("not measured", cells(text, "kernel: kprobe on ftrace"), ["-", "-", "-", "-", "-", "", ""])
        many = folder / "x86_64-6.12.many.txt"
        lines = "".join(f"scale clauses-1000-{what} {value}\n" for what, value in (("on", 700), ("off", 300), ("program", 14000), ("kernel", 93000)))
        many.write_text(lines + "scale keys-10000-on 5\nversion abc\n", encoding="utf-8")
        _, text, _ = report(folder)
        expect("many", cells(text, "1,000"), ["700", "300", "1,000", "14,000", "93,000", "<= 5,000, 1,000", "yes"])
        expect("many, not measured", cells(text, "100 clauses of `syscall:::entry`"), ["-", "-", "-", "-", "-", "", ""])
        expect("many, half measured", cells(text, "10,000 keys of an aggregation; to begin: as many system calls")[:3], ["5", "-", "-"])
        many.write_text(lines.replace("off 300", "off 1001") + "version before\n", encoding="utf-8")
        _, text, _ = report(folder)
        expect("many, too slow", cells(text, "1,000")[-1], "NO")
        if "Measured with before:" not in text:
            sys.exit("not told: another version")
        many.unlink()
        over_cpus(folder)
        starts(folder)
        on_this_machine(folder)
        _, text, _ = report(folder, "--model", "1,1000")
        expect("another model", cells(text, "fbt entry @ = count()")[3], "1,239")
        if "1 ns for an instruction and 1000 ns for an exception" not in re.sub(r"\s+", " ", text):
            sys.exit("the model is not told")
        plugin.write_text(PLUGIN + "7\n", encoding="utf-8")
        _, text, said = report(folder)
        expect("one line too many", cells(text, "a jump, fbt entry @ = count()")[1:], ["0.17", "-", "-", "-", "<= 130, 0 exc", "-"])
        if "9 loops ran, the plugin counted 10" not in said:
            sys.exit(f"not told: {said}")
        status, _, said = report(folder, "--model", "fast")
        if status != 2 or "argument --model: INSTRUCTION,EXCEPTION in nanoseconds wanted, not 'fast'" not in said:
            sys.exit(f"a wrong model: {status} {said}")


if __name__ == "__main__":
    main()
