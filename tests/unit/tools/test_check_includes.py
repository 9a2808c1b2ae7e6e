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
    "a room of userland includes one that it does not use": ("userland/compiler/a.c", '#include "consumer/consumer.h"\n'),
    "a room of userland includes one above it": ("userland/types/a.c", '#include "handle/handle.h"\n'),
    "a room of userland includes the inside of one below it": ("userland/compiler/a.c", '#include "types/btf.h"\n'),
    "the command includes the inside of libdtrace": ("userland/cmd/a.c", '#include "handle/handle.h"\n'),
    "a new room of userland that nobody put into the list": ("userland/new/a.c", "#include <stdint.h>\n"),
    "a room of userland uses a library that is another room's": ("userland/types/a.c", "#include <libelf.h>\n"),
    "userland includes the core": ("userland/compiler/a.c", '#include "core/entry.h"\n'),
    "os/linux includes the core's inside": ("os/linux/a.c", '#include "core/dif/machine.h"\n'),
    "the user ABI includes the C library": ("include/dtrace/a.h", "#include <stdio.h>\n"),
}
# Three rooms in a circle, each include of which the table allows.
CIRCLE = {"isa/x86/a.c": '#include "isa/generic/b.h"\n', "isa/generic/b.h": '#include "isa/new/c.h"\n', "isa/new/c.h": '#include "isa/x86/d.h"\n',
          "isa/x86/d.h": ""}
# The same by calls: objects of a CMake build, where nothing was included.
CALLS = {"isa/x86/a.c": "void call_back(void); void call_there(void); void call_there(void) { call_back(); }\n", "isa/generic/b.c": "void call_there(void); void call_back(void); void call_back(void) { call_there(); }\n"}
HEADERS = ["core/entry.h", "core/dif/machine.h", "core/dif/dif.h", "core/state/state.h", "userland/handle/handle.h", "userland/types/btf.h", "userland/types/types.h",
           "userland/consumer/consumer.h", "os/os.h", "providers/fbt/fbt.h", "providers/pid/pid.h", "isa/isa.h"]


def run(*arguments):
    """The checker's exit status and output."""
    return subprocess.run([sys.executable, str(CHECKER), *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def compile_all(build, sources):
    """The objects of sources, where CMake would put them."""
    for name, text in sources.items():
        folder, file = name.rsplit("/", 1)
        make(build, {f"{folder}/CMakeFiles/lib.dir/{file}": text})
        path = Path(build) / folder / "CMakeFiles/lib.dir" / file
        subprocess.run(["cc", "-c", path, "-o", f"{path}.o"], check=True)


def circles_seen():
    """What is wrong with how circles of rooms are seen."""
    with tempfile.TemporaryDirectory() as root:
        make(root, {h: "" for h in HEADERS} | CIRCLE)
        result = run(root)
        if result.returncode != 1 or "circle: isa/generic isa/new isa/x86\n" not in result.stdout or " 0 complaints, 1 circles" not in result.stdout:
            yield "a circle of three rooms was not seen:\n" + result.stdout
        if run("--rooms", root).returncode != 1:
            yield "--rooms did not see the circle"
    with tempfile.TemporaryDirectory() as root:
        make(root, {h: "" for h in HEADERS} | {"docs/rooms.dot": "digraph rooms {}\n"})
        if run(root).returncode != 1 or "docs/rooms.dot is not what the tree is now" not in run(root).stdout:
            yield "a picture of other rooms was not seen"
    with tempfile.TemporaryDirectory() as build:
        compile_all(build, CALLS)
        result = run("--objects", build)
        if result.returncode != 1 or "circle: isa/generic isa/x86\n" not in result.stdout:
            yield "a circle by calls was not seen:\n" + result.stdout
    with tempfile.TemporaryDirectory() as build:
        compile_all(build, {"isa/x86/a.c": CALLS["isa/x86/a.c"], "isa/generic/b.c": "void call_back(void); void call_back(void) { }\n"})
        result = run("--objects", build)
        if result.returncode != 0 or "1 arrows by calls, 0 circles" not in result.stdout:
            yield "calls one way were refused:\n" + result.stdout


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
        make(clean, {h: "" for h in HEADERS} | {"core/state/a.c": '#include <stdint.h>\n#include "os/os.h"\n#include "core/dif/dif.h"\n',
                                              "userland/compiler/a.c": '#include <stdlib.h>\n#include "types/types.h"\n'})
        if run(clean).returncode != 0:
            failures.append("a tree without a breach was refused")
    for what, (name, text) in BREACHES.items():
        with tempfile.TemporaryDirectory() as root:
            make(root, {h: "" for h in HEADERS} | {name: text})
            if run(root).returncode != 1:
                failures.append(f"not seen: {what}")
    failures += circles_seen()
    for failure in failures:
        print(failure)
    print(f"{len(BREACHES) + 7 - len(failures)} of {len(BREACHES) + 7} cases good")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
