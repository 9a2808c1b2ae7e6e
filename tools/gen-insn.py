#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-insn.py - decode tables of an ISA with fixed bit patterns (aarch64, riscv64) from its readable spec.

    gen-insn.py spec/isa/<isa>.insn <output.h>
    gen-insn.py --forms spec/isa/<isa>.insn <output.h>      the patterns that are EMULATE, for tests that run them all

A spec is lines; `#` starts a comment. The name of the ISA is the file's name. Directives:

    width N                     the lines after it describe words of N bits (16 or 32); several widths per spec
    index HI:LO [HI:LO ...]     the bits of the current width that the first table is indexed with (most significant first)
    field NAME DEST [signed] BITS... [<<N] [+N]
                                DEST is a b c d (operand[0..3]) or imm; BITS are HI:LO or a single bit, most significant first; the
                                value is their concatenation, sign-extended when `signed`, shifted left by N, plus N

Every other line is one class of instructions:

    NAME PATTERN WORDS...

PATTERN has one character per bit, most significant first: 0, 1, `.` (read by a field of this line), `-` (any value, read by
nobody); `_` separates and counts for nothing. WORDS are, in any order:

    COPY EMULATE REWRITE REJECT(REASON)     verdict, exactly one; REASON as in enum isa_reason
    NOP PUSH POP LOAD STORE CALL JUMP IJUMP BRANCH RETURN BREAK LANDING_PAD    class (default OTHER)
    ends       control never reaches the next instruction in sequence
    pcrel      PC-relative: target = address + imm
    page       PC-relative: target = address of the 4 KiB page that the instruction is in + imm
    op=NAME    operation code for the backend's C: enum <isa>_op gets <ISA>_OP_NAME
    a=N b=N c=N d=N imm=N       a constant operand
    NAME of a field

