# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Where the library is not there, or is another one; rights; what a program gets that does not close."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import anytrace
from helpers import TREE, compiled

OPEN = "import anytrace; print('imported', flush=True); anytrace.Session('host')"


def python(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}, timeout=120)


class Library(unittest.TestCase):
    def raises(self, done: Any, text: str) -> None:
        self.assertEqual(done.stdout, "imported\n")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.splitlines()[-1], f"^anytrace.errors.LibraryError: {text}")

    def test_missing(self) -> None:
        """The import works; the first session says what to do."""
        self.raises(python(OPEN, ANYTRACE_LIBRARY="/nosuch/libdtrace.so.1"), "/nosuch/libdtrace.so.1 cannot be loaded: .*in the package anytrace")

    def test_another(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            other = compiled("int dtrace_open(void) { return 0; }", folder, "libdtrace.so.1", "-shared", "-fPIC")
            self.raises(python(OPEN, ANYTRACE_LIBRARY=other), f"{other} has no dtrace_errplace")

    def test_no_such_device(self) -> None:
        if os.path.exists("/dev/dtrace/dtrace"):
            self.skipTest("the module is loaded")
        with self.assertRaises(anytrace.Error) as caught:
            anytrace.Session("kernel")
        with self.assertWarns(anytrace.EngineWarning):
            host = anytrace.Session()
        with host:
            self.assertIn("/dev/dtrace/dtrace is not there", host.engine_why)
            self.assertEqual(str(caught.exception), f"There is no kernel tracing here: {host.engine_why}")
        self.assertNotEqual(caught.exception.code, 0)

    def test_version(self) -> None:
        found = re.search(r"^project\(anytrace VERSION (\S+)", (TREE / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
        self.assertTrue(found)
        self.assertEqual(anytrace.__version__, found and found[1])

    def test_not_closed(self) -> None:
        """A program that ends with an open session, tracing, ends; and says so when it is asked to."""
        done = python("import anytrace; session = anytrace.Session('host', {'switchrate': '1h'}); session.compile('BEGIN { trace(1); } tick-1hour {}'); "
                      "print(next(session.trace()).values)", PYTHONWARNINGS="default::ResourceWarning")
        self.assertEqual((done.returncode, done.stdout), (0, "[1]\n"), done.stderr)
        self.assertIn("a session was not closed", done.stderr)

    def test_without_a_compiler(self) -> None:
        """What is installed needs cffi's backend alone."""
        done = python("import sys, anytrace; anytrace.Session('host').close(); "
                      "print(sorted(name for name in sys.modules if name.split('.')[0] in ('cffi', 'pycparser', 'setuptools', 'distutils')))")
        self.assertEqual((done.returncode, done.stdout), (0, "[]\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
