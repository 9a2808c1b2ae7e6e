#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tests/bench/where.py: which function an instruction belongs to, and which measurement counts."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "tests" / "bench" / "where.py"

OUTPUT = """\
32000
symbol ffffffff81000000 T _text
symbol ffffffff81000000 T startup_64
symbol ffffffff81000100 T do_syscall_64
symbol ffffffffc0000000 t fire\t[dtrace]
ok
"""
# one round is 1,000 calls; the first measurement does not count
COUNTS = """\
rounds 1
ffffffff81000100 99000
rounds 2
401000 2000
ffffffff81000104 4000
ffffffff81000100 2000
ffffffff81000004 2
ffffffffc0000008 3000
ffffffffc0000000 3000
ffffffffc0080000 2000
"""
NAMES = """\
                 U missing
0000000000400f00 T main
0000000000401100 d data
"""
TABLE = """\
instructions  function
        3.00  do_syscall_64
        3.00  fire [dtrace]
        1.00  (program)
        1.00  (stub or slot)
        8.00  all
"""
EACH = """\
    executed  place
        1.00  401000  (program)+0x0
        1.00  ffffffff81000100  do_syscall_64+0x0
        2.00  ffffffff81000104  do_syscall_64+0x4
        1.50  ffffffffc0000000  fire [dtrace]+0x0
        1.50  ffffffffc0000008  fire [dtrace]+0x8
        1.00  ffffffffc0080000  (stub or slot)+0x0
"""


def where(*arguments):
    return subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=True).stdout


with tempfile.TemporaryDirectory() as folder:
    output, counts, names = (Path(folder) / name for name in ("output", "counts", "names"))
    output.write_text(OUTPUT)
    counts.write_text(COUNTS)
    names.write_text(NAMES)
    named = TABLE.replace("(program)", "main (program)")
    for arguments, programs, wanted in [((), (), TABLE), (("--each",), (), TABLE + "\n" + EACH), ((), (str(names),), named)]:
        got = where(*arguments, str(output), str(counts), *programs)
        if got != wanted:
            sys.exit(f"where.py {arguments}:\n{got}wanted\n{wanted}")
