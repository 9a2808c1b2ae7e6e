#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Names what where.c counted: instructions for one call of the loop, by function.

    where.py [--each] OUTPUT COUNTS [NAMES]

OUTPUT is what where.sh printed ("symbol ADDR TYPE NAME [MODULE]"), COUNTS what the plugin wrote, NAMES what `nm` says of
the program that is executed. What lies in no function of the kernel is a stub or a slot of ours, or a program.
"""
import bisect
import sys

CALLS_PER_ROUND = 1000  # calls/mark.h
KERNEL = 1 << 31  # no program is above, no kernel below


def symbols_of(path):
    """[(address, name)] by address; of several names of one place the first counts."""
    found = {}
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            words = line.split()
            if len(words) >= 4 and words[0] == "symbol":
                found.setdefault(int(words[1], 16), " ".join(words[3:]))
    return sorted(found.items())


def names_of(path):
    """[(address, name)] of a program."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.split() for line in lines]
    return sorted((int(row[0], 16), row[2] + " (program)") for row in rows if len(row) == 3 and row[1] in "tTwW")


def counts_of(path):
    """Of the last measurement: rounds, and [(address, executions)] by address."""
    rounds, pairs = 0, []
    with open(path, encoding="utf-8") as lines:
        for first, second in (line.split() for line in lines):
            if first == "rounds":
                rounds, pairs = int(second), []
            else:
                pairs.append((int(first, 16), int(second)))
    return rounds, sorted(pairs)


def name_of(symbols, starts, addr):
    """Of the function that an address is in, and where that begins."""
    at = bisect.bisect_right(starts, addr) - 1
    other = "(program)" if addr < KERNEL else "(stub or slot)"
    if at < 0 or addr - starts[at] >= 0x10000 or (starts[at] < KERNEL) != (addr < KERNEL):
        return other, addr
    return symbols[at][1], starts[at]


def main():
    each = sys.argv[1] == "--each"
    output, counts, *programs = sys.argv[1 + each :]
    symbols = sorted(symbols_of(output) + [name for path in programs for name in names_of(path)])
    starts = [start for start, _ in symbols]
    rounds, executed = counts_of(counts)
    calls = rounds * CALLS_PER_ROUND
    functions = {}
    for addr, count in executed:
        name, _ = name_of(symbols, starts, addr)
        functions[name] = functions.get(name, 0) + count
    print(f"{'instructions':>12}  function")
    for name, count in sorted(functions.items(), key=lambda pair: -pair[1]):
        if count >= calls // 100:
            print(f"{count / calls:12.2f}  {name}")
    print(f"{sum(functions.values()) / calls:12.2f}  all")
    if each:
        print(f"\n{'executed':>12}  place")
        for addr, count in executed:
            name, start = name_of(symbols, starts, addr)
            if count >= calls // 100:
                print(f"{count / calls:12.2f}  {addr:x}  {name}+{addr - start:#x}")


if __name__ == "__main__":
    main()
