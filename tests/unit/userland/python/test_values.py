# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Values keep their types, and to_json() of an event is the line that dtrace -x json prints for it."""
from __future__ import annotations

import json
import os
import re
import tempfile
import unittest
import warnings
from typing import Any, Dict, List

import anytrace
from helpers import TREE, command_json, compiled, records, session, stripped

ALL = r"""
struct inner { int b; };
struct all { unsigned long long u; long long s; char text[4]; int list[2]; union { int a; unsigned char first; }; enum colour { RED, GREEN } c;
    struct inner in; int bits : 3; float f; double d; };
struct all v;
BEGIN {
    v.u = 0xffffffffffffffff; v.s = -0x7fffffffffffffff - 1; v.text[0] = 'h'; v.text[1] = 'i'; v.list[1] = 7; v.a = 258; v.c = GREEN; v.in.b = -2;
    v.bits = -3;
    print(v); print(v.c); v.c = (enum colour)5; print(v.c); exit(7);
}"""

TOPICS = "aggs quantize print printf enum"
# what runs differently in another program, at another time, with other options than those of the script
OTHERWISE = re.compile(r"@@|system|freopen|execname|pid|tid|timestamp|curpsinfo|curlwpsinfo|stack|cpu|uid|gid|printa|walltimestamp|vtimestamp|rand\(|ipl"
                       r"|%A|caller|cwd|root|errno|usym|uaddr|umod|sym\(|func\(|mod\(|tick|profile|`|copyin|compat|\$\$|zone|fds|trunc|arg")


class Types(unittest.TestCase):
    def test_numbers(self) -> None:
        values = records("BEGIN { trace((char)-1); trace((unsigned char)255); trace((short)-2); trace(-3); trace(0xffffffffffffffff); "
                         "trace((long long)0x8000000000000000); trace((unsigned int)-1); exit(0); }")[0].values
        self.assertEqual(values, [-1, 255, -2, -3, 2**64 - 1, -2**63, 2**32 - 1, 0])
        self.assertTrue(all(type(value) is int for value in values))

    def test_strings(self) -> None:
        record = records(r'BEGIN { trace("plain"); trace("caf\xc3\xa9"); trace("caf\xe9"); trace(""); printf("%s\xff|", "x"); exit(0); }')[0]
        self.assertEqual(record.values[:4], ["plain", "caf\u00e9", "caf\udce9", ""])
        self.assertEqual(os.fsencode(str(record.values[2])), b"caf\xe9")
        self.assertEqual(record.text, "x\udcff|")
        self.assertEqual(record.data[2].to_json()["values"], [{"hex": b"caf\xe9".hex()}])
        self.assertEqual(record.data[4].to_json()["text"], {"hex": b"x\xff|".hex()})

    def test_bytes(self) -> None:
        record = records("BEGIN { p = (char *)alloca(4); p[0] = 0; p[1] = 1; p[2] = 0; p[3] = -1; tracemem(p, 4); exit(0); }")[0]
        self.assertEqual(record.values[0], b"\0\1\0\xff")
        self.assertEqual(record.data[0].to_json(), {"action": "tracemem", "values": [{"hex": "000100ff"}]})

    def test_structures(self) -> None:
        record = records(ALL)[0]
        value, green, other = record.values[:3]
        assert isinstance(value, anytrace.Struct) and isinstance(green, anytrace.Enumerator) and isinstance(other, anytrace.Enumerator)
        self.assertEqual(value.type, "struct all")
        self.assertEqual(value["in"], anytrace.Struct("struct inner", {"b": -2}))
        self.assertEqual([value[name] for name in ("u", "s", "text", "list", "a", "first", "bits", "f", "d")],
                         [2**64 - 1, -2**63, "hi", [0, 7], 258, 2, -3, 0.0, 0.0])
        self.assertIs(type(value["d"]), float)
        self.assertEqual((value["c"], green), (anytrace.Enumerator(1, "GREEN"),) * 2)
        self.assertEqual((int(other), other.name), (5, None))
        self.assertEqual(record.values[-1], 7)

    def test_record(self) -> None:
        record = records('BEGIN { printf("%d%%|%-5s|", 9007199254740993, "x"); printf("end"); exit(0); }')[0]
        self.assertEqual(str(record.probe), "dtrace:::BEGIN")
        self.assertEqual((record.probe.id, record.timestamp, record.flow, record.depth), (1, None, None, None))
        self.assertEqual(record.text, "9007199254740993%|x    |end")
        self.assertEqual([action.action for action in record.data], ["printf", "printf", "exit"])
        self.assertEqual((record.data[0].format, record.data[0].values), ("%d%%|%-5s|", [9007199254740993, "x"]))

    def test_timestamp_and_flow(self) -> None:
        record = records("BEGIN { trace(timestamp); exit(0); }", temporal=True, flowindent=True)[0]
        at = record.values[0]
        assert isinstance(at, int) and record.timestamp is not None
        self.assertTrue(0 <= at - record.timestamp < 10**9)
        self.assertEqual((record.flow, record.depth), ("none", 0))

    def test_distribution(self) -> None:
        with session() as opened:
            opened.compile("BEGIN { @q = quantize(5); @q = quantize(-1); @l = lquantize(-3, 0, 100, 10); @l = lquantize(1000, 0, 100, 10); exit(0); }")
            for _ in opened.events():
                pass
            rows = {row.name: row.value for row in opened.aggregations()}
        quantized, linear = rows["q"], rows["l"]
        assert isinstance(quantized, anytrace.Distribution) and isinstance(linear, anytrace.Distribution)
        self.assertEqual((quantized.total, linear.total), (2, 2))
        self.assertEqual([(b.low, b.high, b.count) for b in quantized if b.count], [(-1, -1, 1), (4, 7, 1)])
        self.assertEqual([(b.low, b.high, b.count) for b in linear if b.count], [(None, -1, 1), (100, None, 1)])

    def test_every_function(self) -> None:
        with session() as opened:
            opened.compile("BEGIN { @c = count(); @c = count(); @s = sum(-5); @s = sum(2); @m = min(7); @m = min(-1); @x = max(7); @a = avg(1); @a = avg(4);"
                           "@d = stddev(1); @d = stddev(5); @n = sum(9); normalize(@n, 2); exit(0); }")
            list(opened.events())
            rows = opened.aggregations()
        self.assertEqual([(row.name, row.function, row.value, row.keys) for row in rows],
                         [("c", "count", 2, []), ("s", "sum", -3, []), ("m", "min", -1, []), ("x", "max", 7, []), ("a", "avg", 2, []),
                          ("d", "stddev", 2, []), ("n", "sum", 4, [])])
        self.assertEqual(rows[-1].cell.normal, 2)
        self.assertTrue(all(row.by == "end" for row in rows))

    def test_each_cpu(self) -> None:
        with session(aggpercpu=True) as opened:
            opened.compile("BEGIN { @ = count(); @ = count(); exit(0); }")
            list(opened.events())
            row, = opened.aggregations()
        assert row.cell.cpus is not None
        self.assertEqual((row.name, row.value, sum(int(n) for n in row.cell.cpus if isinstance(n, int))), ("_", 2, 2))


