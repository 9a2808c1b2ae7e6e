#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""check-includes: who may include whom.

Reads every C file of the tree and fails on an include that the table below does not allow (docs/architecture.md explains the layers),
on rooms that include each other in a circle, and on a picture of them (docs/rooms.svg) that is out of date. A file belongs to the first layer whose path pattern matches. Exit status 1 when
something is wrong.

    check-includes.py [ROOT]              the check
    check-includes.py --rooms [ROOT]      prints the rooms, the arrows between them and how many includes each stands for, the circles
    check-includes.py --objects BUILD     the check for calls: circles of rooms in the objects of a CMake build
    check-includes.py --picture [ROOT]    draws docs/rooms.svg, and docs/rooms.dot for the check that the picture is right
"""

import argparse
import re
import sys
from pathlib import Path

import rooms
from isas import ISAS

ROOT = Path(__file__).resolve().parent.parent
FREESTANDING = ["stdint.h", "stddef.h", "stdbool.h", "stdarg.h", "limits.h"]
USER = ["include/dtrace/*"]
BASE = ["base/*"] + USER  # what every layer of the tracer may use
LIBRARY = ["include/dtrace.h"]

# The rooms of core/, from the bottom up: what each may use, all of it above its own row, so that there is no circle. A room is entered by one header, core/<room>/<room>.h; core/entry.h is the
# operating system's way in.
CORE_ROOMS = {
    "framework": [],
    "rights": [],
    "buffer": ["framework"],
    "probe": ["framework"],
    "unwind": [],
    "watch": [],
    "dif": ["framework", "rights", "buffer", "probe", "unwind"],
    "state": ["framework", "rights", "buffer", "dif"],
    "enabling": ["framework", "rights", "buffer", "probe", "dif", "state"],
    "fire": ["framework", "rights", "buffer", "probe", "dif", "state", "enabling", "unwind"],
    "usdt": [],
    "consumer": ["framework", "rights", "buffer", "probe", "dif", "state", "enabling", "fire", "unwind", "usdt", "watch"],
    "site": ["probe", "fire"],
}


def userland_rooms(root):
    """The rooms of userland/, room -> those that it may use, as the file userland/ROOMS has them."""
    rows = [line.split(":") for line in (root / "userland/ROOMS").read_text().splitlines() if not line.startswith("#")]
    return {room: uses.split() for room, uses in rows}


def room_order(rooms):
    """Whether each room uses only rooms of rows above its own: then there is no circle."""
    names = list(rooms)
    return all(r in names and names.index(r) < names.index(room) for room, uses in rooms.items() for r in uses)


def userland_rows():
    """A row of LAYERS for each room of userland/."""
    rooms = userland_rooms(ROOT)
    assert room_order(rooms), "userland/ROOMS is not in order"
    shared = ["spec/*", "generated"] + BASE + LIBRARY
    own = {"process": ["isa/isa.h"], "tracee": ["isa/isa.h"]}  # they decode instructions, read registers
    return [(f"userland/{room}", f"userland/{room}/", shared + [f"userland/{room}/*"] + [f"userland/{r}/{r}.h" for r in uses] + own.get(room, []), ["*"])
            for room, uses in rooms.items()]


def core_rows():
    """A row of LAYERS for each room of core/."""
    assert room_order(CORE_ROOMS), "CORE_ROOMS is not in order"
    shared = ["isa/isa.h", "os/os.h", "os/subject.h", "spec/*", "generated"] + BASE
    own = {"consumer": ["core/entry.h", "os/process.h"], "dif": ["isa/native.h"], "fire": ["core/dif/formula.h", "core/entry.h"], "site": ["core/entry.h", "isa/jump.h"], "unwind": ["core/entry.h", "os/process.h"], "watch": ["core/entry.h", "os/process.h"]}
    return [(f"core/{room}", f"core/{room}/", shared + [f"core/{room}/*"] + [f"core/{r}/{r}.h" for r in uses] + own.get(room, []),
             ["isa_types.h"] + FREESTANDING) for room, uses in CORE_ROOMS.items()]


# layer, path pattern, what it may include: tree paths (patterns) and system headers (patterns). First match wins.
LAYERS = [
    ("user ABI", r"include/dtrace/", ["include/dtrace/*", "spec/*"], FREESTANDING),
    ("published for programs that make DOF", r"include/sys/dtrace\.h", [], FREESTANDING),
    ("libdtrace's interface", r"include/dtrace\.h", USER, FREESTANDING + ["stdio.h", "sys/types.h"]),
    ("base", r"base/", ["base/*", "include/dtrace/compiler.h"], FREESTANDING),
    ("freestanding shims", r"os/linux/freestanding/", [], ["linux/*", "asm/*"]),
    ("isa contract", r"isa/(isa|jump|native)\.h", ["isa/isa.h", "spec/isa.def"] + BASE, FREESTANDING),
    ("isa pure", r"isa/", ["isa/*", "spec/*", "generated"] + BASE, FREESTANDING),
    ("os contract", r"os/(os|space|tracepoint|counter|adapter|process|subject)\.h", ["os/os.h", "os/space.h", "spec/providers/*"] + BASE, FREESTANDING),
    ("os/linux", r"os/linux/", ["os/*", "isa/isa.h", "isa/jump.h", "core/entry.h", "providers/providers.h", "spec/*", "generated"]
     + BASE, ["linux/*", "asm/*", "asm-generic/*", "uapi/*", "net/*", "trace/*", "isa_types.h"] + FREESTANDING),
    ("os/host", r"os/host/", ["os/*", "isa/isa.h", "core/entry.h", "providers/providers.h", "spec/provider.def"] + BASE, ["*"]),
    *core_rows(),
    ("core", r"core/[^/]+$", USER, FREESTANDING),
    ("providers list", r"providers/providers\.h", ["spec/provider.def"], []),
    ("provider", r"providers/([^/]+)/", ["providers/{1}/*", "providers/exits/exits.h", "providers/derived/derived.h", "providers/providers.h", "isa/isa.h", "os/os.h", "os/space.h", "os/process.h", "os/tracepoint.h", "os/counter.h",
                                      "os/adapter.h", "spec/providers/*", "generated"] + BASE,
     ["isa_types.h"] + FREESTANDING),
    *userland_rows(),
    ("what commands share", r"userland/settings/", ["userland/settings/*", "include/dtrace.h"], ["*"]),
    ("lockstat", r"userland/lockstat/", ["userland/lockstat/*", "userland/settings/settings.h", "include/dtrace.h"], ["*"]),
    ("plockstat", r"userland/plockstat/", ["userland/plockstat/*", "userland/settings/settings.h", "include/dtrace.h"], ["*"]),
    ("export", r"userland/export/", ["userland/export/*", "userland/settings/settings.h", "include/dtrace.h"], ["*"]),
    ("the commands", r"userland/cmd/", ["userland/cmd/*", "userland/settings/settings.h", "userland/words/words.h", "spec/*"] + USER + LIBRARY, ["*"]),
]

# Headers of the tree that are found by name because a target's include path says so.
BY_NAME = {
    "isa_types.h": None,
}
# Headers of other projects that one room alone includes, so that the others do not depend on them.
PRIVATE = {"libelf.h": "userland/elf/", "gelf.h": "userland/elf/", "elf.h": "userland/elf/", "elfutils/libdw.h": "userland/elf/", "dwarf.h": "userland/elf/", "json-c/json.h": "userland/output/"}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
FORBIDDEN_IF = re.compile(r"^\s*#\s*(?:if|ifdef|elif)\b.*\b__(" + "|".join([*ISAS, "arm", "riscv"]) + r")\w*")
NO_CPU_NAMES = re.compile(r"^(base|core|providers|os/host)/")


def allowed(name, patterns):
    """Whether a path matches one of the patterns (a trailing * matches the rest of the path)."""
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


def included(root, path):
    """The files of the tree that a file includes."""
    for line in (root / path).read_text().splitlines():
        found = INCLUDE.match(line)
        target = found and BY_NAME.get(found.group(2), "") is not None and resolve(root, root / path, found.group(2))
        if target and target != "generated":
            yield target


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
            good = allowed(name, system) and relative.startswith(PRIVATE.get(name, ""))
        else:
            good = allowed(target, tree)
        if not good:
            complaints.append(f"{relative}:{number}: {layer} may not include {name}" + (f" ({target})" if target else ""))
    return complaints


def tree(root):
    """Every C file of the layers."""
    return sorted(p for top in rooms.TOPS for p in (root / top).rglob("*") if p.suffix in (".c", ".h", ".S", ".def"))


def say_circles(arrows):
    """The circles of rooms, each with an example of what ties it; how many there are."""
    found = rooms.circles(arrows)
    for circle in found:
        print(f"circle: {' '.join(circle)}")
        for (a, b), ties in sorted(arrows.items()):
            if a in circle and b in circle:
                source, target = sorted(ties)[0]
                print(f"    {a} -> {b}: {source} -> {target}" + (f", and {len(ties) - 1} more" if len(ties) > 1 else ""))
    return len(found)


def picture_complaints(root, text):
    """Whether docs/ has the picture of the rooms as they are; a tree without docs/ has none."""
    if not (root / "docs").is_dir():
        return
    kept, drawn = root / "docs/rooms.dot", root / "docs/rooms.svg"
    if not kept.is_file() or kept.read_text() != text:
        yield "docs/rooms.dot is not what the tree is now: tools/check-includes.py --picture draws it again"
    elif not drawn.is_file() or rooms.digest(text) not in drawn.read_text():
        yield "docs/rooms.svg was not drawn from docs/rooms.dot: tools/check-includes.py --picture draws it again"


def main():
    """Check the whole tree, or do what an option says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=ROOT, type=Path)
    parser.add_argument("--rooms", action="store_true")
    parser.add_argument("--objects", metavar="BUILD", type=Path)
    parser.add_argument("--picture", action="store_true")
    options = parser.parse_args()
    root = options.root.resolve()
    files = tree(root)
    arrows = rooms.by_includes([str(p.relative_to(root)) for p in files], lambda path: included(root, path))

    if options.picture:
        text = rooms.dot(arrows)
        (root / "docs/rooms.dot").write_text(text)
        rooms.draw(text, root / "docs/rooms.svg")
        return 0
    if options.objects:
        calls = rooms.by_calls(options.objects, root)
        count = say_circles(calls)
        print(f"check-includes: {len(calls)} arrows by calls, {count} circles")
        return 1 if count or not calls else 0
    if options.rooms:
        names = sorted({room for arrow in arrows for room in arrow})
        print(f"{len(names)} rooms")
        for name in names:
            print(f"    {name}")
        print(f"{len(arrows)} arrows")
        for (a, b), ties in sorted(arrows.items()):
            print(f"    {a} -> {b}: {len(ties)}")
        count = say_circles(arrows)
        print(f"{count} circles")
        return 1 if count else 0
    complaints = [c for p in files for c in check_file(root, p)]
    complaints += picture_complaints(root, rooms.dot(arrows))
    for complaint in complaints:
        print(complaint)
    count = say_circles(arrows)
    print(f"check-includes: {len(files)} files, {len(complaints)} complaints, {count} circles of rooms")
    return 1 if complaints or count or not files else 0


if __name__ == "__main__":
    sys.exit(main())
