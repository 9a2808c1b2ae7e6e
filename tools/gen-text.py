#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-text.py OUT HEADER NAME FILE - a file as a text of C: const char NAME[], which HEADER declares."""
import pathlib
import sys


def main():
    out, header, name, path = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    lines = [f"/* Made by tools/gen-text.py from {path.name}. */", f'#include "{header}"', "", f"const char {name}[] ="]
    for line in path.read_text().splitlines():
        lines.append('\t"%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("??", "?\\?"))
    lines[-1] += ";"
    pathlib.Path(out).write_text("\n".join([*lines, ""]))


main()
