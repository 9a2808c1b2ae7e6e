# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The life of a session: exact counts, options, arguments, errors, how it ends, threads."""
from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import warnings
from typing import Any, Callable, List

import anytrace
from anytrace._worker import Worker
from helpers import limits, records, session

FOREVER = "BEGIN { trace(1); } tick-1hour { trace(2); } END { trace(3); }"
# the library waits for an hour, unless something wakes it up
SLOW: Any = {"switchrate": "1h", "aggrate": "1h", "statusrate": "1h"}


class Counts(unittest.TestCase):
    def test_exact(self) -> None:
        """Each firing is a record, each count is right: two thousand times the same clause."""
        clauses = "int i; " + "BEGIN { @[i % 7] = count(); @sum = sum(i); trace(i++); } " * 2000 + "BEGIN { exit(11); }"
        with session() as opened:
            opened.compile(clauses)
            numbers = [record.values[0] for record in opened.trace()]
            self.assertEqual(numbers, [*range(2000), 11])
            self.assertEqual({row.keys[0]: row.value for row in opened.aggregations("_")}, {n: len(range(n, 2000, 7)) for n in range(7)})
            self.assertEqual([row.value for row in opened.aggregations("sum")], [sum(range(2000))])
            self.assertEqual((opened.totals.records, opened.totals.status, opened.totals.drops), (2001, 11, {}))

    def test_small_buffers(self) -> None:
        """What is recorded and what is lost is all that has fired."""
        with session(bufsize="4k") as opened:
            opened.compile("int i; " + "BEGIN { trace(i++); } " * 3000 + "BEGIN { exit(0); }")
            events = list(opened.events())
        kept = [event for event in events if isinstance(event, anytrace.Record)]
        drops = [event for event in events if isinstance(event, anytrace.Drop)]
        self.assertEqual({drop.kind for drop in drops}, {"principal"})
        self.assertEqual(len(kept) + sum(drop.count for drop in drops), 3001)
        self.assertEqual(drops[-1].total, sum(drop.count for drop in drops))
        self.assertTrue(all(isinstance(drop.cpu, int) and str(drop) == drop.text for drop in drops))


class Warns(unittest.TestCase):
    """Nothing is lost silently: trace() warns of what it does not hand out."""

    def test_drop(self) -> None:
        with session(aggsize="1k") as opened:
            opened.compile("BEGIN { %s exit(0); }" % "".join(f"@a[{i}] = count();" for i in range(200)))
            with self.assertWarnsRegex(anytrace.DropWarning, "aggregation drops on CPU") as caught:
                list(opened.trace())
            self.assertEqual(caught.filename, __file__)
            self.assertEqual(opened.totals.drops["aggregation"] + len(opened.aggregations()), 200)

    def test_fault(self) -> None:
        with session() as opened:
            opened.compile("BEGIN { trace(1); trace(*(int *)8); } BEGIN { trace(2); exit(0); }")
            with self.assertWarnsRegex(anytrace.FaultWarning, r"invalid address \(0x8\)"):
                self.assertEqual([record.values for record in opened.trace()], [[2, 0]])
            self.assertEqual(opened.totals.errors, 1)

    def test_rows(self) -> None:
        with session() as opened:
            opened.compile('BEGIN { @a = count(); printa(@a); exit(0); }')
            with self.assertWarnsRegex(anytrace.TraceWarning, "printa"):
                list(opened.trace())

    def test_program(self) -> None:
        with session() as opened:
            with self.assertWarnsRegex(anytrace.CompileWarning, "line 1: .*\n.*\n +\\^") as caught:
                program = opened.compile("BEGIN / x = 1 / { trace(x); }")
            self.assertEqual(str(caught.warning), program.warnings)

    def test_engine(self) -> None:
        """Where the kernel cannot be traced, the host engine is used, and that is said with the reason."""
        if os.path.exists("/dev/dtrace/dtrace"):
            self.skipTest("the module is loaded")
        with self.assertWarnsRegex(anytrace.EngineWarning, "not the kernel's: .+"):
            opened = anytrace.Session()
        self.assertEqual(opened.engine, "host")
        self.assertTrue(opened.engine_why)
        opened.close()
        with self.assertRaisesRegex(anytrace.Error, "no module|not loaded|no privilege|no kernel tracing"):
            anytrace.Session("kernel")

    def test_as_errors(self) -> None:
        """A warning that is made an error loses nothing: the next events come after it."""
        with session() as opened:
            opened.compile("BEGIN { trace(*(int *)8); } BEGIN { trace(2); exit(0); }")
            with self.assertRaises(anytrace.FaultWarning):
                list(opened.trace())
            self.assertEqual([record.values for record in opened.trace()], [[2, 0]])


