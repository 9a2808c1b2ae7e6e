#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Checks that probe context calls only probe context.

    tools/check-probe-context.py OBJECT ALLOW-LIST

Reads the relocations of the section .text.dt_probe of a linked module object (dtrace.o). Those that lead to code must lead to
that section, or to a function, the kernel's or one of the module's other sections, that the allow-list names. Code that probe context reaches by a pointer
cannot be seen here. A kind of relocation that toolchains/<isa>.conf does not name (isa_relocations_code, isa_relocations_data) is
an error: its target was not checked.

An allow-list line is a glob, then the reason; `#` starts a comment. A line that nothing matches is no error: lists serve all
CPUs and kernels.
"""

import bisect
import fnmatch
import re
import subprocess
import sys

from isas import ISAS, facts

SECTION = ".text.dt_probe"
HARMLESS = {".altinstr_aux"}  # x86: a test of a CPU feature and a jump back, in line as soon as the module is loaded
# kinds that a call or a jump has, and kinds that lead to data, or nowhere
CALLS, DATA = ({kind for isa in ISAS for kind in facts(isa)["isa_relocations_" + what].split()} for what in ("code", "data"))


def readelf(option, path):
    return subprocess.run(["readelf", option, "-W", path], check=True, capture_output=True, text=True).stdout.splitlines()


def read_sections(path):
    """{number: (name, flags)}"""
    sections = {}
    for line in readelf("-S", path):
        match = re.match(r"\s*\[\s*(\d+)\]\s+(\S+)\s+\S+\s+[0-9a-f]+\s+[0-9a-f]+\s+[0-9a-f]+\s+[0-9a-f]+\s+([A-Za-z]*)", line)
        if match:
            sections[int(match[1])] = (match[2], match[3])
    return sections


def read_symbols(path):
    """{number: (name, type, section number or None, value)}"""
    symbols = {}
    for line in readelf("-s", path):
        match = re.match(r"\s*(\d+):\s+([0-9a-f]+)\s+\S+\s+(\S+)\s+\S+\s+\S+\s+(\S+)(?:\s+(\S+))?", line)
        if match:
            section = int(match[4]) if match[4].isdigit() else None
            symbols[int(match[1])] = (match[5] or "", match[3], section, int(match[2], 16))
    return symbols


def read_relocations(path):
    """[(offset in SECTION, type, symbol number, addend)]"""
    relocations, inside = [], False
    for line in readelf("-r", path):
        if line.startswith("Relocation section"):
            inside = re.search(r"'\.rela?(\S+)'", line)[1] == SECTION
        elif inside:
            match = re.match(r"([0-9a-f]+)\s+([0-9a-f]+)\s+(R_\S+)\s+[0-9a-f]+\s+\S+(?:\s+([+-])\s+([0-9a-f]+))?", line)
            alone = re.match(r"([0-9a-f]+)\s+[0-9a-f]+\s+(R_\S+)\s*[0-9a-f]*\s*$", line)
            if alone:
                relocations.append((int(alone[1], 16), alone[2], 0, 0))
            elif match:
                number = int(match[2], 16) >> (32 if len(match[2]) > 8 else 8)
                addend = int(match[5], 16) * (-1 if match[4] == "-" else 1) if match[5] else 0
                relocations.append((int(match[1], 16), match[3], number, addend))
    return relocations


class Functions:
    """Which function is at an offset of a section."""

    def __init__(self, symbols, number):
        self.starts = sorted((value, name) for name, kind, section, value in symbols.values() if section == number and kind == "FUNC")

    def at(self, offset):
        i = bisect.bisect_right(self.starts, (offset, "\x7f")) - 1
        return self.starts[i][1] if i >= 0 else "?"


def read_allowed(path):
    allowed = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split(None, 1)
            if len(words) == 1:
                sys.exit(f"{path}: '{words[0]}' has no reason")
            if words:
                allowed.append(words[0])
    return allowed


def check(path, allowed):
    """Lines that say what is wrong."""
    sections = read_sections(path)
    symbols = read_symbols(path)
    mine = [number for number, (name, _) in sections.items() if name == SECTION]
    if not mine:
        return [f"{path} has no section {SECTION}"]
    callers = Functions(symbols, mine[0])
    code = {number for number, (name, flags) in sections.items() if "X" in flags and name != SECTION and name not in HARMLESS}
    wrong = {}
    for offset, kind, number, addend in read_relocations(path):
        name, symbol_type, section, value = symbols[number]
        if kind not in CALLS | DATA:
            wrong.setdefault((callers.at(offset), f"a relocation of kind {kind}, which no toolchains/<isa>.conf knows"), offset)
            continue
        if section in code:
            # the addend of a section's own symbol says which function, off by the CPU's idea of where an instruction ends
            target = Functions(symbols, section).at(value + addend + 4) if symbol_type == "SECTION" else name
            if any(fnmatch.fnmatchcase(target, glob) for glob in allowed):
                continue
            target += f" in {sections[section][0]}, which is not probe context"
        elif section is None and kind in CALLS and not any(fnmatch.fnmatchcase(name, glob) for glob in allowed):
            target = f"{name} of the kernel, which the allow-list does not have"
        else:
            continue
        wrong.setdefault((callers.at(offset), target), offset)
    return [f"{caller} uses {target}" for caller, target in sorted(wrong)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    wrong = check(sys.argv[1], read_allowed(sys.argv[2]))
    for line in wrong:
        print(line)
    print(f"{sys.argv[1]}: {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
