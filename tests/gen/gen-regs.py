#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-regs.py <top of the tree> <folder for outputs> - tests of tools/gen-regs.py: specs that are refused, what a good one becomes."""
import os
import subprocess
import sys

REFUSED = [
    # what is wrong, the spec, the line's number, words of the message
    ("a field is missing", "a a 8\n", 1, "a DWARF number or -"),
    ("size", "a a 3 -\n", 1, "3 bytes"),
    ("DWARF number", "a a 8 128\n", 1, "128 is no DWARF number"),
    ("negative DWARF number", "a a 8 -1\n", 1, "-1 is no DWARF number"),
    ("name", "A a 8 -\n", 1, "A is no name of a register"),
    ("field", "a a[i] 8 -\n", 1, "a[i] is no field"),
    ("name in D", "a a 8 - r_a\n", 1, "r_a is no name in D"),
    ("name twice", "# a comment\na a 8 1\na b 8 2\n", 3, "register a is in line 2"),
    ("field twice", "a a 8 1\nb a 8 2\n", 2, "field a is in line 1"),
    ("DWARF number twice", "a a 8 1\nb b 8 1\n", 2, "DWARF number 1 is in line 1"),
    ("name in D twice", "a a 8 1 R_A\nb b 8 2 R_B R_A\n", 2, "name R_A is in line 1"),
    ("name in D twice, absent", "a a 8 1 R_A\nabsent R_A\n", 2, "name R_A is in line 1"),
    ("register after absent", "a a 8 1\nabsent R_X\nb b 8 2\n", 3, "a register after an absent one"),
    ("absent without a name", "a a 8 1\nabsent\n", 2, "no name"),
    ("nothing", "# nothing\n", None, "no register"),
]
GOOD = "# two, and one that is not kept\npc epc 8 - R_PC\nra x[1] 4 1 R_RA R_LR # a comment\nabsent R_GONE\n"
TABLE = 'REG(epc, "pc", 8, -1),\nREG(x[1], "ra", 4, 1),\n'
NAMES = "LDT_REG_COUNT(cpu, 2)\nLDT_REG(cpu, R_PC, 0)\nLDT_REG(cpu, R_RA, 1)\nLDT_REG(cpu, R_LR, 1)\nLDT_REG(cpu, R_GONE, 2)\n"


def main():
    top, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    spec, out = os.path.join(folder, "cpu.regs"), os.path.join(folder, "out.h")
    failures = []

    def run(text, *words):
        with open(spec, "w", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(out):
            os.remove(out)
        command = [sys.executable, os.path.join(top, "tools/gen-regs.py"), *words]
        return subprocess.run(command, capture_output=True, text=True)

    def body():
        with open(out, encoding="utf-8") as file:
            return file.read().split("\n", 1)[1]

    for what, text, line, message in REFUSED:
        ran = run(text, "table", spec, out)
        place = f"{spec}:{line}: " if line else f"{spec}: "
        if ran.returncode != 1 or os.path.exists(out) or place not in ran.stderr or message not in ran.stderr:
            failures.append(f"{what}: exit {ran.returncode}, {ran.stderr.strip()}")
    for words, wanted in ((("table", spec, out), TABLE), (("names", out, spec), NAMES)):
        ran = run(GOOD, *words)
        if ran.returncode != 0 or body() != wanted:
            failures.append(f"{words[0]}: exit {ran.returncode}, {ran.stderr}{body() if os.path.exists(out) else ''}")
    print(*failures, sep="\n")
    print(f"{len(REFUSED) + 2} specs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