class Programs(unittest.TestCase):
    def test_matches(self) -> None:
        with session() as opened:
            one, two = opened.compile("BEGIN, END { x = 1; } BEGIN { exit(0); }"), opened.compile("dtrace:::")
            self.assertIsNone(one.matches)
            opened.start()
            self.assertEqual((one.matches, two.matches, one.refused, one.valueless), (3, 3, {}, 0))

    def test_arguments(self) -> None:
        values = records("BEGIN { trace($1); trace($$2); trace($$3); exit(0); }", [5, "a b", "\u00e9"])[0].values
        self.assertEqual(values, [5, "a b", "\u00e9", 0])
        with session() as opened:
            opened.compile("BEGIN { trace($$0); exit(0); }", name="me")
            self.assertEqual(next(opened.trace()).values[0], "me")

    def test_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder, session() as opened:
            path = f"{folder}/script.d"
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/usr/sbin/dtrace -s\n#pragma D option quiet\nBEGIN { trace($$0); trace($1); exit(0); }\n")
            opened.compile_file(path, [7])
            self.assertEqual(next(opened.trace()).values[:2], [path, 7])
            with open(path, "w", encoding="utf-8") as file:
                file.write("BEGIN\n{\n\ttrace(1 +);\n}\n")
            with self.assertRaises(anytrace.CompileError) as caught:
                opened.compile_file(path)
            self.assertEqual((caught.exception.file, caught.exception.line, caught.exception.column), (path, 3, 11))
            with self.assertRaises(FileNotFoundError):
                opened.compile_file(f"{folder}/nosuch")

    def test_cpp(self) -> None:
        with session() as opened:
            opened.compile("#define SIX 6\nBEGIN { trace(SIX); exit(0); }\n", cpp=True)
            self.assertEqual(next(opened.trace()).values[0], 6)

    def test_compile_error(self) -> None:
        with session() as opened:
            with self.assertRaises(anytrace.CompileError) as caught:
                opened.compile("BEGIN\n{\n\ttrace(nosuch);\n}")
            error = caught.exception
            self.assertEqual((error.tag, error.line, error.column, error.file), ("D_IDENT_UNDEF", 3, 8, None))
            self.assertIn("line 3: failed to resolve 'nosuch'", str(error))
            self.assertIn("\n\ttrace(nosuch);\n\t      ^", str(error))
            # the session is as it was
            opened.compile("BEGIN { exit(4); }")
            list(opened.trace())
            self.assertEqual(opened.totals.status, 4)

    def test_only_compiles(self) -> None:
        with anytrace.Session("none") as opened:
            opened.compile("BEGIN { trace(1); }")
            self.assertEqual(opened.engine, "none")
            with self.assertRaises(anytrace.Error):
                opened.start()

    def test_no_program(self) -> None:
        with session() as opened, self.assertRaisesRegex(anytrace.Error, "there is no program"):
            opened.trace()

    def test_no_probe(self) -> None:
        with session() as opened:
            with self.assertRaises(anytrace.CompileError) as caught:
                opened.compile("nosuch:::entry")
            self.assertEqual(caught.exception.tag, "D_PDESC_ZERO")
        with session(zdefs=True) as opened:
            opened.compile("nosuch:::entry")
            opened.start()

    def test_nul(self) -> None:
        with session() as opened, self.assertRaises(ValueError):
            opened.compile("BEGIN { exit(0); }\0 rest")

    def test_probes(self) -> None:
        with session() as opened:
            self.assertEqual([str(probe) for probe in opened.probes("dtrace:::")], ["dtrace:::BEGIN", "dtrace:::END", "dtrace:::ERROR"])
            with self.assertRaisesRegex(anytrace.Error, "nosuch"):
                opened.probes("nosuch:::")


