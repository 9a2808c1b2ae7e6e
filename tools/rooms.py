# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""rooms: the rooms of the tree, the arrows between them, circles, and their picture; for tools/check-includes.py.

A room is a folder of code that others use by one header (docs/architecture.md). A contract (isa/isa.h, os/os.h, core/entry.h) is a room of its own:
its users and its implementations both point to it. An arrow A -> B: a file of A includes one of B, or, where objects are looked at,
calls what only B defines and no contract declares.
"""
import collections
import hashlib
import re
import subprocess
from pathlib import Path

TOPS = ("include", "base", "isa", "os", "core", "providers", "userland")
CONTRACTS = {"isa/isa.h": "isa", "os/os.h": "os", "os/process.h": "os", "os/tracepoint.h": "os", "core/entry.h": "core", "include/dtrace/provider.h": "include"}


def room_of(path):
    """The room of a file of the tree, by its path; None: it is in none."""
    if path in CONTRACTS:
        return CONTRACTS[path]
    parts = path.split("/")
    if parts[0] not in TOPS:
        return None
    if parts[0] in ("include", "base"):
        return parts[0]
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def by_includes(files, includes):
    """{(room, room): {(file, file), ...}}, from @files (paths) and includes(path), which gives what a file includes."""
    arrows = collections.defaultdict(set)
    for path in files:
        mine = room_of(path)
        for target in includes(path):
            other = room_of(target)
            if mine and other and mine != other:
                arrows[mine, other].add((path, target))
    return arrows


def symbols_of(build):
    """{source: (defined, undefined)} of every object that CMake made in @build from a file of a room."""
    found, objects = {}, {}
    for path in sorted(Path(build).rglob("*.c.o")):
        source = re.sub(r"/?CMakeFiles/[^/]+\.dir", "", str(path.relative_to(build)))[:-2]
        if room_of(source) is not None and "__" not in source:
            objects[str(path)] = source
            found.setdefault(source, (set(), set()))
    listed = subprocess.run(["nm", "-A", *objects], check=True, capture_output=True, text=True).stdout if objects else ""
    for line in listed.splitlines():
        path, rest = line.split(":", 1)
        kind, name = rest.split()[-2:]
        if kind == "U":
            found[objects[path]][1].add(name)
        elif kind in "TDBRVWG":
            found[objects[path]][0].add(name)
    return found


def by_calls(build, root):
    """The arrows that objects show, beside those that includes show: a call of what only one room defines and no contract declares."""
    declared = "\n".join((Path(root) / path).read_text() for path in CONTRACTS)
    symbols = symbols_of(build)
    homes = collections.defaultdict(set)
    for source, (defined, _) in symbols.items():
        for name in defined:
            homes[name].add(source)
    arrows = collections.defaultdict(set)
    for source, (_, undefined) in symbols.items():
        for name in undefined:
            where = homes.get(name, ())
            rooms = {room_of(home) for home in where}
            if len(rooms) != 1 or re.search(rf"\b{re.escape(name)}\s*[(;\[]", declared):
                continue
            other = rooms.pop()
            if other != room_of(source):
                arrows[room_of(source), other].add((source, f"{sorted(where)[0]} ({name})"))
    return arrows


def circles(arrows):
    """Groups of rooms that reach each other, sorted; [] where arrows go one way."""
    targets = collections.defaultdict(set)
    for a, b in arrows:
        targets[a].add(b)

    def reach(start):
        seen, todo = set(), [start]
        while todo:
            for b in targets[todo.pop()] - seen:
                seen.add(b)
                todo.append(b)
        return seen

    reached = {room: reach(room) for room in {room for arrow in arrows for room in arrow}}
    groups = {tuple(sorted(r for r in reached[room] if room in reached[r])) for room in reached if room in reached[room]}
    return sorted(groups)


def reduced(arrows):
    """The arrows without those that a path through other rooms shows already; of arrows without a circle."""
    targets = collections.defaultdict(set)
    for a, b in arrows:
        targets[a].add(b)

    def longer(a, b):
        todo, seen = [c for c in targets[a] if c != b], set()
        while todo:
            room = todo.pop()
            if room == b:
                return True
            if room not in seen:
                seen.add(room)
                todo += targets[room]
        return False

    return sorted((a, b) for a, b in arrows if not longer(a, b))


def dot(arrows):
    """The picture as text for Graphviz. An arrow that a path through other rooms shows is left out."""
    rooms = sorted({room for arrow in arrows for room in arrow})
    lines = ["// Made by tools/check-includes.py --picture from the includes of the tree.", "digraph rooms {",
             "\trankdir=TB; ranksep=0.5; nodesep=0.25; newrank=true;",
             '\tnode [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11, height=0.3];',
             '\tedge [color="#5a6b7b", arrowsize=0.6];', '\tfontname="Helvetica"; fontsize=12;']
    groups = collections.defaultdict(list)
    for room in rooms:
        groups[room.split("/")[0]].append(room)
    for top, members in sorted(groups.items()):
        inner = [room for room in members if "/" in room]
        if inner:
            lines += [f'\tsubgraph "cluster_{top}" {{', f'\t\tlabel="{top}/"; style="rounded,filled"; color="#c8d2dc"; fillcolor="#f1f5f9";']
        for room in members:
            shape = ', shape=component, fillcolor="#fff6d6"' if room in CONTRACTS.values() and room != "include" else ""
            label = room.split("/")[-1] if "/" in room else {"isa": "isa/isa.h", "os": "os/os.h", "core": "core/entry.h"}.get(room, room + "/")
            lines.append(f'\t{chr(9) if inner else ""}"{room}" [label="{label}"{shape}];')
        if inner:
            lines.append("\t}")
    lines += [f'\t"{a}" -> "{b}";' for a, b in reduced(arrows)]
    return "\n".join([*lines, "}", ""])


def digest(text):
    """A mark for the picture: it identifies the text that it was drawn from."""
    return "drawn from " + hashlib.sha256(text.encode()).hexdigest()[:16]


def draw(text, path):
    """Draw with Graphviz; the picture remembers its text."""
    svg = subprocess.run(["dot", "-Tsvg"], input=text, check=True, capture_output=True, text=True).stdout
    path.write_text(svg.replace("<svg ", f"<!-- {digest(text)} -->\n<svg ", 1))
