#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-insn.py <top of the tree> <folder for outputs> [C compiler] - tests of tools/gen-insn.py.

insn/err_*.insn must be refused with the text after `# expect:`, at a line, and leave no output. insn/ok_*.insn must be accepted;
their output is compiled and asked for the words of the lines `# WIDTH WORD NAME`.
"""
import glob
import os
import re
import subprocess
import sys


def lines_of(path, pattern):
    with open(path, encoding="utf-8") as spec:
        return [found.groups() for found in (re.match(pattern, line) for line in spec) if found]


def generate(top, spec, output):
    if os.path.exists(output):
        os.remove(output)
    return subprocess.run([sys.executable, os.path.join(top, "tools/gen-insn.py"), spec, output], capture_output=True, text=True)


def refused(top, spec, output):
    expected = lines_of(spec, r"# expect: (.*)$")
    ran = generate(top, spec, output)
    if ran.returncode != 1 or os.path.exists(output):
        return "accepted (exit %d)" % ran.returncode
    if not expected or expected[0][0] not in ran.stderr:
        return "said: " + ran.stderr.strip()
    return None


def accepted(top, spec, output, compiler):
    name = os.path.basename(spec).split(".")[0]
    ran = generate(top, spec, output)
    if ran.returncode != 0:
        return "refused: " + ran.stderr.strip()
    asked = lines_of(spec, r"# (16|32) (0x[0-9a-f]+) (\S+)$")
    if not asked:
        return "asks nothing"
    with open(output + ".c", "w", encoding="utf-8") as code:
        code.write("#define %s_INSN_TABLES\n#include <stdio.h>\n#include <string.h>\n#include \"%s\"\n"
                   "int main(void)\n{\n\tint wrong = 0;\n" % (name.upper(), output))
        for width, word, wanted in asked:
            code.write('\tif (strcmp(%s_lookup%s(%su)->name, "%s") != 0)\n\t\twrong = 1, printf("%s is %%s, not %s\\n", '
                       '%s_lookup%s(%su)->name);\n' % (name, width, word, wanted, word, wanted, name, width, word))
        code.write("\treturn wrong;\n}\n")
    build = [compiler, "-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function", "-I" + top, "-I" + os.path.join(top, "include"),
             "-o", output + ".run", output + ".c"]
    ran = subprocess.run(build, capture_output=True, text=True)
    if ran.returncode != 0:
        return "does not compile: " + ran.stderr
    ran = subprocess.run([output + ".run"], capture_output=True, text=True)
    return ran.stdout.strip() if ran.returncode != 0 else None


def main():
    top, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    compiler = sys.argv[3] if len(sys.argv) > 3 else "cc"
    os.makedirs(out, exist_ok=True)
    count = failures = 0
    for spec in sorted(glob.glob(os.path.join(top, "tests/gen/insn/*.insn"))):
        output = os.path.join(out, os.path.basename(spec) + ".h")
        error = (refused(top, spec, output) if os.path.basename(spec).startswith("err_")
                 else accepted(top, spec, output, compiler))
        count += 1
        if error:
            failures += 1
            print("%s: %s" % (os.path.basename(spec), error))
    print("%d specs, %d failures" % (count, failures))
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
