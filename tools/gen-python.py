#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-python - writes what the Python package knows of libdtrace: the declarations of include/dtrace.h, for cffi.

    tools/gen-python.py OUT INCLUDE COMPILER [OPTION...]

OUT is a Python module with an object ffi (cffi calls this "out-of-line, ABI mode"): it needs no compiler where it is installed, and is the same on all
CPUs, because sizes and places of members are found out when it is loaded. COMPILER expands the header. Declarations and constants of the tree's
own headers are taken, those of the system's are not: cffi knows their types. Needs python3-cffi.
"""
import contextlib
import io
import re
import subprocess
import sys

import cffi

# What a declaration of dtrace.h uses that cffi does not know, and what the package calls of the C library.
BEFORE = """
typedef int pid_t;
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
"""
PLACE = re.compile(r'# \d+ "([^"]*)"')
CONSTANT = re.compile(r"#define (DTRACE[A-Z0-9_]*) \(?(-?(?:0x[0-9a-fA-F]+|[0-9]+))[uUlL]*\)?$")
# a list of functions, declared by the name of their type
WALKS = re.compile(r"^dtrace_aggregate_walk_f (dtrace_[^;]*);", re.M)
WALK = "int {}(dtrace_hdl_t *dtp, dtrace_aggregate_f *fn, void *arg);"


def expanded(include, compiler):
    """The lines of the tree's headers, expanded, with their #defines."""
    command = [*compiler, "-E", "-dD", "-x", "c", "-I", include, f"{include}/dtrace.h"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    tree = include.rstrip("/").rsplit("/", 1)[0] + "/"
    ours = False
    for line in text.splitlines():
        place = PLACE.match(line)
        if place:
            ours = place[1].startswith(tree)
        elif ours:
            yield line


def declarations(include, compiler):
    """The declarations as cffi reads them."""
    lines = []
    for line in expanded(include, compiler):
        if not line.startswith("#"):
            lines.append(line)
            continue
        constant = CONSTANT.match(line)
        if constant:
            lines.append(f"#define {constant[1]} {constant[2]}")
    return BEFORE + WALKS.sub(lambda found: "\n".join(WALK.format(name.strip()) for name in found[1].split(",")), "\n".join(lines))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    out, include, *compiler = sys.argv[1:]
    ffi = cffi.FFI()
    ffi.cdef(declarations(include, compiler))
    ffi.set_source("anytrace._ffi", None)
    with contextlib.redirect_stdout(io.StringIO()):  # it says which file it writes
        ffi.emit_python_code(out)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"# Made by tools/gen-python.py of include/dtrace.h.\n{text}")


if __name__ == "__main__":
    main()