A line indented deeper than the one before it is a special case of that one: its pattern must match a strict subset, and it
wins. Two lines of which neither is a special case of the other must not match a common word: that is an error, as is a bit of
a pattern that no field reads, a field that reads a bit declared ignored, a field never used, or a word not known.
"""
import os
import re
import sys

VERDICTS = ("COPY", "EMULATE", "REWRITE")
REASONS = ("UNDECODED", "BREAK", "PRIVILEGED", "ATOMIC", "RANGE", "LANDING_PAD", "UNSUPPORTED")
CLASSES = ("NOP", "PUSH", "POP", "LOAD", "STORE", "CALL", "JUMP", "IJUMP", "BRANCH", "RETURN", "BREAK", "LANDING_PAD")
FLAGS = ("ends", "pcrel", "page")
DESTS = ("a", "b", "c", "d", "imm")
INDEX_BITS_MAX = 12


class SpecError(Exception):
    """A mistake in the spec; the text says where and what."""


class Field:
    def __init__(self, line, name, dest):
        self.line, self.name, self.dest = line, name, dest
        self.signed, self.parts, self.shift, self.add = False, [], 0, 0
        self.used = False

    def bits(self):
        return sum(hi - lo + 1 for hi, lo in self.parts)

    def mask(self):
        return sum(((1 << (hi - lo + 1)) - 1) << lo for hi, lo in self.parts)

    def expression(self):
        """C expression of the value, from the word `w`."""
        left, terms = self.bits(), []
        for hi, lo in self.parts:
            size = hi - lo + 1
            left -= size
            term = "(w >> %d & 0x%xu)" % (lo, (1 << size) - 1)
            terms.append(term + (" << %d" % left if left else ""))
        text = " | ".join(terms)
        if self.signed:
            text = "isa_fixed_sign(%s, %d)" % (text, self.bits())
        elif self.dest == "imm":
            text = "(int64_t)(%s)" % text
        else:
            text = "(%s)" % text
        if self.shift:
            text = "%s * %d" % (text, 1 << self.shift)
        if self.add:
            text = "%s + %d" % (text, self.add)
        return text


class Insn:
    def __init__(self, line, width, indent, name):
        self.line, self.width, self.indent, self.name = line, width, indent, name
        self.mask = self.value = self.read = 0
        self.verdict, self.reason, self.cls, self.op = None, "NONE", "OTHER", None
        self.flags, self.fields, self.constants = set(), [], {}
        self.parent, self.children = None, []

    def overlaps(self, other):
        return not ((self.value ^ other.value) & self.mask & other.mask)

    def within(self, other):
        return (self.mask & other.mask) == other.mask and not ((self.value ^ other.value) & other.mask)

    def format_key(self):
        return (self.width, tuple(sorted(f.name for f in self.fields)), tuple(sorted(self.constants.items())))


class Spec:
    def __init__(self, path):
        self.path = path
        self.isa = os.path.basename(path).split(".")[0]
        self.widths, self.index, self.fields, self.insns = [], {}, {}, []
        self.stack = []

    def fail(self, line, text):
        raise SpecError("%s:%d: %s" % (self.path, line, text))

    # ---- reading ----

    def read(self):
        with open(self.path, encoding="utf-8") as spec:
            for number, text in enumerate(spec, 1):
                text = text.split("#")[0].rstrip()
                if text:
                    self.read_line(number, text)
        for width in self.widths:
            if width not in self.index:
                raise SpecError("%s: width %d has no index" % (self.path, width))
        for field in self.fields.values():
            if not field.used:
                self.fail(field.line, "field '%s' is never used" % field.name[1])

    def read_line(self, number, text):
        if "\t" in text[:len(text) - len(text.lstrip())]:
            self.fail(number, "indent with blanks, not tabs")
        indent = len(text) - len(text.lstrip())
        words = text.split()
        handler = {"width": self.read_width, "index": self.read_index, "field": self.read_field}.get(words[0])
        if handler:
            handler(number, words[1:])
        else:
            self.read_insn(number, indent, words)

    def read_width(self, number, words):
        if len(words) != 1 or words[0] not in ("16", "32"):
            self.fail(number, "width is 16 or 32")
        if int(words[0]) in self.widths:
            self.fail(number, "width %s given twice" % words[0])
        self.widths.append(int(words[0]))
        self.stack = []

    def bit_range(self, number, word):
        found = re.fullmatch(r"(\d+)(?::(\d+))?", word)
        if not found:
            self.fail(number, "'%s' is not a bit or HI:LO" % word)
        hi = int(found.group(1))
        lo = int(found.group(2)) if found.group(2) else hi
        if not self.widths:
            self.fail(number, "no width yet")
        if hi < lo or hi >= self.widths[-1]:
            self.fail(number, "bits %s are not in a word of %d" % (word, self.widths[-1]))
        return hi, lo

    def read_index(self, number, words):
        ranges = [self.bit_range(number, word) for word in words]
        if not ranges or sum(hi - lo + 1 for hi, lo in ranges) > INDEX_BITS_MAX:
            self.fail(number, "an index has 1 to %d bits" % INDEX_BITS_MAX)
        if self.widths[-1] in self.index:
            self.fail(number, "second index for width %d" % self.widths[-1])
        self.index[self.widths[-1]] = ranges

    def read_field(self, number, words):
        if len(words) < 3:
            self.fail(number, "field NAME DEST BITS...")
        name, dest, rest = words[0], words[1], words[2:]
        if not self.widths:
            self.fail(number, "no width yet")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in FLAGS:
            self.fail(number, "'%s' cannot name a field" % name)
        if dest not in DESTS:
            self.fail(number, "destination '%s' is none of %s" % (dest, " ".join(DESTS)))
        key = (self.widths[-1], name)
        if key in self.fields:
            self.fail(number, "field '%s' given twice" % name)
        field = Field(number, key, dest)
        for word in rest:
            if word == "signed":
                field.signed = True
            elif word.startswith("<<") and word[2:].isdigit():
                field.shift = int(word[2:])
            elif word.startswith("+") and word[1:].isdigit():
                field.add = int(word[1:])
            else:
                part = self.bit_range(number, word)
                if field.mask() & (((1 << (part[0] - part[1] + 1)) - 1) << part[1]):
                    self.fail(number, "field '%s' reads a bit twice" % name)
                field.parts.append(part)
        if not field.parts:
            self.fail(number, "field '%s' reads no bits" % name)
        if dest != "imm" and (field.signed or ((1 << field.bits()) - 1 << field.shift) + field.add > 255):
            self.fail(number, "field '%s' does not fit an operand byte" % name)
        self.fields[key] = field

    def read_insn(self, number, indent, words):
        if not self.widths:
            self.fail(number, "no width yet")
        if len(words) < 3:
            self.fail(number, "NAME PATTERN WORDS...")
        insn = Insn(number, self.widths[-1], indent, words[0])
        self.read_pattern(insn, words[1])
        for word in words[2:]:
            self.read_word(insn, word)
        self.check_insn(insn)
        self.place(insn)
        self.insns.append(insn)

    def read_pattern(self, insn, text):
        bits = text.replace("_", "")
        if re.search(r"[^01.\-]", bits):
            self.fail(insn.line, "pattern has a character other than 0 1 . - _")
        if len(bits) != insn.width:
            self.fail(insn.line, "pattern has %d bits, not %d" % (len(bits), insn.width))
        for char in bits:
            insn.mask = insn.mask << 1 | (char in "01")
            insn.value = insn.value << 1 | (char == "1")
            insn.read = insn.read << 1 | (char == ".")

    def read_word(self, insn, word):
        rejected = re.fullmatch(r"REJECT\((\w+)\)", word)
        constant = re.fullmatch(r"(a|b|c|d|imm)=(-?\d+)", word)
        if word in VERDICTS or rejected:
            if insn.verdict:
                self.fail(insn.line, "two verdicts")
            insn.verdict = "REJECT" if rejected else word
            insn.reason = rejected.group(1) if rejected else "NONE"
            if rejected and insn.reason not in REASONS:
                self.fail(insn.line, "reason '%s' is not known" % insn.reason)
        elif word in CLASSES:
            if insn.cls != "OTHER":
                self.fail(insn.line, "two classes")
            insn.cls = word
        elif word in FLAGS:
            insn.flags.add(word)
        elif word.startswith("op="):
            if not re.fullmatch(r"op=[A-Z][A-Z0-9_]*", word):
                self.fail(insn.line, "'%s' is not op=NAME" % word)
            insn.op = word[3:]
        elif constant:
            insn.constants[constant.group(1)] = int(constant.group(2))
        elif (insn.width, word) in self.fields:
            insn.fields.append(self.fields[(insn.width, word)])
        else:
            self.fail(insn.line, "word '%s' is not known" % word)

    def check_insn(self, insn):
        covered, dests = 0, list(insn.constants)
        for field in insn.fields:
            mask = field.mask()
            if mask & ~(insn.mask | insn.read):
                self.fail(insn.line, "field '%s' reads a bit that the pattern ignores" % field.name[1])
            covered |= mask
            dests.append(field.dest)
            field.used = True
        if len(set(dests)) != len(dests):
            self.fail(insn.line, "two values for one operand")
        if insn.read & ~covered:
            bit = (insn.read & ~covered).bit_length() - 1
            self.fail(insn.line, "unknown bit %d: no field reads it" % bit)
        if not insn.verdict:
            self.fail(insn.line, "no verdict")
        if insn.verdict in ("EMULATE", "REWRITE") and not insn.op:
            self.fail(insn.line, "%s needs op=" % insn.verdict)
        if insn.flags & {"pcrel", "page"} and "imm" not in dests:
            self.fail(insn.line, "PC-relative without imm")

    def place(self, insn):
        """Find the parent by indentation, then check that the pattern is allowed there."""
        while self.stack and self.stack[-1].indent >= insn.indent:
            self.stack.pop()
        if not self.stack and insn.indent:
            self.fail(insn.line, "indented, but there is no line above to be a special case of")
        if self.stack:
            insn.parent = self.stack[-1]
            if not insn.within(insn.parent) or insn.mask == insn.parent.mask:
                self.fail(insn.line, "'%s' is no special case of '%s' (line %d)"
                          % (insn.name, insn.parent.name, insn.parent.line))
            insn.parent.children.append(insn)
        for other in self.insns:
            if other.width == insn.width and other.parent is insn.parent and other.overlaps(insn):
                self.fail(insn.line, "'%s' overlaps '%s' (line %d), for example word 0x%0*x"
                          % (insn.name, other.name, other.line, insn.width // 4, insn.value | other.value))
        self.stack.append(insn)

    # ---- writing ----

    def specific_first(self, width):
        order = []

        def walk(insn):
            for child in insn.children:
                walk(child)
            order.append(insn)

        for insn in self.insns:
            if insn.width == width and not insn.parent:
                walk(insn)
        return order

    def index_key(self, width, number):
        """(mask, value) of the word bits that belong to table position @number."""
        mask = value = 0
        left = sum(hi - lo + 1 for hi, lo in self.index[width])
        for hi, lo in self.index[width]:
            size = hi - lo + 1
            left -= size
            mask |= ((1 << size) - 1) << lo
            value |= (number >> left & ((1 << size) - 1)) << lo
        return mask, value

    def tables(self, width):
        """(start of list per index, rows): each list ends with a row that matches every word."""
        order, starts, rows, known = self.specific_first(width), [], [], {}
        for number in range(1 << sum(hi - lo + 1 for hi, lo in self.index[width])):
            mask, value = self.index_key(width, number)
            found = []
            for insn in order:
                if (insn.value ^ value) & insn.mask & mask:
                    continue
                left = insn.mask & ~mask
                found.append((left, insn.value & left, self.insns.index(insn) + 1))
                if not left:
                    break
            if not found or found[-1][0]:
                found.append((0, 0, 0))
            key = tuple(found)
            if key not in known:
                known[key] = len(rows)
                rows.extend(found)
            starts.append(known[key])
        if len(rows) > 65535:
            raise SpecError("%s: more than 65535 rows; choose other index bits" % self.path)
        return starts, rows

    def formats(self):
        found = {}
        for insn in self.insns:
            key = insn.format_key()
            if (key[1] or key[2]) and key not in found:
                found[key] = (len(found) + 1, insn)
        return found

    def write(self, out):
        upper, formats = self.isa.upper(), self.formats()
        out.write("/* Generated by tools/gen-insn.py from spec/isa/%s: do not edit. SPDX-License-Identifier: MIT OR GPL-2.0-only */\n"
                  % os.path.basename(self.path))
        out.write("#ifndef %s_INSN_TABLE_H\n#define %s_INSN_TABLE_H\n\n" % (upper, upper))
        out.write('#include "isa/generic/fixed.h"\n\n')
        self.write_ops(out, upper)
        out.write("\n/* The tables themselves: for the one file that decodes. */\n#ifdef %s_INSN_TABLES\n\n" % upper)
        self.write_entries(out, upper, formats)
        for width in self.widths:
            self.write_lookup(out, width)
        self.write_extract(out, formats)
        out.write("\n#endif\n#endif\n")

    def write_forms(self, out):
        out.write("/* Generated by tools/gen-insn.py --forms from spec/isa/%s: do not edit. */\n" % os.path.basename(self.path))
        out.write("static const struct { const char *name; int line; unsigned int width, mask, value; } forms[] = {\n")
        for insn in self.insns:
            if insn.verdict == "EMULATE":
                out.write('\t{ "%s", %d, %d, 0x%xu, 0x%xu },\n' % (insn.name, insn.line, insn.width, insn.mask, insn.value))
        out.write("};\n")

    def write_ops(self, out, upper):
        ops = []
        for insn in self.insns:
            if insn.op and insn.op not in ops:
                ops.append(insn.op)
        out.write("enum %s_op {\n\t%s_OP_NONE = 0,\n" % (self.isa, upper))
        out.writelines("\t%s_OP_%s,\n" % (upper, op) for op in ops)
        out.write("\t%s_OP_COUNT\n};\n" % upper)

    def write_entries(self, out, upper, formats):
        out.write("static const struct isa_fixed_entry %s_entries[] = {\n" % self.isa)
        out.write('\t{ .name = "(undecoded)", .tail = ISA_FIXED_TAIL(REJECT, UNDECODED, OTHER, 0) },\n')
        for insn in self.insns:
            flags = "".join(" | ISA_FIXED_" + flag.upper() for flag in FLAGS if flag in insn.flags)
            out.write('\t{ .name = "%s", .flags = 0%s, '
                      '.op = %s_OP_%s, .format = %d, .tail = ISA_FIXED_TAIL(%s, %s, %s, 0%s) },\n'
                      % (insn.name, flags, upper, insn.op or "NONE",
                         formats.get(insn.format_key(), (0, None))[0], insn.verdict, insn.reason, insn.cls, flags))
        out.write("};\n\n")

    def write_lookup(self, out, width):
        starts, rows = self.tables(width)
        out.write("static const struct isa_fixed_row %s_rows%d[] = {\n" % (self.isa, width))
        out.writelines("\t{ 0x%0*xu, 0x%0*xu, %d },\n" % (width // 4, mask, width // 4, value, entry)
                       for mask, value, entry in rows)
        out.write("};\n\nstatic const uint16_t %s_index%d[] = {\n" % (self.isa, width))
        for at in range(0, len(starts), 16):
            out.write("\t%s,\n" % ", ".join(str(start) for start in starts[at:at + 16]))
        out.write("};\n\n")
        index = Field(0, "", "imm")
        index.parts = self.index[width]
        out.write("static inline const struct isa_fixed_entry *%s_lookup%d(uint32_t w)\n{\n" % (self.isa, width))
        out.write("\treturn &%s_entries[isa_fixed_find(&%s_rows%d[%s_index%d[%s]], w)];\n}\n\n"
                  % (self.isa, self.isa, width, self.isa, width, index.expression().replace("(int64_t)", "")))

    def write_extract(self, out, formats):
        out.write("static inline void %s_extract(uint32_t w, unsigned int format, struct isa_insn *in)\n{\n" % self.isa)
        out.write("\tswitch (format) {\n")
        for number, insn in formats.values():
            out.write("\tcase %d: /* %s */\n" % (number, insn.name))
            for field in insn.fields:
                out.write("\t\t%s = %s;\n" % (self.member(field.dest), field.expression()))
            for dest, value in insn.constants.items():
                out.write("\t\t%s = %d;\n" % (self.member(dest), value))
            out.write("\t\tbreak;\n")
        out.write("\tdefault:\n\t\tbreak;\n\t}\n}\n")

    @staticmethod
    def member(dest):
        return "in->imm" if dest == "imm" else "in->operand[%d]" % DESTS.index(dest)


def main():
    args = sys.argv[1:]
    forms = args[:1] == ["--forms"]
    if len(args) - forms != 2:
        print("usage: gen-insn.py [--forms] <isa>.insn <output.h>", file=sys.stderr)
        return 2
    try:
        spec, output = Spec(args[-2]), args[-1]
        spec.read()
        with open(output + ".part", "w", encoding="utf-8") as out:
            (spec.write_forms if forms else spec.write)(out)
        os.replace(output + ".part", output)
    except (SpecError, OSError) as error:
        print("gen-insn: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
