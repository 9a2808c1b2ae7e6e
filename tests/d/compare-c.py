#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Random expressions, assignments and structures, by the D compiler and the host engine, and by the C compiler.

  tests/d/compare-c.py DTRACE [SEED]...
  tests/d/compare-c.py --expected PROGRAM.d       the output of one of expr/tst.arithmetic-*.d, by the C compiler

Both must agree: values of expressions over all integer types and bit-fields (which arithmetic.py says in C), values after
compound assignments, sizes of structures and offsets of their members. A difference is repeated with the seed that is printed.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import arithmetic as d

INTEGERS = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
            "long long", "unsigned long long"]
VALUES = ["0", "1", "-1", "5", "127", "128", "255", "256", "-128", "32767", "32768", "65535", "2147483647", "2147483648",
          "-2147483647", "4294967295", "123456789012", "9223372036854775807", "-9223372036854775807"]
CONSTANTS = ["0", "1", "5", "127", "255", "2147483647", "0x80000000", "4294967295", "0xffffffffffffffff", "-1", "100u", "7l", "3ul", "'a'"]
FIELDS = ("struct bits { int a:3; unsigned b:5; long c:33; unsigned long d:20; char e:4; unsigned char f:7; short g:11; "
          "unsigned int h:32; } bits;")
MEMBERS = [("char", 8), ("unsigned char", 8), ("short", 16), ("unsigned short", 16), ("int", 32), ("unsigned int", 32), ("long", 64),
           ("unsigned long", 64), ("void *", 0), ("enum number", 0)]


def kind_of_field(name, bits):
    """In an expression a bit-field is an int when that holds its values."""
    kind = d.TYPES[name.replace(" int", "") if name == "unsigned int" else name]
    return d.INT if bits + (not kind[1]) <= 32 else kind


KINDS = {"v%d" % index: d.TYPES[name] for index, name in enumerate(INTEGERS)}
KINDS.update(("bits." + name, kind_of_field(type_name, int(bits)))
             for type_name, name, bits in re.findall(r"(\w[\w ]*) (\w):(\d+);", FIELDS.split("{")[1]))


def variable():
    return random.choice(["v%d" % random.randrange(len(INTEGERS)), "bits." + random.choice("abcdefgh")])


def expression(depth):
    kind = random.random()
    if depth == 0 or kind < 0.15:
        return variable() if random.random() < 0.75 else random.choice(CONSTANTS)
    if kind < 0.7:
        operator = random.choice("+ - * & | ^ < <= > >= == != && ||".split())
        return "(%s %s %s)" % (expression(depth - 1), operator, expression(depth - 1))
    if kind < 0.76:
        return "(%s %s %s)" % (expression(depth - 1), random.choice("/%"), random.choice(["3", "7", "-5", "100u", "13l", "-9l"]))
    if kind < 0.82:
        return "(%s %s %d)" % (expression(depth - 1), random.choice(["<<", ">>"]), random.randrange(31))
    if kind < 0.9:
        return "(%s %s)" % (random.choice("-~!"), expression(depth - 1))
    if kind < 0.96:
        return "((%s)%s)" % (random.choice(INTEGERS), expression(depth - 1))
    return "(%s ? %s : %s)" % (expression(depth - 1), expression(depth - 1), expression(depth - 1))


def arithmetic():
    """Declarations, and steps: a statement and the expression that is printed after it, both in D and in C."""
    declarations = "".join("%s v%d;" % pair[::-1] for pair in enumerate(INTEGERS)) + FIELDS
    steps = [("v%d" % i, "=", random.choice(VALUES)) for i in range(len(INTEGERS))]
    steps += [("bits." + name, "=", random.choice(VALUES)) for name in "abcdefgh"]
    steps += [(None, None, expression(4)) for _ in range(40)]
    for _ in range(20):
        steps.append((variable(), random.choice("= += -= *= &= |= ^=".split()), expression(2)))
        name, operator = variable(), random.choice("/= %= >>= <<=".split())
        value = random.randrange(15) if operator in (">>=", "<<=") else random.choice(["3", "7", "-5", "100u", "13l", "-9l"])
        steps.append((name, operator, str(value)))
    return declarations, [arithmetic_step(*step) for step in steps]


def arithmetic_step(name, operator, text):
    if not name:
        return "", text, "", d.translate(text, KINDS).text
    shown = d.translate(name, KINDS)
    value = d.translate(text, KINDS)
    if operator != "=":
        value = d.binary(operator[:-1], shown, value)
    return "%s %s %s;" % (name, operator, text), name, "%s = %s;" % (name, value.text), shown.text


