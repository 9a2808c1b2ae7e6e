#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-x86-insn.py SPEC OUT: the C tables of isa/x86 from spec/isa/x86.insn, whose head explains the input.

Refused, with the line number: what does not parse, unknown selectors, operands and attributes, two lines that match the
same instruction, lines of one opcode that do not agree whether a ModRM byte follows.
"""
import itertools
import re
import sys

# The (space, map) pairs, in the order of enum x86_map.
MAPS = ["L.1", "L.0f", "L.38", "L.3a", "V.0f", "V.38", "V.3a", "E.0f", "E.38", "E.3a", "E.m5", "E.m6"]

MODRM, REG_FORM, MEM_FORM = 1, 2, 4
OPERANDS = {}
for names, flags in [
        ("Eb Ew Ed Eq Ev Ey Em Gb Gw Gd Gv Gy Gm Sw Cm Dm P Q V Vs Vh W Ws Wh Kr Tr Tm BND E", MODRM),
        ("ST STi", MODRM),
        ("M", MODRM | MEM_FORM),
        ("Rd Rv Ry Rm N U Us Km", MODRM),
        ("H Hs By Kv Tv L", 0),
        ("Ib Ibs Iw Iz Iv Jb Jz Ob Ov Ap", 0),
        ("Zb Zv AL AX eAX rAX CL DX ES CS SS DS FS GS Xb Xv Yb Yv", 0)]:
    for name in names.split():
        OPERANDS[name] = flags

IMMEDIATES = {"Ib": "IB", "Ibs": "IB", "L": "IB", "Jb": "IB", "Iw": "IW", "Iz": "IZ", "Iv": "IV", "Jz": "JZ",
              "Ob": "MOFFS", "Ov": "MOFFS", "Ap": "AP"}
IMMEDIATE_PAIRS = {("IW", "IB"): "IWB", ("IB", "IB"): "IW"}
IMMEDIATE_CODES = ["NONE", "IB", "IW", "IWB", "IZ", "IV", "MOFFS", "AP", "JZ"]

ACTIONS = set("nop push pop pushi pushm popm pushf popf call calli jmp jmpi jcc loop ret retn leave enter lea mov "
              "endbr64 endbr32 break trap priv syscall int far farret".split())
ROW_FLAGS = ["d64", "f64", "name_osz", "name_asz"]

# The match dimensions, each a set of small numbers kept as a bit mask: (name, number of values).
DIMENSIONS = [("mode", 2), ("pp", 4), ("w", 2), ("l", 3), ("b", 2)]
PP = {"np": 1, "66": 2, "f3": 4, "f2": 8}

# Bytes of the one-byte map that are not opcodes there.
PREFIXES = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3}
REX = set(range(0x40, 0x50))
ESCAPES = {0x0f}
VEX_ONLY_64 = {0xc4, 0xc5, 0x62}


class SpecError(Exception):
    pass


def expand(line):
    """All lines that a line with {a b c} lists expands to."""
    lists = re.findall(r"\{([^{}]*)\}", line)
    if not lists:
        return [line]
    columns = [text.split() for text in lists]
    if len({len(column) for column in columns}) != 1:
        raise SpecError("lists of different lengths")
    result = []
    for values in zip(*columns):
        picked = iter(values)
        result.append(re.sub(r"\{[^{}]*\}", lambda _: next(picked).replace("_", ""), line))
    return result


class Row:
    """One instruction form in one space."""

    def __init__(self, space, line_number):
        self.space = space
        self.line = line_number
        self.masks = {name: (1 << count) - 1 for name, count in DIMENSIONS}
        self.masks["mode"] = 3
        self.mod = 3            # bit 0 memory, bit 1 register
        self.reg = 0xff
        self.rm = 0xff
        self.modrm = False
        self.has_pp = False
        self.operands = []
        self.flags = set()
        self.action = "copy"
        if space == "V":
            self.masks["l"] = 3
        if space == "L":
            self.masks["l"] = 1

    def select(self, word):
        """Narrow the row by one selector."""
        parts = word.split("|")
        if all(part in PP for part in parts):
            self.masks["pp"] = sum(PP[part] for part in parts)
            self.has_pp = True
        elif all(re.fullmatch(r"l[012]", part) for part in parts):
            self.masks["l"] = sum(1 << int(part[1]) for part in parts)
        elif word in ("m32", "m64"):
            self.masks["mode"] = 1 if word == "m32" else 2
        elif re.fullmatch(r"[wb][01]", word):
            self.masks[word[0]] = 1 << int(word[1])
        elif word in ("mem", "reg"):
            self.mod = 1 if word == "mem" else 2
            self.modrm = True
        elif re.fullmatch(r"/[0-7](-[0-7])?", word):
            first, last = int(word[1]), int(word[-1])
            self.reg &= sum(1 << i for i in range(first, last + 1))
            self.modrm = True
        elif re.fullmatch(r"rm[0-7]", word):
            self.rm = 1 << int(word[2])
            self.modrm = True
        else:
            raise SpecError(f"unknown selector '{word}'")

    def add_operands(self, text):
        for word in filter(None, text.split(",")):
            optional = re.fullmatch(r"\((\w+)\)", word)
            if optional:
                if self.space == "L":
                    continue
                word = optional.group(1)
            if word not in OPERANDS:
                raise SpecError(f"unknown operand '{word}'")
            self.operands.append(word)
            if OPERANDS[word] & MODRM:
                self.modrm = True
            if OPERANDS[word] & MEM_FORM and self.mod != 1:
                raise SpecError(f"operand {word} needs the selector 'mem'")
        if len(self.operands) > 4:
            raise SpecError("more than four operands")

    def add_attribute(self, word):
        if word in ROW_FLAGS:
            self.flags.add(word)
        elif word in ACTIONS and self.action == "copy":
            self.action = word
        else:
            raise SpecError(f"unknown or second attribute '{word}'")

    def finish(self):
        if self.rm != 0xff and self.mod != 2:
            raise SpecError("rmN needs the selector 'reg'")
        if self.space != "L" and not self.has_pp:
            raise SpecError("a VEX or EVEX line names its prefix")
        kinds = tuple(IMMEDIATES[o] for o in self.operands if o in IMMEDIATES)
        if len(kinds) == 2:
            if kinds not in IMMEDIATE_PAIRS:
                raise SpecError("this pair of immediates has no code")
            self.immediate = IMMEDIATE_PAIRS[kinds]
        elif len(kinds) > 2:
            raise SpecError("three immediates")
        else:
            self.immediate = kinds[0] if kinds else "NONE"

    def overlaps(self, other):
        return (all(self.masks[n] & other.masks[n] for n, _ in DIMENSIONS) and self.mod & other.mod
                and self.reg & other.reg and (self.mod & other.mod == 1 or self.rm & other.rm))

    def matches(self, mode, w, b, mod, reg, rm):
        """Does the row take this combination, without prefixes?"""
        return (self.masks["mode"] & mode and self.masks["pp"] & 1 and self.masks["w"] & 1 << w
                and self.masks["b"] & 1 << b and self.mod & mod and self.reg & 1 << reg
                and (mod == 1 or self.rm & 1 << rm))

    def volume(self):
        """How many of the combinations inside one mode this row takes."""
        size = 1
        for name, _ in DIMENSIONS[1:]:
            size *= self.masks[name].bit_count() if hasattr(int, "bit_count") else bin(self.masks[name]).count("1")
        forms = (8 if self.mod & 1 else 0) + (bin(self.rm).count("1") if self.mod & 2 else 0)
        return size * forms * bin(self.reg).count("1")


def full_volume(space):
    return 4 * 2 * {"L": 1, "V": 2, "E": 3}[space] * 2 * 16 * 8


def parse_line(line, line_number):
    """Rows of one already expanded line, as (map name, opcode, row)."""
    fields = [field.strip() for field in (line + " ").split(" : ")]
    if len(fields) == 2:
        fields.append("")
    if len(fields) != 3:
        raise SpecError("expected FORM : MNEMONIC OPERANDS : ATTRIBUTES")
    form = fields[0].split()
    head = re.fullmatch(r"([LVE]+)\.(\w+)", form[0])
    opcodes = re.fullmatch(r"([0-9a-f]{2})(?:\.\.([0-9a-f]{2}))?", form[1]) if len(form) > 1 else None
    if not head or not opcodes:
        raise SpecError("expected SPACES.MAP OPCODE")
    words = fields[1].split()
    if not 1 <= len(words) <= 2:
        raise SpecError("expected MNEMONIC [OPERANDS]")
    first = int(opcodes.group(1), 16)
    last = int(opcodes.group(2), 16) if opcodes.group(2) else first
    result = []
    for space in head.group(1):
        if f"{space}.{head.group(2)}" not in MAPS:
            raise SpecError(f"no map {head.group(2)} in space {space}")
        row = Row(space, line_number)
        for word in form[2:]:
            row.select(word)
        row.name = words[0].replace("(v)", "" if space == "L" else "v")
        row.add_operands(words[1] if len(words) > 1 else "")
        for word in fields[2].split():
            row.add_attribute(word)
        row.finish()
        result += [(f"{space}.{head.group(2)}", opcode, row) for opcode in range(first, last + 1)]
    return result


def parse(path):
    """The cells of all maps: {(map name, opcode): [rows]}."""
    cells = {}
    with open(path, encoding="utf-8") as spec:
        for number, line in enumerate(spec, 1):
            line = re.sub(r"(^|\s)#.*", "", line).strip()
            if not line:
                continue
            try:
                for one in expand(line):
                    for name, opcode, row in parse_line(one, number):
                        cells.setdefault((name, opcode), []).append(row)
            except SpecError as error:
                sys.exit(f"{path}:{number}: {error}")
    for (name, opcode), rows in cells.items():
        check_cell(path, name, opcode, rows)
    return cells


def check_cell(path, name, opcode, rows):
    for one, two in itertools.combinations(rows, 2):
        if one.overlaps(two):
            sys.exit(f"{path}:{two.line}: {name} {opcode:02x}: overlaps line {one.line}")
    for mode in (1, 2):
        if len({row.modrm for row in rows if row.masks["mode"] & mode}) > 1:
            sys.exit(f"{path}:{rows[0].line}: {name} {opcode:02x}: lines differ in having a ModRM byte")
        taken = opcode in PREFIXES | ESCAPES or (mode == 2 and opcode in REX | VEX_ONLY_64)
        if name == "L.1" and taken and any(row.masks["mode"] & mode for row in rows):
            sys.exit(f"{path}:{rows[0].line}: {name} {opcode:02x} is a prefix")


def shape(cells, name, opcode, mode):
    """The flags byte of one opcode in one mode: what the length decoder needs."""
    if name == "L.1":
        if opcode in PREFIXES | ESCAPES or (mode == 2 and opcode in REX | VEX_ONLY_64):
            return "X86_SHAPE_SPECIAL"
    rows = [row for row in cells.get((name, opcode), []) if row.masks["mode"] & mode]
    special = " | X86_SHAPE_SPECIAL" if name == "L.1" and opcode in VEX_ONLY_64 else ""
    if not rows:
        return "0"
    covered = sum(row.volume() for row in rows) == full_volume(name[0])
    immediates = {row.immediate for row in rows}
    text = "X86_SHAPE_VALID"
    if rows[0].modrm:
        text += " | X86_SHAPE_MODRM"
    if covered and len(immediates) == 1:
        text += f" | X86_IMM_{immediates.pop()}"
    else:
        text += " | X86_SHAPE_SELECT"
    return text + special


def group(rows, mode):
    """For an opcode that its rows decide: the shape by ModRM form and reg where no prefix is there, "0" where that is not enough."""
    result = []
    for mod in (1, 2):
        for reg in range(8):
            found = {next((row.immediate for row in rows if row.matches(mode, w, b, mod, reg, rm)), None)
                     for w in (0, 1) for b in (0, 1) for rm in range(8)}
            immediate = found.pop()
            if found or immediate is None or not rows[0].modrm:
                result.append("0")
            else:
                result.append(f"X86_SHAPE_VALID | X86_SHAPE_MODRM | X86_IMM_{immediate}")
    return tuple(result)


def emit_groups(cells, write):
    """x86_group_of[mode][L.1, L.0f][opcode] is an index into x86_groups, 0 where there is no group."""
    groups = {("0",) * 16: 0}
    write("static const uint8_t x86_group_of[2][2][256] = {\n")
    for mode in (1, 2):
        write("\t{\n")
        for name in ("L.1", "L.0f"):
            write(f"\t\t{{ /* {name}, {'64' if mode == 2 else '32'}-bit */\n")
            for opcode in range(256):
                if "SELECT" in shape(cells, name, opcode, mode):
                    rows = [row for row in cells[(name, opcode)] if row.masks["mode"] & mode]
                    index = groups.setdefault(group(rows, mode), len(groups))
                    if index:
                        write(f"\t\t\t[0x{opcode:02x}] = {index},\n")
            write("\t\t},\n")
        write("\t},\n")
    write("};\n\n")
    write("static const uint8_t x86_groups[][16] = {\n")
    for key in groups:
        write("\t{ " + ", ".join(key) + " },\n")
    write("};\n\n")


def row_text(row, names):
    match = row.masks["mode"] | row.masks["pp"] << 2 | row.masks["w"] << 6 | row.masks["l"] << 8
    match |= row.masks["b"] << 11 | row.mod << 13
    operands = ", ".join("X86_OPERAND_" + o for o in row.operands) or "0"
    flags = " | ".join("X86_ROW_" + f.upper() for f in ROW_FLAGS if f in row.flags) or "0"
    return (f"\t{{ 0x{match:04x}, 0x{row.reg:02x}, 0x{row.rm:02x}, {names[row.name]}, {{ {operands} }}, "
            f"X86_DO_{row.action.upper()}, X86_IMM_{row.immediate}, {flags} }}, /* {row.name} */")


def emit(cells, spec, out):
    names = {}
    pool = []
    offset = 0
    rows_of = {}
    ordered = []
    for name in MAPS:
        for opcode in range(256):
            for row in cells.get((name, opcode), []):
                if row.name not in names:
                    names[row.name] = offset
                    pool.append(row.name)
                    offset += len(row.name) + 1
    starts = []
    for name in MAPS:
        for opcode in range(256):
            rows = cells.get((name, opcode), [])
            key = tuple(id(row) for row in rows)
            if key and key in rows_of:          # ranges share their rows
                starts.append(rows_of[key])
                continue
            rows_of[key] = (len(ordered), len(rows)) if rows else (0, 0)
            starts.append(rows_of[key])
            ordered += rows
    if max(count for _, count in starts) > 255 or len(ordered) > 65535:
        sys.exit(f"{spec}: too many lines for the tables")
    write = out.write
    write(f"/* Generated by tools/gen-x86-insn.py from {spec}. Do not edit. */\n\n")
    write("static const uint8_t x86_shapes[2][X86_MAP_COUNT][256] = {\n")
    for mode in (1, 2):
        write("\t{\n")
        for name in MAPS:
            write(f"\t\t{{ /* {name}, {'64' if mode == 2 else '32'}-bit */\n")
            for opcode in range(256):
                text = shape(cells, name, opcode, mode)
                if text != "0":
                    write(f"\t\t\t[0x{opcode:02x}] = {text},\n")
            write("\t\t},\n")
        write("\t},\n")
    write("};\n\n")
    emit_groups(cells, write)
    write("static const struct x86_cell x86_cells[X86_MAP_COUNT][256] = {\n")
    for index, name in enumerate(MAPS):
        write(f"\t{{ /* {name} */\n")
        for opcode in range(256):
            start, count = starts[index * 256 + opcode]
            if count:
                write(f"\t\t[0x{opcode:02x}] = {{ {start}, {count} }},\n")
        write("\t},\n")
    write("};\n\n")
    write("static const struct x86_row x86_rows[] = {\n")
    write("\n".join(row_text(row, names) for row in ordered))
    write("\n};\n\n")
    write("static const char x86_names[] =\n")
    write("\n".join(f'\t"{name}\\0"' for name in pool))
    write(";\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cells = parse(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        emit(cells, sys.argv[1], out)


if __name__ == "__main__":
    main()
