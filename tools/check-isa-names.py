#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""check-isa-names: the name of a CPU is in that CPU's own files and in spec/isa.def, and nowhere else.

    check-isa-names.py [ROOT]       exit status 1 when a name is where it may not be

A port to a new CPU must not need a search for code that depends on the others (docs/adding-an-isa.md). Comments and documents may name
one, and so may the files in tools/isa-names.allow: a glob, then the reason. A line there that exempts nothing is an error, too.
"""
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

from isas import ISAS, facts

# Where a CPU's own things are.
OWN = ("isa/*/*", "spec/isa.def", "spec/isa/*", "toolchains/*.conf", "os/linux/cpu_*", "os/linux/SOURCES.*", "tests/isa/*", "tests/unit/isa/*")
DOCUMENTS = ("*.md", "*.1", "*.8", "docs/*", "LICENSE")


def names():
    """The names of all CPUs, and what else they are called."""
    found = {"riscv"}
    for isa in ISAS:
        known = facts(isa)
        found |= {isa, known["isa_deb"], *known["isa_processors"].split(), known["isa_triplet"].split("-")[0]}
    return found


def without_comments(path, text):
    """The text with comments blanked, line by line as it was."""
    def blank(match):
        return "\n" * match.group(0).count("\n")
    if path.endswith((".c", ".h", ".def", ".S")):
        return re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    if path.endswith(".d"):
        return re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)
    text = re.sub(r'^""".*?"""', blank, text, flags=re.S | re.M)
    return re.sub(r"(^|[\s;])#[^\n]*", r"\1", text, flags=re.M)


def read_allowed(path):
    """[(glob, reason)]"""
    rows = []
    for number, line in enumerate(path.read_text().splitlines() if path.is_file() else [], 1):
        words = line.split("#")[0].split(None, 1)
        if len(words) == 1:
            sys.exit(f"{path}:{number}: {words[0]} has no reason")
        if words:
            rows.append(tuple(words))
    return rows


def main():
    """Check the files that git knows."""
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    pattern = re.compile(r"(?<![A-Za-z0-9])(" + "|".join(sorted(names(), key=len, reverse=True)) + r")(?![A-Za-z0-9])", re.I)
    allowed = read_allowed(root / "tools/isa-names.allow")
    files = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    complaints, used, looked = [], set(), 0
    for path in files:
        if any(fnmatch.fnmatchcase(path, glob) for glob in OWN + DOCUMENTS):
            continue
        try:
            text = (root / path).read_text()
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        looked += 1
        excuse = next((glob for glob, _ in allowed if fnmatch.fnmatchcase(path, glob)), None)
        for number, line in enumerate(without_comments(path, text).splitlines(), 1):
            if not pattern.search(line):
                continue
            used.add(excuse)
            if excuse is None:
                complaints.append(f"{path}:{number}: names a CPU: {line.strip()[:100]}")
    complaints += [f"tools/isa-names.allow: {glob} excuses nothing" for glob, _ in allowed if glob not in used]
    for complaint in complaints:
        print(complaint)
    print(f"check-isa-names: {looked} files, {len(complaints)} complaints")
    return 1 if complaints or not looked else 0


if __name__ == "__main__":
    sys.exit(main())
