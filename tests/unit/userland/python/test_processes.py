# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Processes: created and grabbed, $target, how tracing ends with them."""
from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import unittest

import anytrace
from helpers import compiled, session

SOURCE = r"""
#include <unistd.h>
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
int main(int argc, char **argv) { int n = 0; for (int i = 0; i < 1000; i++) n += point(i); if (argc > 1) pause(); return n == 0; }
"""


class Processes(unittest.TestCase):
    folder: "tempfile.TemporaryDirectory[str]"

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = compiled(SOURCE, cls.folder.name, "calls", "-O1", "-g")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    program: str

    def test_create(self) -> None:
        """Every call is counted, from the first on; tracing ends with the process."""
        with session() as opened:
            process = opened.create([self.program])
            self.assertIsNone(process.end)
            program = opened.compile("pid$target:calls:point:entry { @[pid] = count(); @sum = sum(arg0); } END { trace($target); }")
            self.assertEqual([record.values for record in opened.trace()], [[process.pid]])
            self.assertEqual(program.matches, 2)
            self.assertEqual([(row.name, row.keys, row.value) for row in opened.aggregations()],
                             [("_", [process.pid], 1000), ("sum", [], sum(range(1000)))])
            self.assertIn(f"pid {process.pid} has exited", process.end or "")
            self.assertIn("has exited", repr(process))

    def test_killed_at_the_end(self) -> None:
        with session() as opened:
            process = opened.create([self.program, "waits"])
            opened.compile("pid$target:calls:point:return { @ = count(); } pid$target:calls:point:return /++n == 1000/ { exit(0); }")
            list(opened.trace())
            self.assertEqual([row.value for row in opened.aggregations()], [1000])
            self.assertIsNone(process.end)
            os.kill(process.pid, 0)
        with self.assertRaises(ProcessLookupError):
            os.kill(process.pid, 0)

    def test_grab(self) -> None:
        """A process that was there before goes on."""
        child = subprocess.Popen(["sleep", "600"])
        try:
            with session() as opened:
                process = opened.grab(child.pid)
                opened.compile("BEGIN { trace($target); exit(0); }")
                self.assertEqual([record.values[0] for record in opened.trace()], [child.pid])
                self.assertEqual(process.pid, child.pid)
            self.assertIsNone(child.poll())
            with session() as opened:
                process = opened.grab(child.pid)
                opened.compile("END { trace($target); }")
                opened.start()
                child.send_signal(signal.SIGKILL)
                child.wait()
                self.assertEqual([record.values[0] for record in opened.trace()], [child.pid])
                self.assertIsNotNone(process.end)
        finally:
            child.kill()
            child.wait()

    def test_errors(self) -> None:
        with session() as opened:
            with self.assertRaisesRegex(anytrace.Error, "failed to execute /nosuch: No such file"):
                opened.create(["/nosuch"])
            with self.assertRaises(ValueError):
                opened.create([])
            # a text is a sequence, too: of its letters
            with self.assertRaisesRegex(TypeError, r"""^argv is a list of words, as in create\(\["ls", "-l"\]\), not the text 'ls -l'$"""):
                opened.create("ls -l")
            with self.assertRaisesRegex(TypeError, "^args is a list of words, .*, not the text 'one'$"):
                opened.compile("BEGIN { trace($$1); }", "one")
            with self.assertRaises(anytrace.Error):
                opened.grab(2**22 + 1)
            opened.compile("BEGIN { exit(3); }")
            list(opened.trace())
            self.assertEqual(opened.totals.status, 3)


if __name__ == "__main__":
    unittest.main()
