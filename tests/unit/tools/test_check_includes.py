#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The include rules hold in the tree, and the checker sees each kind of breach."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CHECKER = ROOT / "tools" / "check-includes.py"

BREACHES = {
    "core includes the kernel": ("core/probe/a.c", "#include <linux/types.h>\n"),
    "core names a CPU": ("core/probe/a.c", "#ifdef __x86_64__\n#endif\n"),
    "core includes a provider": ("core/probe/a.c", '#include "providers/fbt/fbt.h"\n'),
    "a room of the core includes one above it": ("core/dif/a.c", '#include "core/state/state.h"\n'),
    "a room of the core includes the inside of one below it": ("core/state/a.c", '#include "core/dif/machine.h"\n'),
    "a new room of the core that nobody put into the table": ("core/new/a.c", "#include <stdint.h>\n"),
    "base includes a contract": ("base/a.c", '#include "os/os.h"\n'),
    "base includes the C library": ("base/a.c", "#include <string.h>\n"),
    "provider includes the core": ("providers/fbt/a.c", '#include "core/entry.h"\n'),
    "provider includes another provider": ("providers/fbt/a.c", '#include "providers/pid/pid.h"\n'),
    "pure isa includes the os": ("isa/x86/a.c", '#include "os/os.h"\n'),
    "userland includes the core": ("userland/a.c", '#include "core/entry.h"\n'),
    "os/linux includes the core's inside": ("os/linux/a.c", '#include "core/dif/machine.h"\n'),
    "the user ABI includes the C library": ("include/dtrace/a.h", "#include <stdio.h>\n"),
}
HEADERS = ["core/entry.h", "core/dif/machine.h", "core/dif/dif.h", "core/state/state.h", "os/os.h", "providers/fbt/fbt.h", "providers/pid/pid.h", "isa/isa.h"]


def run(root):
    """Exit status of the checker on a tree."""
    return subprocess.run([sys.executable, str(CHECKER), str(root)], stdout=subprocess.PIPE, text=True)


def make(root, files):
    """Write files, given as path -> text, below root."""
    for name, text in files.items():
        path = Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main():
    """Run all cases; print what failed."""
    failures = []
    result = run(ROOT)
    if result.returncode != 0:
        failures.append("the tree itself:\n" + result.stdout)
    with tempfile.TemporaryDirectory() as clean:
        make(clean, {h: "" for h in HEADERS} | {"core/state/a.c": '#include <stdint.h>\n#include "os/os.h"\n#include "core/dif/dif.h"\n'})
        if run(clean).returncode != 0:
            failures.append("a tree without a breach was refused")
    for what, (name, text) in BREACHES.items():
        with tempfile.TemporaryDirectory() as root:
            make(root, {h: "" for h in HEADERS} | {name: text})
            if run(root).returncode != 1:
                failures.append(f"not seen: {what}")
    for failure in failures:
        print(failure)
    print(f"{len(BREACHES) + 2 - len(failures)} of {len(BREACHES) + 2} cases good")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