class Json(unittest.TestCase):
    """The same program by the command and by the package."""

    maxDiff = None

    def compare(self, program: str, **options: Any) -> List[Dict[str, Any]]:
        arguments = [word for name, value in options.items() for word in ("-x", name if value is True else f"{name}={value}")]
        lines = command_json([*arguments, "-n", program])
        with session(**options) as opened:
            opened.compile(program)
            events = [json.loads(json.dumps(event.to_json())) for event in opened.events()]
            rows = [json.loads(json.dumps(row, default=anytrace.to_json)) for row in opened.aggregations()]
            totals = opened.totals.to_json()
        brought = [line for line in lines if line["type"] in ("record", "drop", "error") or line.get("by") == "printa"]
        final = [line for line in lines if line.get("by") == "end"]
        self.assertEqual([stripped(event) for event in events], [stripped(line) for line in brought])
        # the end leaves out what printa() has printed
        printed = {cell["name"] for line in brought if line["type"] == "aggregation" for cell in line["values"]}
        self.assertEqual([stripped(row) for row in rows if row["values"][0]["name"] not in printed], [stripped(line) for line in final])
        self.assertEqual(stripped(totals, ["rows"]), stripped(lines[-1], ["rows"]))
        self.assertEqual(totals["rows"] + len(final), lines[-1]["rows"])
        self.assertEqual([set(event) for event in events], [set(line) for line in brought])
        return events

    def test_values(self) -> None:
        self.compare(ALL)
        self.compare(r'BEGIN { trace((char)-1); trace(0xffffffffffffffff); trace("a\"b\\c\n\x01"); trace("caf\xe9"); trace("\xed\xa0\x80"); trace(""); '
                     r'printf("%s \xff %d\n", "x", 5); exit(3); }')

    def test_aggregations(self) -> None:
        self.compare('BEGIN { @a["x", 1] = count(); @b["x", 1] = sum(-5); @b["y", 2] = sum(6); @c[-1] = max(3); normalize(@b, 2); '
                     'printa("%s %d %@d %@d\\n", @a, @b); printa(@a); @q["k"] = quantize(-9); @l = llquantize(77, 10, 0, 6, 10); exit(0); }')

    def test_many_rows(self) -> None:
        program = "BEGIN { %s exit(0); }" % "".join(f"@a[{i * 7 % 20}] = sum({i * 3 % 11}); @b[{i % 4}, {i}] = count();" for i in range(20))
        for names in ("", "aggsortkey", "aggsortrev", "aggsortkey aggsortrev"):
            self.compare(program, **{name: True for name in names.split()})

    def test_unsigned(self) -> None:
        """The ends of buckets of llquantize() have no sign: they may be beyond 63 bits."""
        self.compare("BEGIN { @l = llquantize(9100000000000000000, 10, 15, 18, 10); @m = llquantize(-1, 10, 0, 6, 10); exit(0); }")
        self.compare("BEGIN { @m = llquantize(-5, 10, 0, 6, 10); exit(0); }", compat="oracle")

    def test_fault(self) -> None:
        fault = self.compare("BEGIN { trace(1); trace(*(int *)8); } BEGIN { exit(0); }")[0]
        self.assertEqual((fault["type"], fault["faultname"]), ("error", "invalid address"))

    def test_drops(self) -> None:
        events = self.compare("BEGIN { %s exit(0); }" % "".join(f"@a[{i}] = count(); " for i in range(200)), aggsize="1k")
        self.assertTrue([event for event in events if event["type"] == "drop"])

    def test_flow(self) -> None:
        self.compare("BEGIN { trace(1); exit(0); }", flowindent=True)

    def test_tail_call(self) -> None:
        """A function that ends in a jump to another one, here and in the command's lines."""
        clauses = "pid$target:a.out:outer:return { trace(1); } pid$target:a.out:inner:return { trace(2); }"
        with tempfile.TemporaryDirectory() as folder:
            program = compiled(TAIL, folder, "tail", "-O2", "-foptimize-sibling-calls")
            with session(flowindent=True) as opened:
                opened.create([program])
                opened.compile(clauses)
                made = list(opened.trace())
            lines = [line for line in command_json(["-x", "flowindent", "-n", clauses, "-c", program]) if line["type"] == "record"]
        self.assertEqual([(record.values, record.flow, record.tail) for record in made], [([1], "return", True), ([2], "return", False)])
        self.assertEqual([record.to_json().get("tail") for record in made], [True, None])
        self.assertEqual([(set(line), line.get("tail")) for line in lines], [(set(record.to_json()), record.to_json().get("tail")) for record in made])

    def test_quiet(self) -> None:
        self.assertEqual(len(self.compare("BEGIN {} BEGIN { trace(1); exit(0); }", quiet=True)), 1)
        self.assertEqual(len(self.compare("BEGIN {} BEGIN { trace(1); exit(0); }")), 2)

    def test_programs(self) -> None:
        """Those of tests/d that print the same each time."""
        count = 0
        for topic in TOPICS.split():
            for path in sorted((TREE / "tests/d" / topic).glob("tst.*.d")):
                text = path.read_text(encoding="latin-1")
                if OTHERWISE.search(text) or not text.isascii():
                    continue
                with self.subTest(program=str(path)), warnings.catch_warnings():
                    warnings.simplefilter("ignore", anytrace.CompileWarning)
                    self.compare(re.sub(r"^#!.*", "", text))
                    count += 1
        self.assertGreater(count, 30)


