#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tools/mutate reads faults, puts them in where their lines are, and only there, and counts none of a test that fails anyway."""

import importlib.machinery
import importlib.util
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[3] / "tools" / "mutate"
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_loader("mutate", importlib.machinery.SourceFileLoader("mutate", str(TOOL)))
mutate = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(mutate)

FAULTS = """# a comment
@ one a.c test_a
- x = 1;
- y = 2;
+ 	x = 2;

@ two a.c
- gone();
"""
TEXT = "int f(void)\n{\n\tx = 1;\n\t  y = 2;\n\tgone();\n}\n"


def refuses(what, function, *arguments):
    """Fails unless the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return
    sys.exit(f"accepted: {what}")


class Tree(mutate.Copy):
    """A copy with one file, whose test fails when the file lacks `x = 1` or when `broken` is set; always built."""

    broken = False

    def make(self, target="all"):
        return True

    def tests(self, *chosen):
        text = (self.tree / "a.c").read_text(encoding="utf-8")
        return ["test_a"] if self.broken or "x = 1" not in text else []


def judges():
    with tempfile.TemporaryDirectory() as folder:
        fault = mutate.read_faults(FAULTS)[0]
        for broken, expected in ((False, "found by test_a"), (True, "NOT TRIED: test_a fails without a fault, too")):
            copy = Tree(Path(folder))
            copy.broken = broken
            (copy.tree / "a.c").write_text(TEXT, encoding="utf-8")
            result = mutate.judge(copy, fault, "test_a: phony", True)
            assert result == expected, result
            assert (copy.tree / "a.c").read_text(encoding="utf-8") == TEXT, "the fault is still in"


def main():
    judges()
    one, two = mutate.read_faults(FAULTS)
    assert (one.name, one.file, one.test) == ("one", "a.c", "test_a"), vars(one)
    assert (two.name, two.test) == ("two", None), vars(two)
    assert one.apply(TEXT) == "int f(void)\n{\n\tx = 2;\n\tgone();\n}\n", one.apply(TEXT)
    assert two.apply(TEXT) == "int f(void)\n{\n\tx = 1;\n\t  y = 2;\n}\n", two.apply(TEXT)
    refuses("lines that are there twice", two.apply, TEXT + TEXT)
    refuses("lines that are not there", two.apply, "")
    refuses("lines that are not neighbours", one.apply, TEXT.replace("y =", "z();\n\ty ="))
    refuses("a fault without a file", mutate.read_faults, "@ alone\n")
    refuses("a line of another kind", mutate.read_faults, "@ a b\n x = 1;\n")
    faults = mutate.read_faults(mutate.FAULTS.read_text(encoding="utf-8"))
    names = [fault.name for fault in faults]
    assert len(names) == len(set(names)), "a name is there twice"
    for fault in faults:
        file = mutate.ROOT / fault.file
        assert file.is_file(), f"{fault.name}: there is no {fault.file}"
        try:
            fault.apply(file.read_text(encoding="utf-8"))
        except ValueError as error:
            sys.exit(f"{fault.name}: {error}")
    print(f"{len(faults)} faults")


if __name__ == "__main__":
    main()
