#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Adds a build's ledger of firings survived to docs/ledger.md.

    tools/ledger.py LEDGER docs/ledger.md      adds the runs in LEDGER, then renames it to LEDGER.recorded, so that none is added twice
    tools/ledger.py --show LEDGER              prints the tables of that ledger alone

LEDGER has a line per run that its guest survived, written by tests/stress/run: words of the form name=value. The two tables of
docs/ledger.md are both for people and for this program: it reads them, adds, and writes them back; the text above them stays.
"""
import os
import sys

KERNELS = ("Kernel", "CPU", "vCPUs", "traps by", "sites", "firings", "in a firing", "runs", "rounds", "hours")
SCRIPTS = ("Script", "firings", "in a firing", "runs", "rounds", "hours")
MARK = "<!-- tables: tools/ledger.py -->\n"


def read_run(line):
    run = dict(word.split("=", 1) for word in line.split())
    sums = [int(run["firings"]), int(run["nested"]), 1, int(run["rounds"]), int(run["seconds"]) / 3600]
    kernel = (run["release"], f"{run['isa']} {run['cpu']}", run["cpus"], run["trap"], run["sites"])
    return kernel, (run["script"],), sums


def add(table, key, sums):
    table[key] = [a + b for a, b in zip(table.get(key, [0, 0, 0, 0, 0]), sums)]


def read_table(lines, header):
    """The rows of the table that begins with that header."""
    table = {}
    wanted = "| " + " | ".join(header) + " |"
    rows = iter(lines)
    for line in rows:
        if line.strip() == wanted:
            break
    next(rows, None)
    for line in rows:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != len(header):
            break
        keys = len(header) - 5
        if cells[0] == "**all**":
            continue
        numbers = [cell.replace(",", "") for cell in cells[keys:]]
        add(table, tuple(cells[:keys]), [int(number) for number in numbers[:4]] + [float(numbers[4])])
    return table


def write_table(table, header):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * (len(header) - 5) + "--:|" * 5
    total = [sum(column) for column in zip(*table.values())] if table else [0, 0, 0, 0, 0]
    blank = [""] * (len(header) - 6)
    for key, sums in sorted(table.items()) + [(("**all**", *blank), total)]:
        cells = [*key, *(f"{number:,}" for number in sums[:4]), f"{sums[4]:.3f}"]
        yield "| " + " | ".join(cells) + " |"


def tables(kernels, scripts):
    return "\n".join([*write_table(kernels, KERNELS), "", *write_table(scripts, SCRIPTS)]) + "\n"


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    show = arguments[0] == "--show"
    ledger = arguments[1] if show else arguments[0]
    kernels, scripts, text = {}, {}, ""
    if not show:
        with open(arguments[1], encoding="utf-8") as file:
            text = file.read()
        if MARK not in text:
            sys.exit(f"{arguments[1]}: no line {MARK.strip()}")
        lines = text.split(MARK, 1)[1].splitlines()
        kernels, scripts = read_table(lines, KERNELS), read_table(lines, SCRIPTS)
    with open(ledger, encoding="utf-8") as file:
        for line in file:
            kernel, script, sums = read_run(line)
            add(kernels, kernel, sums)
            add(scripts, script, sums)
    if show:
        sys.stdout.write(tables(kernels, scripts))
        return
    with open(arguments[1], "w", encoding="utf-8") as file:
        file.write(text.split(MARK, 1)[0] + MARK + tables(kernels, scripts))
    os.replace(ledger, ledger + ".recorded")


if __name__ == "__main__":
    main(sys.argv[1:])
