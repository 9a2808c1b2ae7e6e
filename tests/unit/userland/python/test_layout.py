# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What cffi makes of the header has the places, sizes and values that the compiler makes of it."""
from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from typing import Any, Dict, List

from anytrace._ffi import ffi
from anytrace._library import library
from helpers import PLAIN, TREE, compiled


def members(spelled: str, ctype: Any, path: str = "") -> Dict[str, str]:
    """The members of a structure as text of C, each with what it is for cffi: place and size. Parts without a name are looked into."""
    found = {}
    for name, member in ctype.fields:
        full = f"{path}{name}"
        found[f"offsetof({spelled}, {full})"] = str(member.offset)
        if member.bitsize == -1 and not (member.type.kind == "array" and member.type.length is None):
            found[f"sizeof((({spelled} *)0)->{full})"] = str(ffi.sizeof(member.type))
    return found


def all_members() -> Dict[str, str]:
    typedefs, structs, unions = ffi.list_types()
    wanted: Dict[str, str] = {}
    for name in structs:
        ctype = ffi.typeof(f"struct {name}")
        if ctype.fields is None:
            continue  # known by name only
        wanted[f"sizeof(struct {name})"] = str(ffi.sizeof(ctype))
        wanted.update(members(f"struct {name}", ctype))
    for name in typedefs:
        pointer = ffi.typeof(f"{name} *")
        if pointer.kind != "pointer":
            continue  # of a function: its type alone cannot be named
        ctype = pointer.item
        if ctype.kind == "struct" and ctype.fields is not None:
            wanted[f"sizeof({name})"] = str(ffi.sizeof(ctype))
            wanted.update(members(name, ctype))
    # the parts of a value
    value = ffi.typeof("dtrace_value_t")
    for name, member in value.fields:
        if member.type.kind == "struct":
            for inner, at in member.type.fields:
                wanted[f"offsetof(dtrace_value_t, {name}.{inner})"] = str(member.offset + at.offset)
    return wanted


def all_constants() -> Dict[str, str]:
    wanted = {}
    for name in dir(library()):
        value = getattr(library(), name) if name.isupper() else None
        if isinstance(value, int):
            wanted[name] = str(value)
    return wanted


class Layout(unittest.TestCase):
    def compare(self, wanted: Dict[str, str], least: int) -> None:
        self.assertGreater(len(wanted), least)
        lines: List[str] = [f'printf("%lld\\n", (long long)({expression}));' for expression in wanted]
        source = f'#include <stddef.h>\n#include <dtrace.h>\nint main(void) {{ {" ".join(lines)} return 0; }}'
        with tempfile.TemporaryDirectory() as folder:
            program = compiled(source, folder, "layout", "-I", str(TREE / "include"))
            got = subprocess.run([program], capture_output=True, text=True, check=True, env=PLAIN).stdout.split()
        self.assertEqual(dict(zip(wanted, got)), wanted)

    def test_structures(self) -> None:
        self.compare(all_members(), 400)

    def test_constants(self) -> None:
        self.compare(all_constants(), 150)
        self.assertEqual(library().DTRACEOPT_UNSET, -2)

    def test_functions(self) -> None:
        """Every function of the header is declared, and the library has it."""
        names = [name for name in dir(library()) if name.startswith("dtrace_")]
        exported = (TREE / "userland/libdtrace/libdtrace.map").read_text()
        self.assertEqual(sorted(names), sorted(re.findall(r"\t(dtrace_\w+);", exported)))
        for name in names:
            self.assertTrue(getattr(library(), name))


if __name__ == "__main__":
    unittest.main()
