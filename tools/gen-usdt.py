#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-usdt: what files of programs of each CPU say about probes, from spec/isa/<isa>.usdt and <isa>.regs beside it.

    gen-usdt.py OUT SPEC...     rows for userland/usdt: LDT_USDT_CPU(isa, machine, bits, operands, flags, property, property bits)
                                and LDT_USDT_REG(isa, "name", bytes, number of the register, shift)

The rows of a spec are described at its top. A spec that contradicts itself is refused: exit status 1, with file and line.
"""
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ZERO = "LDT_USDT_ZERO"


def load_regs():
    """The module gen-regs.py, which reads the other spec."""
    spec = importlib.util.spec_from_file_location("gen_regs", HERE / "gen-regs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REGS = load_regs()


def number(text, where, what):
    try:
        return int(text, 0)
    except ValueError:
        raise REGS.Wrong(f"{where}: {text} is no {what}") from None


def register(words, where, known, seen):
    """The row of a name."""
    if len(words) not in (3, 4):
        raise REGS.Wrong(f"{where}: reg has a name, bytes, a register, perhaps a shift")
    name, size, full = words[:3]
    shift = words[3] if len(words) == 4 else "0"
    if name in seen:
        raise REGS.Wrong(f"{where}: {name} is there already")
    seen.add(name)
    if size not in ("1", "2", "4", "8"):
        raise REGS.Wrong(f"{where}: {size} bytes: 1, 2, 4 or 8 are possible")
    if shift not in ("0", "8") or (shift == "8" and size != "1"):
        raise REGS.Wrong(f"{where}: a shift is 8, of one byte")
    if full != "zero" and full not in known:
        raise REGS.Wrong(f"{where}: there is no register {full}")
    index, room = (ZERO, 8) if full == "zero" else known[full]
    if int(size) + int(shift) // 8 > room:
        raise REGS.Wrong(f"{where}: {name} is wider than {full}")
    return f'"{name}", {size}, {index}, {shift}'


def rows(path):
    """The lines for one CPU."""
    path = pathlib.Path(path)
    isa = path.stem
    registers, _ = REGS.registers(path.with_suffix(".regs"))
    known = {name: (index, int(size)) for index, (name, _, size, _) in enumerate(registers)}
    facts, lines, seen = {}, [], set()
    for line_number, line in enumerate(path.read_text().splitlines(), 1):
        words, where = line.split("#")[0].split(), f"{path}:{line_number}"
        if not words:
            continue
        kind, words = words[0], words[1:]
        if kind == "reg":
            lines.append(f"LDT_USDT_REG({isa}, {register(words, where, known, seen)})")
            continue
        if kind not in ("machine", "operands", "flags", "property"):
            raise REGS.Wrong(f"{where}: {kind}: machine, operands, flags, property or reg")
        if kind in facts:
            raise REGS.Wrong(f"{where}: {kind} is there already")
        if len(words) != (2 if kind in ("machine", "property") else 1):
            raise REGS.Wrong(f"{where}: {kind} has another number of words")
        if kind == "operands":
            if words[0] not in ("att", "brackets", "parentheses"):
                raise REGS.Wrong(f"{where}: operands {words[0]}: att, brackets or parentheses")
            facts[kind] = ["LDT_USDT_" + words[0].upper()]
        else:
            facts[kind] = [str(number("0" if word == "-" else word, where, "number")) for word in words]
    for kind in ("machine", "operands", "flags", "property"):
        if kind not in facts:
            raise REGS.Wrong(f"{path}: no {kind}")
    if facts["machine"][1] not in ("32", "64"):
        raise REGS.Wrong(f"{path}: {facts['machine'][1]} bits")
    values = facts["machine"] + facts["operands"] + facts["flags"] + facts["property"]
    return [f"LDT_USDT_CPU({isa}, {', '.join(values)})", *lines]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        lines = [line for spec in sys.argv[2:] for line in rows(spec)]
    except (REGS.Wrong, OSError) as error:
        sys.exit(f"gen-usdt: {error}")
    made = " ".join(pathlib.Path(spec).name for spec in sys.argv[2:])
    pathlib.Path(sys.argv[1]).write_text("\n".join([f"/* Made by tools/gen-usdt.py from {made}. */", *lines, ""]))


if __name__ == "__main__":
    main()
