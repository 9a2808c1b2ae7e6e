#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-regs: the registers of a CPU, from spec/isa/<isa>.regs.

    gen-regs.py table SPEC OUT       rows of the backend's table: REG(field, "name", bytes, DWARF number)
    gen-regs.py names OUT SPEC...    names for D programs, of all CPUs: LDT_REG(isa, name, index), LDT_REG_COUNT(isa, count)

A row of a spec: name, field, bytes, DWARF number or -, names in D. A row `absent NAME...` gives names to an index after the last
register, where nothing is kept. A spec that contradicts itself is refused: exit status 1, with file and line.
"""
import pathlib
import re
import sys


class Wrong(Exception):
    """Something in a spec, at a line."""


def registers(path):
    """The rows of a spec: (name, field, bytes, dwarf), and (name in D, index) of all; registers come before absent names."""
    rows, names, absent, seen = [], [], 0, {}

    def once(kind, value, number):
        if (kind, value) in seen:
            raise Wrong(f"{path}:{number}: {kind} {value} is in line {seen[kind, value]}, too")
        seen[kind, value] = number

    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        index = len(rows) + absent
        if words[0] == "absent":
            absent += 1
            known = words[1:]
            if not known:
                raise Wrong(f"{path}:{number}: absent, but no name")
        else:
            if absent:
                raise Wrong(f"{path}:{number}: a register after an absent one")
            if len(words) < 4:
                raise Wrong(f"{path}:{number}: a register has a name, a field, its bytes, a DWARF number or -")
            name, field, size, dwarf = words[:4]
            known = words[4:]
            if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
                raise Wrong(f"{path}:{number}: {name} is no name of a register")
            if not re.fullmatch(r"[a-z][a-z0-9_]*(\[[0-9]+\])?", field):
                raise Wrong(f"{path}:{number}: {field} is no field")
            if size not in ("1", "2", "4", "8"):
                raise Wrong(f"{path}:{number}: {size} bytes: 1, 2, 4 or 8 are possible")
            if dwarf != "-" and (not dwarf.isdigit() or int(dwarf) > 127):
                raise Wrong(f"{path}:{number}: {dwarf} is no DWARF number below 128, nor -")
            once("register", name, number)
            once("field", field, number)
            if dwarf != "-":
                once("DWARF number", dwarf, number)
            rows.append((name, field, size, "-1" if dwarf == "-" else dwarf))
        for name in known:
            if not re.fullmatch(r"R_[A-Z0-9_]+", name):
                raise Wrong(f"{path}:{number}: {name} is no name in D: R_ and capitals")
            once("name", name, number)
            names.append((name, index))
    if not rows:
        raise Wrong(f"{path}: no register")
    return rows, names


def table(spec):
    """The backend's rows."""
    rows, _ = registers(spec)
    return [f'REG({field}, "{name}", {size}, {dwarf}),' for name, field, size, dwarf in rows]


def all_names(specs):
    """The names of all CPUs."""
    lines = []
    for spec in specs:
        isa = pathlib.Path(spec).stem
        rows, names = registers(spec)
        lines.append(f"LDT_REG_COUNT({isa}, {len(rows)})")
        lines += [f"LDT_REG({isa}, {name}, {index})" for name, index in names]
    return lines


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "table":
        out, specs, make = sys.argv[3], [sys.argv[2]], lambda: table(sys.argv[2])
    elif len(sys.argv) >= 4 and sys.argv[1] == "names":
        out, specs, make = sys.argv[2], sys.argv[3:], lambda: all_names(sys.argv[3:])
    else:
        sys.exit(__doc__)
    try:
        lines = make()
    except (Wrong, OSError) as error:
        sys.exit(f"gen-regs: {error}")
    made = " ".join(pathlib.Path(spec).name for spec in specs)
    pathlib.Path(out).write_text("\n".join([f"/* Made by tools/gen-regs.py from {made}. */", *lines, ""]))


if __name__ == "__main__":
    main()