TAIL = r"""
__attribute__((noipa)) int inner(int x) { return x * 3; }
__attribute__((noipa)) int outer(int x) { return inner(x + 1); }
int main(void) { volatile int n = outer(1); return n != 6; }
"""

SOURCE = r"""
#include <stdio.h>
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) int leaf(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += leaf(i); while (getchar() != -1) ; return n == 0; }
"""


class Stacks(unittest.TestCase):
    def test_user(self) -> None:
        hold, keep = os.pipe()
        stdin = os.dup(0)
        try:
            os.dup2(hold, 0)  # the program lives until the stacks have their names
            self.look(keep)
        finally:
            os.dup2(stdin, 0)
            for file in (hold, stdin):
                os.close(file)

    def look(self, keep: int) -> None:
        with tempfile.TemporaryDirectory() as folder, session() as opened:
            calls = compiled(SOURCE, folder, "calls", "-O1", "-g", "-fno-omit-frame-pointer")
            process = opened.create([calls])
            opened.compile("pid$target:calls:point:entry { @[ustack()] = count(); ustack(); usym(uregs[R_PC]); n++; }"
                           "pid$target:calls:point:return /n == 10/ { exit(0); }")
            events = list(opened.events())
            row, = opened.aggregations()
            os.close(keep)
        self.assertEqual(len(events), 11)
        stack, symbol = events[0].values  # type: ignore[union-attr]
        assert isinstance(stack, anytrace.Stack) and isinstance(symbol, anytrace.Symbol)
        for found in (stack, row.keys[0]):
            assert isinstance(found, anytrace.Stack)
            self.assertEqual((found.space, found.pid), ("user", process.pid))
            # at the first instruction of a function a walk by frame pointers does not see its caller
            self.assertEqual([frame.symbol for frame in found if frame.module == "calls" and frame.symbol != "leaf"][:2], ["point", "main"])
            self.assertEqual((found.frames[0].text, found.frames[0].offset), ("calls`point", 0))
            self.assertEqual(len(found), len(str(found).splitlines()))
        self.assertEqual((str(symbol), symbol.space, symbol.pid, symbol.frame.symbol), ("calls`point", "user", process.pid, "point"))
        self.assertEqual(symbol.frame.address, stack.frames[0].address)
        self.assertEqual(stack.to_json()["frames"][0], {"address": hex(stack.frames[0].address), "text": "calls`point", "module": "calls",
                                                        "symbol": "point", "offset": 0})
        self.assertEqual(symbol.to_json(), {**stack.to_json()["frames"][0], "space": "user", "pid": process.pid})
        self.assertEqual(row.value, 10)


if __name__ == "__main__":
    unittest.main()