def member(number, index, known):
    """One member of structure `number`: its text and the names that offsetof can be asked for."""
    name, kind = "m%d_%d" % (number, index), random.random()
    if kind < 0.38:
        type_name, bits = random.choice([m for m in MEMBERS if m[1]])
        width = random.randrange(1, bits + 1)
        return ("%s : %d;" % (type_name, random.choice([0, width])) if kind < 0.04 else "%s %s : %d;" % (type_name, name, width)), []
    if kind < 0.7:
        return "%s %s;" % (random.choice(MEMBERS)[0], name), [name]
    if kind < 0.82:
        return "%s %s[%d];" % (random.choice(MEMBERS)[0], name, random.randrange(1, 5)), [name]
    if kind < 0.92 and known:
        return "%s %s;" % (random.choice(known), name), [name]
    inner = "%s { %s a%s; char b%s; };" % (random.choice(["struct", "union"]), random.choice(MEMBERS)[0], name, name)
    return inner, ["a" + name, "b" + name]


def layout():
    declarations, steps, known = "enum number { ZERO, ONE };\n", [], []
    for number in range(30):
        full = "%s s%d" % (random.choice(["struct", "struct", "union"]), number)
        members = [member(number, index, known) for index in range(random.randrange(1, 8))]
        declarations += "%s { %s };\n" % (full, " ".join(text for text, _ in members))
        steps.append(("", "sizeof (%s)" % full))
        steps += [("", "offsetof(%s, %s)" % (full, name)) for _, names in members for name in names]
        known.append(full)
    return declarations, [step + step for step in steps]


def c_program(declarations, steps):
    lines = ['%s printf("%%llx\\n", (unsigned long long)(%s));' % step[2:] for step in steps]
    return "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n" + declarations + "int main(void) {\n" + "\n".join(lines) + "\n}\n"


def d_program(declarations, steps):
    lines = ['BEGIN { %s printf("%%llx\\n", (unsigned long long)(%s)); }' % step[:2] for step in steps]
    return "#pragma D option quiet\n" + declarations + "\n" + "\n".join(lines) + "\nBEGIN { exit(0); }\n"


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("%s: status %d\n%s" % (" ".join(words), done.returncode, done.stderr[:2000]))
    return done.stdout


def run_c(folder, text):
    (folder / "p.c").write_text(text)
    run(["cc", "-w", "-fwrapv", "-O0", str(folder / "p.c"), "-o", str(folder / "p")])
    return run([str(folder / "p")])


def compare(dtrace, folder, seed, make):
    random.seed(seed)
    declarations, steps = make()
    (folder / "p.d").write_text(d_program(declarations, steps))
    by_c, by_d = run_c(folder, c_program(declarations, steps)).split(), run([dtrace, "-s", str(folder / "p.d")]).split()
    if len(by_c) != len(by_d):
        sys.exit("%s, seed %d: %d values by C, %d by D" % (make.__name__, seed, len(by_c), len(by_d)))
    for (statement, shown, _, _), c_value, d_value in zip(steps, by_c, by_d):
        if c_value != d_value:
            sys.exit("%s, seed %d: %s %s is %s by C, %s by D" % (make.__name__, seed, statement, shown, c_value, d_value))
    return len(steps)


def expected(folder, path):
    """The output of a program of declarations, assignments of constants, and values that are printed with their sizes."""
    text = path.read_text()
    kinds = {name: d.TYPES[type_name] for type_name, name in re.findall(r"^(\w+) (\w+);", text, re.M)}
    lines = ["%s %s;" % (d.number_type(*kind), name) for name, kind in kinds.items()]
    lines += ["%s = %s;" % pair for pair in re.findall(r"^(\w+) = \(\w+\)(\w+);", text, re.M)]
    for number, shown, again in re.findall(r'"(\d+) %d %d\\n", \(int64_t\)\((.*)\), sizeof\((.*)\)\);', text):
        if shown != again:
            sys.exit("line %s prints two expressions" % number)
        node = d.translate(shown, kinds)
        lines.append('printf("%s %%lld %d\\n", (long long)%s);' % (number, node.kind[0], node.text))
    return run_c(folder, "#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + '\nputs("");\n}\n')


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--expected":
        with tempfile.TemporaryDirectory() as name:
            sys.stdout.write(expected(pathlib.Path(name), pathlib.Path(sys.argv[2])))
        return
    seeds = [int(word) for word in sys.argv[2:]] or [1, 2, 3]
    with tempfile.TemporaryDirectory() as name:
        for make in (arithmetic, layout):
            values = sum(compare(sys.argv[1], pathlib.Path(name), seed, make) for seed in seeds)
            print("%s: %d values agree" % (make.__name__, values))


if __name__ == "__main__":
    main()
