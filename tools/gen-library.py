#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-library.py OUT FILE.d... - the D library as a table of C: struct ldt_builtin_library { name, text }."""
import pathlib
import sys


def main():
    out, files = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    lines = ["/* Made by tools/gen-library.py from userland/lib. */", '#include "compiler/library.h"', "",
             "const struct ldt_builtin_library ldt_builtin_libraries[] = {"]
    for path in sorted(files, key=lambda path: path.name):
        lines.append('\t{ "%s",' % path.name)
        for line in path.read_text().splitlines():
            lines.append('\t  "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t"))
        lines[-1] += " },"
    lines += ["\t{ 0, 0 },", "};", ""]
    pathlib.Path(out).write_text("\n".join(lines))


main()
