# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The examples of docs/python.md print what the page shows."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest
from typing import Iterator, List, Tuple

from helpers import TREE

EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n(<!-- [^\n]* -->\n)?^```text\n(.*?)^```$", re.M | re.S)
PAGE = TREE / "docs/python.md"


def examples() -> Iterator[Tuple[str, str, str]]:
    for program, note, output in EXAMPLE.findall(PAGE.read_text(encoding="utf-8")):
        yield program, note, output


def shape(text: str) -> List[str]:
    """The lines without their numbers; of equal ones that follow each other, one."""
    lines = re.sub(r"\d+", "N", text).splitlines()
    return [line for before, line in zip([None, *lines], lines) if line != before]


class Page(unittest.TestCase):
    def test_examples(self) -> None:
        found = list(examples())
        self.assertEqual(len(found), PAGE.read_text(encoding="utf-8").count("```python\n"), "an example without an output")
        self.assertGreater(len(found), 6)
        for program, note, output in found:
            with self.subTest(program=program):
                done = subprocess.run([sys.executable, "-W", "error", "-W", "ignore:on the host engine", "-c", program], capture_output=True, text=True,
                                      timeout=120, env={**os.environ, "PYTHONDEVMODE": ""})
                self.assertEqual((done.stderr, done.returncode), ("", 0))
                if "numbers differ" in note:
                    self.assertEqual(shape(done.stdout), shape(output))
                else:
                    self.assertEqual(done.stdout, output)


if __name__ == "__main__":
    unittest.main()
