#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-usdt.py <top of the tree> <folder for outputs> - tests of tools/gen-usdt.py: specs that are refused, what a good one becomes."""
import os
import subprocess
import sys

START = "machine 62 64\noperands att\nflags 0\nproperty 0xc0000002 3\n"
REFUSED = [
    # what is wrong, the spec, the line's number, words of the message
    ("no machine", START.replace("machine 62 64\n", ""), None, "no machine"),
    ("no property", START.replace("property 0xc0000002 3\n", ""), None, "no property"),
    ("bits", START.replace("64", "16"), None, "16 bits"),
    ("no number", START.replace("62", "x"), 1, "x is no number"),
    ("operands", START.replace("att", "intel"), 2, "operands intel"),
    ("a word too many", START.replace("flags 0", "flags 0 1"), 3, "another number of words"),
    ("twice", START + "flags 1\n", 5, "flags is there already"),
    ("unknown row", START + "register a 8 a\n", 5, "machine, operands, flags, property or reg"),
    ("a field is missing", START + "reg a 8\n", 5, "a name, bytes, a register"),
    ("name twice", START + "reg a 8 a\nreg a 4 a\n", 6, "a is there already"),
    ("bytes", START + "reg a 3 a\n", 5, "3 bytes"),
    ("shift", START + "reg a 1 a 4\n", 5, "a shift is 8"),
    ("shift of a word", START + "reg a 2 a 8\n", 5, "of one byte"),
    ("no such register", START + "reg a 8 c\n", 5, "there is no register c"),
    ("too wide", START + "reg b 8 b\n", 5, "b is wider than b"),
]
GOOD = START + "reg a 8 a # all of it\nreg ah 1 a 8\nreg b 4 b\nreg null 8 zero\n"
MADE = """LDT_USDT_CPU(cpu, 62, 64, LDT_USDT_ATT, 0, 3221225474, 3)
LDT_USDT_REG(cpu, "a", 8, 0, 0)
LDT_USDT_REG(cpu, "ah", 1, 0, 8)
LDT_USDT_REG(cpu, "b", 4, 1, 0)
LDT_USDT_REG(cpu, "null", 8, LDT_USDT_ZERO, 0)
"""


def main():
    top, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    spec, out = os.path.join(folder, "cpu.usdt"), os.path.join(folder, "out.h")
    failures = []
    with open(os.path.join(folder, "cpu.regs"), "w", encoding="utf-8") as file:
        file.write("a a 8 0\nb b 4 1\n")

    def run(text):
        with open(spec, "w", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(out):
            os.remove(out)
        return subprocess.run([sys.executable, os.path.join(top, "tools/gen-usdt.py"), out, spec], capture_output=True, text=True)

    for what, text, line, message in REFUSED:
        ran = run(text)
        place = f"{spec}:{line}: " if line else f"{spec}: "
        if ran.returncode != 1 or os.path.exists(out) or place not in ran.stderr or message not in ran.stderr:
            failures.append(f"{what}: exit {ran.returncode}, {ran.stderr.strip()}")
    ran = run(GOOD)
    made = ""
    if os.path.exists(out):
        with open(out, encoding="utf-8") as file:
            made = file.read().split("\n", 1)[1]
    if ran.returncode != 0 or made != MADE:
        failures.append(f"good: exit {ran.returncode}, {ran.stderr}{made}")
    print(*failures, sep="\n")
    print(f"{len(REFUSED) + 1} specs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
