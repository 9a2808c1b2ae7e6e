#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
test_errno.py - spec/errno.def has the numbers and names of the headers that are here: the C library's, and those of the kernels that guests run.

What the kernel's <linux/errno.h> names, from 512 on, must all be there; of the numbers below, those of Python's errno module, which is the C library's.
"""
import errno
import os
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
SPEC = dict((name, int(number)) for number, name in re.findall(r"^DT_ERRNO\((\d+), (\w+), ", (TOP / "spec/errno.def").read_text(), re.M))
CACHE = Path(os.environ.get("ANYTRACE_CACHE", Path.home() / ".cache/anytrace"))
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


numbers = sorted(SPEC.values())
check("each number once", len(numbers) == len(set(numbers)))
for number, name in errno.errorcode.items():
    check(f"{name} is {number}", SPEC.get(name) == number or (name in ("EDEADLOCK", "EWOULDBLOCK", "ENOTSUP") and number in numbers))
headers = sorted(CACHE.glob("kernel/*/root/usr/src/linux-headers-*/include/linux/errno.h"))
for header in headers:
    names = re.findall(r"^#define\s+(E\w+)\s+(\d+)", header.read_text(), re.M)
    check(f"{header} has some", len(names) > 10)
    for name, number in names:
        check(f"{name} of {header} is {number}, here {SPEC.get(name)}", SPEC.get(name) == int(number))
print(f"{len(headers)} kernels")
sys.exit(1 if failed else 0)
