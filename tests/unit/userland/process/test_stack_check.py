#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_stack_check.py TREE LOOK - the entries of functions that begin as Go's do, in files of all CPUs. Exit status 77: there was no assembler."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TREE, LOOK = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(TREE / "tools"))
import looking  # noqa: E402
from isas import ISAS, facts  # noqa: E402
from looking import run, same  # noqa: E402

# what is expected of :NAME:entry: at its label, at its first instruction, or refused
WANTED = {"once": "label", "twice": "label", "over": "label", "plain": "first", "begins_again": "loop-to-entry", "loops_inside": "loop-to-entry", "calls_another": "loop-to-entry"}


def entry_of(path, name):
    """The address of a function's entry, or why it has none."""
    line = run(LOOK, path, f":{name}:entry").splitlines()[0]
    refused = re.search(r" refused (\S+)$", line)
    return refused.group(1) if refused else int(re.search(r" vaddr (\w+) ", line).group(1), 16)


def look_at(isa, prefix, folder):
    """One CPU: with its names, and without, when nobody knows what is called."""
    whole = folder / "whole"
    subprocess.run([prefix + "as", TREE / f"tests/isa/{isa}/stack_check.s", "-o", folder / "object"], check=True)
    subprocess.run([prefix + "ld", "-shared", folder / "object", "-o", whole], check=True)
    labels = {words[2]: int(words[0], 16) for words in map(str.split, run(prefix + "nm", whole).splitlines())}
    for name, wanted in WANTED.items():
        same(f"{isa}: {name}", {"label": labels.get(name + "_entry"), "first": labels[name]}.get(wanted, wanted), entry_of(whole, name))
        returns = run(LOOK, whole, f":{name}:return").splitlines()
        same(f"{isa}: {name} returns once", [1, "1 sites, 0 refused"], [len(returns) - 1, returns[-1]])
    subprocess.run([prefix + "objcopy", "--redefine-sym", "runtime.morestack_noctxt.abi0=nameless", folder / "object", folder / "renamed"], check=True)
    subprocess.run([prefix + "ld", "-shared", folder / "renamed", "-o", folder / "other"], check=True)
    same(f"{isa}: another name", "loop-to-entry", entry_of(folder / "other", "once"))


def main():
    """Every CPU whose assembler is here."""
    seen = 0
    for isa in ISAS:
        prefix = facts(isa)["isa_triplet"] + "-"
        try:
            subprocess.run([prefix + "as", "--version"], check=True, stdout=subprocess.DEVNULL)
        except OSError:
            print(f"{isa}: not looked at: no {prefix}as")
            continue
        seen += 1
        with tempfile.TemporaryDirectory() as folder:
            look_at(isa, prefix, Path(folder))
    return 77 if not seen else looking.failures != 0


sys.exit(main())