class Options(unittest.TestCase):
    def test_set(self) -> None:
        with session(bufsize="64k") as opened:
            self.assertEqual(opened.options["bufsize"], 65536)
            opened.options["aggsize"] = 131072
            opened.options["switchrate"] = "10hz"
            opened.options["quiet"] = True
            self.assertEqual([opened.options[name] for name in ("aggsize", "switchrate")], [131072, 100000000])
            self.assertIsNotNone(opened.options["quiet"])
            opened.options["quiet"] = False
            self.assertIsNone(opened.options["quiet"])
            with self.assertRaisesRegex(anytrace.Error, "^nosuch: Invalid"):
                opened.options["nosuch"] = True
            with self.assertRaisesRegex(anytrace.Error, "^bufsize=many: Invalid"):
                opened.options["bufsize"] = "many"
            with self.assertRaises(anytrace.Error):
                print(opened.options["nosuch"])

    def test_refused_at_once(self) -> None:
        """A session that cannot be made leaves no handle behind."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(anytrace.Error):
                session(nosuch=1)
            gc.collect()
        with self.assertRaises(ValueError):
            anytrace.Session("nosuch")  # type: ignore[arg-type]


class Ends(unittest.TestCase):
    def test_exit(self) -> None:
        self.assertEqual([record.probe.name for record in records("BEGIN { exit(0); } END { trace(1); }")], ["BEGIN", "END"])

    def test_seconds(self) -> None:
        with session() as opened:
            opened.compile(FOREVER)
            before = time.monotonic()
            self.assertEqual([record.values for record in opened.trace(seconds=0.3)], [[1], [3]])
            self.assertGreaterEqual(time.monotonic() - before, 0.3)
            self.assertFalse(opened.running)
            self.assertEqual(list(opened.trace()), [])

    def test_left_early(self) -> None:
        """The limit of an iteration that is left is none for what comes later."""
        with session(switchrate="10ms") as opened:
            opened.compile("tick-10ms { trace(2); }")
            for _ in opened.trace(seconds=1000):
                self.assertEqual(limits(), 1)
                break
            self.assertTrue(opened.running)
            self.assertEqual(limits(), 0)

    def test_thrown_away(self) -> None:
        """Nor is that of an iterator from which nothing was asked."""
        with session(switchrate="10ms") as opened:
            opened.compile("tick-10ms { trace(2); }")
            events = opened.events(seconds=1000)
            self.assertEqual(limits(), 1)
            del events
            gc.collect()
            self.assertEqual(limits(), 0)
            records = opened.trace(seconds=1000)
            self.assertEqual(limits(), 1)
            del records
            gc.collect()
            self.assertEqual(limits(), 0)

    def test_stop(self) -> None:
        with session() as opened:
            opened.compile(FOREVER)
            seen: List[Any] = []
            for record in opened.trace():
                seen.append(record.values[0])
                opened.stop()
            self.assertEqual(seen, [1, 3])

    def test_stop_from_a_thread(self) -> None:
        """It ends the wait of another thread, not only its loop."""
        with session(**SLOW) as opened:
            opened.compile(FOREVER)
            opened.start()
            threading.Timer(0.2, opened.stop).start()
            before = time.monotonic()
            self.assertEqual([record.values[0] for record in opened.trace()], [1, 3])
            self.assertLess(time.monotonic() - before, 600)

    def test_break(self) -> None:
        """What a loop has left is there for the next one."""
        with session() as opened:
            opened.compile("int i; " + "BEGIN { trace(i++); } " * 5 + "BEGIN { exit(0); }")
            for record in opened.trace():
                if record.values[0] == 1:
                    break
            self.assertEqual([record.values[0] for record in opened.trace()], [2, 3, 4, 0])

    def test_work(self) -> None:
        with session(switchrate="20ms", aggrate="20ms") as opened:
            opened.compile("tick-10ms { @ = count(); trace(++i); } tick-10ms /i == 20/ { exit(0); }")
            opened.start()
            self.assertTrue(opened.running)
            numbers, last = [], 0
            while opened.running:
                numbers += [event.values[0] for event in opened.work() if isinstance(event, anytrace.Record)]
                for row in opened.aggregations():
                    assert isinstance(row.value, int)
                    self.assertIn(row.by, ("snapshot", "end"))
                    self.assertGreaterEqual(row.value, last)
                    last = row.value
            self.assertEqual(numbers, [*range(1, 21), 0])
            self.assertEqual((last, opened.work()), (20, []))
            with self.assertRaises(anytrace.Error):
                opened.start()

    def test_between_rounds(self) -> None:
        """aggregations() has the values of now, whatever aggrate says."""
        with session(**SLOW) as opened:
            opened.compile("tick-1ms { @ = count(); }")
            opened.start()
            opened.work()
            values: List[Any] = []
            limit = time.monotonic() + 300
            while len(set(values)) < 3 and time.monotonic() < limit:
                values += [row.value for row in opened.aggregations()]
            self.assertGreaterEqual(len(set(values)), 3)

    def test_clear(self) -> None:
        with session() as opened:
            opened.compile("BEGIN { @a[1] = sum(5); exit(0); }")
            list(opened.trace())
            opened.clear()
            self.assertEqual([(row.keys, row.value) for row in opened.aggregations()], [([1], 0)])

    def test_printed(self) -> None:
        """aggregations() has those that printa() has printed, too; rows of several aggregations have cells."""
        with session() as opened:
            opened.compile('BEGIN { @a[1] = count(); @b[1] = sum(2); printa("%d: %@d %@d", @a, @b); exit(0); }')
            row = next(event for event in opened.events() if isinstance(event, anytrace.Row))
            self.assertEqual((row.by, row.text, row.keys, [cell.name for cell in row.cells]), ("printa", "1: 1 2", [1], ["a", "b"]))
            with self.assertRaises(ValueError):
                print(row.value)
            list(opened.events())
            self.assertEqual([(found.name, found.value) for found in opened.aggregations()], [("a", 1), ("b", 2)])
            self.assertEqual(opened.totals.rows, 1)

    def test_closed(self) -> None:
        opened = session()
        opened.compile("BEGIN { exit(0); }")
        opened.close()
        opened.close()
        opened.stop()
        calls: List[Callable[[], object]] = [opened.start, opened.aggregations, opened.clear, lambda: opened.compile("BEGIN"), lambda: opened.totals]
        for call in calls:
            with self.assertRaisesRegex(anytrace.Error, "closed"):
                call()

    def test_exception(self) -> None:
        with self.assertRaises(ZeroDivisionError), session() as opened:
            opened.compile(FOREVER)
            for _ in opened.trace():
                raise ZeroDivisionError
        with self.assertRaisesRegex(anytrace.Error, "closed"):
            opened.work()

    def test_forgotten(self) -> None:
        opened = session()
        opened.compile(FOREVER)
        opened.start()
        with self.assertWarns(ResourceWarning):
            del opened
            gc.collect()


class Callbacks(unittest.TestCase):
    def test_raising(self) -> None:
        """An exception in what the library calls is raised by who called the library."""
        with session() as opened:
            opened.compile("BEGIN { trace(1); @ = count(); exit(0); }")
            with unittest.mock.patch("anytrace._inbox.read_action", side_effect=ZeroDivisionError), self.assertRaises(ZeroDivisionError):
                list(opened.trace())
            with unittest.mock.patch("anytrace._inbox.read_cells", side_effect=ZeroDivisionError), self.assertRaises(ZeroDivisionError):
                opened.aggregations()
            with unittest.mock.patch("anytrace._inbox.read_probe", side_effect=ZeroDivisionError), self.assertRaises(ZeroDivisionError):
                opened.probes("dtrace:::")


class Threads(unittest.TestCase):
    def test_from_several(self) -> None:
        """Calls of threads wait for each other."""
        with session(switchrate="5ms", aggrate="1ms") as opened:
            opened.compile("tick-1ms { @ = count(); } tick-1hour { exit(0); }")
            opened.start()
            other = threading.Thread(target=lambda: list(opened.events()))
            other.start()
            values = []
            for _ in range(200):
                values += [row.value for row in opened.aggregations()]
                self.assertEqual(opened.options["switchrate"], 5000000)
                opened.probes("dtrace:::BEGIN")
            opened.stop()
            other.join()
            self.assertEqual(values, sorted(values, key=lambda value: int(str(value))))
            self.assertFalse(opened.running)

    def test_others_go_on(self) -> None:
        """A thread that waits in the library does not hold the others."""
        with session(**SLOW) as opened:
            opened.compile(FOREVER)
            opened.start()
            other = threading.Thread(target=lambda: list(opened.events()))
            other.start()
            for _ in range(100000):
                pass
            self.assertTrue(other.is_alive())
            opened.stop()
            other.join()

    def test_two_sessions(self) -> None:
        found: List[Any] = [None, None]

        def one(index: int) -> None:
            found[index] = [record.values[0] for record in records("BEGIN { trace($1); } " * 500 + "BEGIN { exit(0); }", [index])]

        threads = [threading.Thread(target=one, args=(index,)) for index in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [[0] * 501, [1] * 500 + [0]])


INTERRUPTED = """
import anytrace, os, sys
with anytrace.Session("host", {"switchrate": "1h", "aggrate": "1h", "statusrate": "1h"}) as session:
    session.compile("BEGIN { @ = count(); trace(1); } tick-1hour { exit(1); } END { trace(3); }")
    try:
        for record in session.trace():
            print(record.values, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        session.stop()
        print([record.values for record in session.trace()], [row.value for row in session.aggregations()])
"""


class Signals(unittest.TestCase):
    def test_interrupt(self) -> None:
        """Ctrl-C ends the wait; what was recorded is still to be had."""
        child = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        self.assertEqual(child.stdout.readline(), "[1]\n")
        child.send_signal(signal.SIGINT)
        try:
            child.wait(120)
        finally:
            child.kill()
            rest = child.stdout.read().splitlines()
            child.stdout.close()
            child.wait()
        self.assertEqual((rest, child.returncode), (["interrupted", "[[3]] [1]"], 0))

    def test_until_its_end(self) -> None:
        """Who is interrupted in a call goes on when the call is over, not before: the session is not in use any more."""
        woken = threading.Event()
        worker, ended = Worker(woken.set), []

        def function() -> None:
            woken.wait()
            time.sleep(0.1)  # long enough for a caller that does not wait
            ended.append(True)

        def handler(number: int, frame: Any) -> None:
            raise InterruptedError

        before = signal.signal(signal.SIGALRM, handler)
        try:
            with self.assertRaises(InterruptedError):
                signal.setitimer(signal.ITIMER_REAL, 0.05)
                worker.call(function)
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(ended, [True])
        worker.close()

    def test_in_the_middle(self) -> None:
        """A handler that raises while the library hands out records: no record is missing."""
        raised = []

        def handler(number: int, frame: Any) -> None:
            raised.append(number)
            raise InterruptedError

        with session() as opened:
            opened.compile("int i; " + "BEGIN { trace(i++); } " * 2000 + "BEGIN { exit(0); }")
            opened.start()
            before = signal.signal(signal.SIGALRM, handler)
            while opened.running:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.001)
                    opened._handle.call(opened._round)
                except InterruptedError:
                    continue
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
            except InterruptedError:
                pass
            signal.signal(signal.SIGALRM, before)
            numbers = [record.values[0] for record in opened.trace()]
        self.assertTrue(raised)
        self.assertEqual(numbers, [*range(2000), 0])


if __name__ == "__main__":
    unittest.main()
