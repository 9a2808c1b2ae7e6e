#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""check-includes: who may include whom.

Reads every C file of the tree and fails on an include that the table below does not allow (docs/architecture.md explains the layers).
A file belongs to the first layer whose path pattern matches. Usage: check-includes.py [ROOT]; exit status 1 when something is wrong.
"""

import re
import sys
from pathlib import Path

FREESTANDING = ["stdint.h", "stddef.h", "stdbool.h", "stdarg.h", "limits.h"]
USER = ["include/dtrace/*"]
BASE = ["base/*"] + USER  # what every layer of the tracer may use
LIBRARY = ["include/dtrace.h"]

# The rooms of core/, from the bottom up: what each may use, all of it above its own row, so that there is no circle. A room is entered by one header, core/<room>/<room>.h; core/entry.h is the
# operating system's way in.
CORE_ROOMS = {
    "framework": [],
    "buffer": ["framework"],
    "probe": ["framework"],
    "dif": ["buffer", "probe"],
    "state": ["framework", "buffer", "dif"],
    "enabling": ["framework", "buffer", "probe", "dif", "state"],
    "fire": ["framework", "buffer", "probe", "dif", "state", "enabling"],
    "consumer": ["framework", "buffer", "probe", "dif", "state", "enabling", "fire"],
    "site": ["probe"],
}


def core_rows():
    """A row of LAYERS for each room of core/."""
    names = list(CORE_ROOMS)
    assert all(names.index(r) < names.index(room) for room, uses in CORE_ROOMS.items() for r in uses), "CORE_ROOMS is not in order"
    shared = ["isa/isa.h", "os/os.h", "spec/*", "generated"] + BASE
    own = {"consumer": ["core/entry.h", "core/version.h"], "site": ["core/entry.h"]}
    return [(f"core/{room}", f"core/{room}/", shared + [f"core/{room}/*"] + [f"core/{r}/{r}.h" for r in uses] + own.get(room, []),
             ["isa_types.h"] + FREESTANDING) for room, uses in CORE_ROOMS.items()]


# layer, path pattern, what it may include: tree paths (patterns) and system headers (patterns). First match wins.
LAYERS = [
    ("user ABI", r"include/dtrace/", ["include/dtrace/*", "spec/*"], FREESTANDING),
    ("libdtrace's interface", r"include/dtrace\.h", USER, FREESTANDING + ["stdio.h"]),
    ("base", r"base/", ["base/*", "include/dtrace/compiler.h"], FREESTANDING),
    ("freestanding shims", r"os/linux/freestanding/", [], ["linux/*", "asm/*"]),
    ("isa contract", r"isa/isa\.h", ["spec/isa.def"] + BASE, FREESTANDING),
    ("isa host table", r"isa/generic/all\.c", ["isa/isa.h", "spec/isa.def"], ["string.h"]),
    ("isa pure", r"isa/", ["isa/*", "spec/*", "generated"] + BASE, FREESTANDING),
    ("os contract", r"os/os\.h", BASE, FREESTANDING),
    ("os/linux", r"os/linux/", ["os/*", "isa/isa.h", "core/entry.h", "providers/providers.h", "spec/*", "generated"]
     + BASE, ["linux/*", "asm/*", "asm-generic/*", "uapi/*", "net/*", "trace/*", "isa_types.h"] + FREESTANDING),
    ("os/host", r"os/host/", ["os/*", "core/entry.h", "providers/providers.h", "spec/provider.def"] + BASE, ["*"]),
    *core_rows(),
    ("core", r"core/[^/]+$", USER, FREESTANDING),
    ("providers list", r"providers/providers\.h", ["spec/provider.def"], []),
    ("provider", r"providers/([^/]+)/", ["providers/{1}/*", "providers/providers.h", "isa/isa.h", "os/os.h", "generated"] + BASE,
     ["isa_types.h"] + FREESTANDING),
    ("userland", r"userland/", ["userland/*", "spec/*", "generated"] + USER + LIBRARY, ["*"]),
]

# Headers of the tree that are found by name because a target's include path says so.
BY_NAME = {
    "isa_types.h": None,
}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
FORBIDDEN_IF = re.compile(r"^\s*#\s*(?:if|ifdef|elif)\b.*\b__(x86_64|i386|aarch64|arm|riscv)\w*")
NO_CPU_NAMES = re.compile(r"^(base|core|providers|os/host)/")


def allowed(name, patterns):
    """Whether a path matches one of the patterns (a trailing * matches everything behind it)."""
    for pattern in patterns:
        if name == pattern or pattern == "*" or (pattern.endswith("*") and name.startswith(pattern[:-1])):
            return True
    return False


def resolve(root, path, name):
    """The tree path that an include means, or None for a header from outside the tree."""
    for base in (path.parent, root, root / "include", root / "userland"):
        candidate = (base / name).resolve()
        if candidate.is_file() and root in candidate.parents:
            return str(candidate.relative_to(root))
    if re.search(r"(_(table|gen|generated)\.h|\.inc|^dt_version\.h)$", name):
        return "generated"
    return None


def check_file(root, path):
    """All complaints about one file."""
    relative = str(path.relative_to(root))
    for layer, pattern, tree, system in LAYERS:
        match = re.match(pattern, relative)
        if match:
            break
    else:
        return [f"{relative}: in no row of the table of tools/check-includes.py"]
    if match.groups():
        tree = [t.replace("{1}", match.group(1) or "") for t in tree]
    complaints = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if NO_CPU_NAMES.match(relative) and FORBIDDEN_IF.match(line):
            complaints.append(f"{relative}:{number}: {layer}: a CPU's name in #if: {line.strip()}")
        found = INCLUDE.match(line)
        if not found:
            continue
        name = found.group(2)
        target = None if name in BY_NAME and BY_NAME[name] is None else resolve(root, path, name)
        if target is None:
            good = allowed(name, system)
        else:
            good = allowed(target, tree)
        if not good:
            complaints.append(f"{relative}:{number}: {layer} may not include {name}" + (f" ({target})" if target else ""))
    return complaints


def main():
    """Check the whole tree."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    files = sorted(p for top in ("include", "base", "core", "isa", "os", "providers", "userland") for p in (root / top).rglob("*")
                   if p.suffix in (".c", ".h", ".S", ".def"))
    complaints = [c for p in files for c in check_file(root, p)]
    for complaint in complaints:
        print(complaint)
    print(f"check-includes: {len(files)} files, {len(complaints)} complaints")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main())
