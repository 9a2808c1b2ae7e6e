#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_formats.py TREE DTRACE - output that is not text, read back and compared with the text.

The programs of tests/d run once more with -x json: every line must be JSON, by Python's reader and by jq, and text that is made of the values
again must have the words of the .out file. Programs of this file compare numbers, bytes, stacks and the other formats exactly.
"""
import collections
import csv
import glob
import io
import json
import os
import re
import subprocess
import sys
import tempfile

from read_back import letters, records, rows, words_again

tree, dtrace = sys.argv[1:3]
failed = 0


def check(what, good, *details):
    global failed
    if not good:
        failed += 1
        print("NOT OK: " + what, *[str(detail)[:2000] for detail in details], sep="\n    ")
    else:
        print("ok: " + what)


def run(arguments, **more):
    return subprocess.run([dtrace, *arguments], capture_output=True, timeout=120, **more)


def lines(output):
    return [json.loads(line) for line in output.decode("utf-8").splitlines()]


def as_json(program, *options):
    done = run(["-q", "-x", "json", *options, "-n", program])
    check("the program runs", done.stdout, program, done.stderr.decode())
    return lines(done.stdout)


# ---- the programs of tests/d

TOPICS = "aggs multiaggs quantize print printf trace records struct strings enum sort"
# what JSON has in another form, or not at all: tables, missing values of printa() as 0, columns of CPUs, other programs' output
OTHERWISE = re.compile(r"agghist|aggpack|aggpercpu|compat|@@(args|options|sed|engine|any-output|isa|xfail|status)|system|freopen|rawbytes|printa\([^)]*@[^)]*@|oformat|quiet\)")
compared = read = 0
everything = b""
for topic in TOPICS.split():
    for program in sorted(glob.glob(f"{tree}/tests/d/{topic}/tst.*.d")):
        text = open(program, encoding="latin-1").read()
        expected = program[:-1] + "out"
        if OTHERWISE.search(text) or not os.path.exists(expected):
            continue
        done = run(["-x", "json", "-s", program], cwd=os.path.dirname(program))
        try:
            objects = lines(done.stdout)
        except ValueError as error:
            check(f"{topic}/{os.path.basename(program)} is JSON", False, error, done.stdout)
            continue
        read += 1
        everything += done.stdout
        if not objects or [objects[0]["type"], objects[-1]["type"]] != ["start", "end"]:
            check(f"{topic}/{os.path.basename(program)} has a start and an end", False, done.stdout, done.stderr)
            continue
        if "option quiet" not in text and "option quiet" not in text.replace("\t", " "):
            continue
        wanted = open(expected, encoding="latin-1").read()
        if "Distribution" in wanted:
            wanted = re.sub(r"\|@*|@+\|", " ", wanted)
        wanted = letters(wanted.split())
        compared += 1
        if words_again(objects) != wanted:
            check(f"{topic}/{os.path.basename(program)} says the same", False, "missing: %s" % (wanted - words_again(objects)),
                  "too many: %s" % (words_again(objects) - wanted), done.stdout)
check(f"{read} programs of tests/d wrote JSON, {compared} were compared with their text", read > 60 and compared > 40)
by_jq = subprocess.run(["jq", "-s", "[length, ([.[] | select(.type == \"start\" and .version == 1)] | length), "
                        "([.[] | select(.type == \"end\")] | length)] | @csv"], input=everything, capture_output=True)
check("jq reads them all", by_jq.stdout.decode().strip().strip('"') == f"{len(everything.splitlines())},{read},{read}", by_jq)

# ---- values, exactly

objects = as_json(r"""
struct inner { int b; };
struct all { unsigned long long u; long long s; char text[4]; int list[2]; union { int a; unsigned char first; }; enum colour { RED, GREEN } c; struct inner in; int bits : 3; };
struct all v;
BEGIN {
    v.u = 0xffffffffffffffff; v.s = -0x7fffffffffffffff - 1; v.text[0] = 'h'; v.text[1] = 'i'; v.list[1] = 7; v.a = 258; v.c = GREEN; v.in.b = -2; v.bits = -3;
    trace(0xffffffffffffffff); trace((long long)0x8000000000000000); trace((char)-1); trace("a\"b\\c\n\x01");
    trace("caf\xe9"); trace("caf\xc3\xa9"); printf("%d%%|%-5s|%x %c\n", 9007199254740993, "x", 255, 'A'); print(v); tracemem(v.text, 4); exit(7);
}""")
item = records(objects)
check("start and end", objects[0]["type"] == "start" and objects[0]["version"] == 1 and objects[-1]["type"] == "end" and
      objects[-1]["status"] == 7 and objects[-1]["records"] == 1 and objects[-1]["drops"] == {}, objects)
check("64 bits are exact", [i["values"] for i in item[:3]] == [[2**64 - 1], [-2**63], [-1]], item[:3])
check("strings", item[3]["values"] == ['a"b\\c\n\x01'] and item[5]["values"] == ["caf\u00e9"], item[3:6])
check("a string that is not UTF-8", item[4]["values"] == [{"hex": b"caf\xe9".hex()}], item[4])
check("printf has its format, values and text", item[6] == {"action": "printf", "format": "%d%%|%-5s|%x %c\n", "text": "9007199254740993%|x    |ff A\n",
      "values": [9007199254740993, "x", 255, 65]}, item[6])
members = item[7]["values"][0]["members"]
check("a structure has its members", item[7]["values"][0]["type"] == "struct all" and members["u"] == 2**64 - 1 and members["s"] == -2**63 and
      members["text"] == "hi" and members["list"] == [0, 7] and members["a"] == 258 and members["first"] == 2 and
      members["c"] == {"value": 1, "enumerator": "GREEN"} and members["in"] == {"type": "struct inner", "members": {"b": -2}} and members["bits"] == -3, item[7])
check("tracemem has bytes", item[8]["values"] == [{"hex": "68690000"}], item[8])
check("exit is a record", item[9] == {"action": "exit", "values": [7]}, item[9])

# ---- aggregations: every value is in the bucket that counts it

numbers = [0, 1, -1, 2, 3, 4, 1000, -1000, 1023, 1024, 2**62, 2**63 - 1, -2**63, 99, 100, 101, 9, 10, 11]
calls = "".join("@q[%s] = quantize((long long)%s); @l[%s] = lquantize((long long)%s, 0, 100, 10); @ll[%s] = llquantize((long long)%s, 10, 0, 6, 10); "
                % (i, "0x%x" % (number & 2**64 - 1), i, "0x%x" % (number & 2**64 - 1), i,
                   "0x%x" % (number & 2**64 - 1)) for i, number in enumerate(numbers))
for compat in [], ["-x", "compat=oracle"]:
    found = collections.Counter()
    for row in rows(as_json("BEGIN { %s exit(0); }" % calls, *compat)):
        cell, number = row["values"][0], numbers[row["keys"][0]]
        hit = [b for b in cell["value"]["buckets"] if b["count"]]
        good = len(hit) == 1 and hit[0]["count"] == 1 and hit[0].get("low", -2**64) <= number <= hit[0].get("high", 2**64) and cell["value"]["total"] == 1
        ranges = [(b.get("low", -2**64), b.get("high", 2**64)) for b in cell["value"]["buckets"]]
        good = good and all(a[1] + 1 == b[0] for a, b in zip(ranges, ranges[1:]))
        # lquantize takes the lower half of a number
        if not good and not (cell["function"] == "llquantize" and number < 0 and not compat) and not (cell["function"] == "lquantize" and abs(number) >= 2**31):
            check(f"{cell['function']} of {number} {compat}", False, cell)
        found[cell["name"]] += 1
    check(f"distributions {compat}", found == {"q": len(numbers), "l": len(numbers), "ll": len(numbers)}, found)

objects = as_json('BEGIN { @a["x", 1] = count(); @b["x", 1] = sum(-5); @b["y", 2] = sum(6); normalize(@b, 2); printa("%s %d %@d %@d\\n", @a, @b); exit(0); }')
check("printa of two: one row for the same keys", [(r["keys"], [(c["name"], c["value"], c.get("normal", 1)) for c in r["values"]], r["text"], r["by"]) for r in rows(objects)] ==
      [(["y", 2], [("b", 3, 2)], "y 2 0 3\n", "printa"), (["x", 1], [("a", 1, 1), ("b", -2, 2)], "x 1 1 -2\n", "printa")], rows(objects))
objects = as_json("BEGIN { @ = count(); @ = count(); } BEGIN { exit(0); }", "-x", "aggpercpu")
check("aggpercpu has each CPU's", rows(objects)[0]["values"][0]["value"] == 2 and sum(rows(objects)[0]["values"][0]["cpus"]) == 2, objects)

# ---- errors and losses

done = run(["-q", "-x", "json", "-n", "BEGIN { trace(*(int *)8); } BEGIN { exit(0); }"])
errors = [line for line in lines(done.stdout) if line["type"] == "error"]
check("a fault is an error", len(errors) == 1 and errors[0]["probe"]["name"] == "BEGIN" and errors[0]["text"].encode() in done.stderr and
      lines(done.stdout)[-1]["errors"] == 1, errors, done.stderr)
done = run(["-q", "-x", "json", "-x", "aggsize=1k", "-n", "BEGIN { %s exit(0); }" % "".join(f"@a[{i}] = count(); " for i in range(200))])
drops = [line for line in lines(done.stdout) if line["type"] == "drop"]
check("losses are objects", drops and all(d["kind"] == "aggregation" and d["text"].encode() in done.stderr for d in drops) and
      lines(done.stdout)[-1]["drops"] == {"aggregation": sum(d["count"] for d in drops)} and
      sum(d["count"] for d in drops) + len(rows(lines(done.stdout))) == 200, drops, done.stderr)

# ---- options, flow, freopen, system

with tempfile.TemporaryDirectory() as folder:
    file = folder + "/f"
    done = run(["-q", "-w", "-x", "oformat=json", "-n", 'BEGIN { printf("one"); freopen("%s"); printf("two"); } BEGIN { freopen(""); system("echo out"); exit(0); }' % file])
    check("freopen divides a firing", [i.get("text") for i in records(lines(done.stdout))] == ["one", "echo out", None] and
          [i["text"] for i in records(lines(open(file, "rb").read()))] == ["two"], done.stdout)
    check("a command's output is no line of JSON", b"out" in done.stderr.splitlines())
done = run(["-x", "json", "-F", "-n", "BEGIN { exit(0); }"])
check("flow", [(line["flow"], line["depth"]) for line in lines(done.stdout) if line["type"] == "record"] == [("none", 0)], done.stdout)
done = run(["-x", "json", "-x", "temporal", "-n", "BEGIN { trace(timestamp); exit(0); }"])
record = [line for line in lines(done.stdout) if line["type"] == "record"][0]
check("the time stamp of a record", 0 <= record["data"][0]["values"][0] - record["timestamp"] < 10**9, record)
for bad in ["oformat=xml", "oformat", "json=1", "stackkeys=none"]:
    check(f"-x {bad} is refused", run(["-x", bad, "-n", "BEGIN"]).returncode == 1)
done = run(["-B", "-x", "json", "-n", "BEGIN { exit(0); }"])
check("-B and -x json exclude each other", done.returncode == 2 and b"-B" in done.stderr and not done.stdout, done)
done = run(["-q", "-n", '#pragma D option oformat=json\nBEGIN { exit(0); }'])
check("#pragma", lines(done.stdout)[0]["type"] == "start", done.stdout)

# ---- CSV

program = 'BEGIN { @a["x,\\"y\\"\\nz", -3] = count(); @a[" b", 4] = count(); @q = quantize(5); @s = sum(-0x7fffffffffffffff); trace(1); exit(0); }'
done = run(["-q", "-x", "oformat=csv", "-n", program])
table = list(csv.reader(io.StringIO(done.stdout.decode(), newline="")))
check("CSV: every line has as many fields", {len(line) for line in table} == {8} and done.stdout.count(b"\r\n") == len(table), done.stdout)
check("CSV: values", sorted(line[1:] for line in table[1:]) == sorted([
    ["a", "count", 'x,"y"\nz', "-3", "", "", "1"], ["a", "count", " b", "4", "", "", "1"], ["q", "quantize", "", "", "2", "3", "0"],
    ["q", "quantize", "", "", "4", "7", "1"], ["q", "quantize", "", "", "8", "15", "0"], ["s", "sum", "", "", "", "", str(-2**63 + 1)]]), table)
check("CSV: names", table[0] == ["time", "aggregation", "function", "key1", "key2", "low", "high", "value"], table[0])
check("CSV: what is left out is said", b"1 record is not in the output" in done.stderr, done.stderr)

# ---- stacks: of a program whose calls are known

source = r"""
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) int leaf(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r; }
__attribute__((noinline)) int middle(int x) { int r = leaf(x); __asm__ volatile("" : "+r"(r)); return r + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += middle(i); for (int i = 0; i < 5; i++) n += leaf(i); while (getchar() != -1) ; return n == 0; }
"""
with tempfile.TemporaryDirectory() as folder:
    target = folder + "/calls"
    subprocess.run(["gcc", "-O1", "-g", "-fno-omit-frame-pointer", "-include", "stdio.h", "-x", "c", "-", "-o", target], input=source.encode(), check=True)

    def trace(*options, action='@[probefunc, ustack()] = count();', **more):
        # the target lives until the output is complete, so that its symbols do, too
        hold, keep = os.pipe()
        done = run(["-q", *options, "-n", "pid$target:calls:point:entry { n++; %s } pid$target:calls:point:return /n == 15/ { exit(0); }" % action, "-c", target], stdin=hold)
        os.close(hold), os.close(keep)
        return done

    objects = lines(trace("-x", "json").stdout)
    # at the first instruction of a function a walk by frame pointers does not see its caller, leaf
    found = {";".join(f["symbol"] for f in row["keys"][1]["frames"] if f.get("module") == "calls" and f["symbol"] not in ("leaf", "_start")):
             row["values"][0]["value"] for row in rows(objects)}
    check("frames of user stacks", found == {"point;middle;main": 10, "point;main": 5}, objects)
    frame = rows(objects)[0]["keys"][1]["frames"][0]
    check("a frame has its address, text, module, symbol, offset", set(frame) == {"address", "text", "module", "symbol", "offset"} and
          frame["text"] == "calls`point" and frame["offset"] == 0, frame)
    text = trace().stdout.decode()
    wanted = [f["text"] for row in rows(objects) for f in row["keys"][1]["frames"] if f.get("module") == "calls"]
    check("the text output has the same frames", all(line in text for line in wanted), text)

    folded = trace("-x", "oformat=folded").stdout.decode().splitlines()
    inner = sorted(re.sub(r"calls`(leaf|_start);", "", re.sub(r"libc[^;]*;", "", line)) for line in folded)
    check("folded: the outermost first, the key a frame below", inner == ["point;calls`main;calls`middle;calls`point 10", "point;calls`main;calls`point 5"], folded)
    labelled = trace("-x", "oformat=folded", "-x", "stackkeys=labels").stdout.decode().splitlines()
    check("folded: the key a label", len(labelled) == 2 and all(line.startswith("[point];") for line in labelled), labelled)
    each = trace("-x", "oformat=folded", action="ustack();").stdout.decode().splitlines()
    check("folded: a stack of a firing counts one", len(each) == 15 and all(line.endswith(" 1") for line in each), each)
    done = trace("-x", "oformat=folded", action="@a = count(); @b[ustack()] = sum(-1); trace(1);")
    check("folded: what is left out is said", b"15 records, 1 row of aggregations, 2 negative values are not in the output" in done.stderr, done.stderr)

    for option, names in (("frames", ["c"]), ("labels", ["c point"])):
        scope = json.loads(trace("-x", "oformat=speedscope", "-x", "stackkeys=" + option, action="@c[probefunc, ustack()] = count();").stdout)
        frames = [f["name"] for f in scope["shared"]["frames"]]
        check(f"speedscope with {option}", scope["$schema"] == "https://www.speedscope.app/file-format-schema.json" and
              [p["name"] for p in scope["profiles"]] == names and len(frames) == len(set(frames)), scope)
        profile = scope["profiles"][0]
        stacks = {";".join(frames[n] for n in sample if "calls`" in frames[n]): weight for sample, weight in zip(profile["samples"], profile["weights"])}
        stacks = {stack.replace("calls`leaf;", "").replace("calls`_start;", ""): weight for stack, weight in stacks.items()}
        check(f"speedscope: samples with {option}", profile["type"] == "sampled" and profile["endValue"] == 15 and
              stacks == {"calls`main;calls`point": 5, "calls`main;calls`middle;calls`point": 10}, scope)

sys.exit(failed != 0)
