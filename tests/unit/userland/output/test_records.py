#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_records.py TREE DTRACE - each kind of record, key and aggregation in each format of the output, read back.

A program of the table runs once for each format. What JSON has must be what the text shows; CSV, folded stacks and speedscope must have exactly those rows
and stacks of the JSON that they can hold, and say how many they leave out. Every action and aggregating function of spec/ must be in a program.
"""
import csv
import io
import json
import re
import subprocess
import sys
import tempfile

from read_back import as_bytes, letters, records, rows, words_again

tree, dtrace = sys.argv[1:3]
failed = 0

# What a clause does, and no record shows; breakpoint(), panic() and pcap()'s packets need a kernel (tests/vm/output.sh).
NO_RECORD = {"breakpoint", "panic", "pcap", "stop", "raise"}

POINT = "pid$target:calls:point:entry"
LAST = "pid$target:calls:point:return /n == 15/ { exit(0); }"
PROGRAMS = {
    "trace": 'BEGIN { trace(-5); trace("text"); trace((char)65); trace(0xffffffffffffffff); exit(3); }',
    "printf": 'BEGIN { printf("%5d|%-6s|%c|%x|%%|%llu\\n", -7, "ab", 66, 255, 0xffffffffffffffff); exit(0); }',
    "print": "struct p { int x; char y[3]; }; struct p v; BEGIN { v.x = 258; v.y[0] = 'a'; print(v); print(v.x); exit(0); }",
    "tracemem": 'char b[20]; BEGIN { b[0] = 1; b[17] = 65; tracemem(b, 20); exit(0); }',
    "printa": '''BEGIN { @a["x", 2] = count(); @b["x", 2] = sum(-9); printa("%s %d %@d %@d\\n", @a, @b); printa(@a); clear(@b); trunc(@a); exit(0); }''',
    "normalize": "BEGIN { @ = sum(1000); normalize(@, 7); printa(@); denormalize(@); exit(0); }",
    "symbols": '''BEGIN { sym(0x10); func(0x11); mod(0x12); usym(0x13); ufunc(0x14); umod(0x15); uaddr(0x16);
        @[sym(0x10), func(0x11), mod(0x12), usym(0x13), ufunc(0x14), umod(0x15), uaddr(0x16)] = count(); exit(0); }''',
    "keys": '''BEGIN { @a[-1, "a,\\"b\\";c", (char)7, 0xffffffffffffffff] = count(); @b[""] = count(); @b["caf\\xc3\\xa9"] = count(); @c[0] = max(-3); exit(0); }''',
    "count": "BEGIN { @ = count(); @ = count(); exit(0); }",
    "extremes": "BEGIN { @a = min(-7); @a = min(9); @b = max(-7); @b = max(9); exit(0); }",
    "means": "BEGIN { @a = avg(1); @a = avg(4); @s = stddev(10); @s = stddev(20); @t = sum(0x7fffffffffffffff); exit(0); }",
    "quantize": "BEGIN { @[1] = quantize(-9); @[1] = quantize(0); @[1] = quantize(1000); @[2] = quantize(3, 5); exit(0); }",
    "lquantize": "BEGIN { @ = lquantize(-1, 0, 30, 10); @ = lquantize(15, 0, 30, 10); @ = lquantize(99, 0, 30, 10); exit(0); }",
    "llquantize": "BEGIN { @ = llquantize(0, 10, 1, 3, 10); @ = llquantize(150, 10, 1, 3, 10); @ = llquantize(99999, 10, 1, 3, 10); exit(0); }",
    "speculation": 'BEGIN { self->s = speculation(); speculate(self->s); printf("kept %d\\n", 5); } BEGIN { commit(self->s); }'
                   'BEGIN { self->t = speculation(); speculate(self->t); printf("thrown away\\n"); } BEGIN { discard(self->t); } tick-200ms { exit(0); }',
    "clauses": 'BEGIN { trace(1); } BEGIN { trace(2); } END { printf("end %d\\n", 3); } BEGIN { chill(10); setopt("quiet"); exit(0); }',
    "ustack": POINT + " { n++; ustack(3); jstack(3); } " + LAST,
    "ustack-keys": POINT + " { n++; @[probefunc, ustack(), n > 10] = count(); @s[ustack()] = sum(n); } " + LAST,
    "ustack-mixed": POINT + " { n++; @a[n] = count(); @b[ustack()] = max(n); @c[ustack()] = min(-1); trace(n); } " + LAST,
    "ustack-quantize": POINT + " { n++; @[ustack(), 0] = quantize(n); } " + LAST,
    "system": 'BEGIN { system("true"); freopen("/dev/null"); ftruncate(); freopen(""); printf("back\\n"); exit(0); }',
    "stack": "BEGIN { stack(); exit(0); }",
}
FAULTS = {
    "badaddr": "trace(*(int *)8)",
    "divide-by-zero": "trace(1 / (n - n))",
    "alignment or address": "trace(*(long long *)3)",
    "string": "trace(copyinstr(0x10))",
}
LOSSES = {
    "aggregation": ("BEGIN { %s exit(0); }" % "".join(f"@a[{i}] = count(); " for i in range(200)), "aggsize=1k"),
    "dynamic": ("BEGIN { %s exit(0); }" % "".join(f"a[{i}] = {i + 1}; " for i in range(200)), "dynvarsize=1k"),
    "principal": ("BEGIN { trace(1); } BEGIN { tracemem(b, 2000); } BEGIN { tracemem(b, 2000); } END { exit(0); } tick-100ms { exit(0); }", "bufsize=1k"),
    "specunavail": ("BEGIN { s = speculation(); t = speculation(); exit(0); }", "nspec=1"),
}


def check(what, good, *details):
    global failed
    if not good:
        failed += 1
        print("NOT OK: " + what, *[str(detail)[:3000] for detail in details], sep="\n    ")


def run(program, *options, target=None):
    return subprocess.run([dtrace, "-q", "-w", *options, "-n", program, *(["-c", target] if target else [])], capture_output=True, timeout=120,
                          stdin=subprocess.DEVNULL)


def lines(output):
    return [json.loads(line) for line in output.decode("utf-8").splitlines()]


def text_letters(output):
    text = output.decode("latin-1")
    if "Distribution" in text:
        text = re.sub(r"\|@*|@+\|", " ", text)
    return letters(text.split())


# ---- what other formats must have, made of the JSON


def is_stack(key):
    return isinstance(key, dict) and "frames" in key


def key_text(key):
    if is_stack(key):
        return "\n".join(frame["text"] for frame in key["frames"])
    return key["text"] if isinstance(key, dict) and "text" in key else str(key) if not isinstance(key, dict) else as_bytes(key).decode("latin-1")


def csv_rows(objects):
    """The lines of CSV without their times."""
    result, most = [], max((len(row["keys"]) for row in rows(objects)), default=0)
    for row in rows(objects):
        keys = [key_text(key) for key in row["keys"]] + [""] * (most - len(row["keys"]))
        for cell in row["values"]:
            buckets = cell["value"]["buckets"] if isinstance(cell["value"], dict) else [{"count": cell["value"]}]
            result += [[cell["name"], cell["function"], *keys, str(bucket.get("low", "")), str(bucket.get("high", "")), str(bucket["count"])] for bucket in buckets]
    return result


def frame_name(frame):
    return (f"{frame['module']}`{frame['symbol']}" if "symbol" in frame else frame["text"]).replace(";", ",")


def weight(cell):
    return cell["value"]["total"] if isinstance(cell["value"], dict) else cell["value"]


def stacks_of(objects):
    """[(aggregation or None, frames outermost first, number)]: what folded and speedscope can hold."""
    result = []
    for line in objects:
        stacks = [value for item in line["data"] for value in item["values"] if is_stack(value)] if line["type"] == "record" else []
        if stacks:  # all of a firing are one
            result += [(None, [frame_name(frame) for stack in stacks for frame in reversed(stack["frames"])] or ["[no frames]"], 1)]
    for row in rows(objects):
        frames = [name for key in row["keys"] if not is_stack(key) for name in [key_text(key).replace(";", ",")]]
        frames += [frame_name(frame) for key in row["keys"] if is_stack(key) for frame in reversed(key["frames"])]
        if any(is_stack(key) and key["frames"] for key in row["keys"]):
            result += [(cell["name"], frames, weight(cell)) for cell in row["values"] if weight(cell) >= 0]
    return result


def left_out(objects):
    """What those cannot hold: records and rows without a stack, negative values."""
    data = [[item for item in line["data"] if item["action"] != "exit"] for line in objects if line["type"] == "record"]
    without = [row for row in rows(objects) if not any(is_stack(key) for key in row["keys"])]
    negative = [cell for row in rows(objects) if row not in without for cell in row["values"] if weight(cell) < 0]
    return len([items for items in data if items and not any(is_stack(value) for item in items for value in item["values"])]), len(without), len(negative)


def added(stacks):
    """Equal stacks of records are one or several lines: their numbers added."""
    result = {}
    for name, frames, number in stacks:
        key = name, ";".join(frames)
        result[key] = result.get(key, 0) + number
    return result


def speedscope_stacks(output):
    scope = json.loads(output)
    names = [frame["name"] for frame in scope["shared"]["frames"]]
    return [(profile["name"], [names[n] for n in sample] or ["[no frames]"], number)
            for profile in scope["profiles"] for sample, number in zip(profile["samples"], profile["weights"])]


# ---- the table

SOURCE = r"""
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) int middle(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += middle(i); for (int i = 0; i < 5; i++) n += point(i); for (;;) pause(); return n == 0; }
"""


def check_program(name, program, target):
    text = run(program, target=target)
    done = run(program, "-x", "json", target=target)
    objects = lines(done.stdout)
    check(f"{name}: text and JSON end alike", text.returncode == done.returncode, text, done)
    if not objects:
        check(f"{name}: it runs", False, done.stderr.decode())
        return []
    check(f"{name}: start and end", [objects[0]["type"], objects[-1]["type"]] == ["start", "end"], objects)
    end = objects[-1]
    check(f"{name}: the end counts", end["rows"] == len(rows(objects)) and end["errors"] == 0 and
          end["records"] == sum(1 for line in objects if line["type"] == "record"), objects)
    check(f"{name}: status", end["status"] == done.returncode, end)
    check(f"{name}: JSON is what the text shows", words_again(objects) == text_letters(text.stdout),
          "missing: %s" % (text_letters(text.stdout) - words_again(objects)), "too many: %s" % (words_again(objects) - text_letters(text.stdout)),
          text.stdout, done.stdout)
    table = list(csv.reader(io.StringIO(run(program, "-x", "oformat=csv", target=target).stdout.decode("utf-8"), newline="")))
    check(f"{name}: CSV", sorted(line[1:] for line in table[1:]) == sorted(csv_rows(objects)), table, csv_rows(objects))
    wanted = stacks_of(objects)
    folded = run(program, "-x", "oformat=folded", target=target)
    found = [(None, *line.rsplit(" ", 1)) for line in folded.stdout.decode().splitlines()]
    check(f"{name}: folded", added((None, [frames], int(number)) for _, frames, number in found) ==
          added((None, [";".join(frames)], number) for _, frames, number in wanted), folded.stdout, wanted)
    said = tuple(sum(map(int, re.findall(rf"(\d+) {what}s?\b[^:]* (?:is|are) not in the output: folded", folded.stderr.decode())))
                 for what in ("record", "rows? of aggregation", "negative value"))
    check(f"{name}: folded says what it leaves out", said == left_out(objects), folded.stderr, left_out(objects))
    scope = run(program, "-x", "oformat=speedscope", target=target)
    if wanted:
        found = added(("", frames, number) for _, frames, number in speedscope_stacks(scope.stdout))
        check(f"{name}: speedscope", found == added(("", frames, number) for _, frames, number in wanted), scope.stdout, wanted)
    return objects


seen = set()
with tempfile.TemporaryDirectory() as folder:
    target = folder + "/calls"
    subprocess.run(["gcc", "-O1", "-g", "-fno-omit-frame-pointer", "-include", "unistd.h", "-x", "c", "-", "-o", target], input=SOURCE.encode(), check=True)
    for name, program in PROGRAMS.items():
        objects = check_program(name, program, target if "$target" in program else None)
        seen |= set(re.findall(r"\b([a-z]+)\(", program))
        seen |= {cell["function"] for row in rows(objects) for cell in row["values"]}

# ---- errors and losses: the same words on standard error, and as objects

for name, action in FAULTS.items():
    program = "int n; BEGIN { %s; } BEGIN { exit(0); }" % action
    text, done = run(program), run(program, "-x", "json")
    errors = [line for line in lines(done.stdout) if line["type"] == "error"]
    said = [line.removeprefix("dtrace: ") for line in text.stderr.decode().splitlines() if "error on enabled probe" in line]
    check(f"fault {name}: as the text says", len(said) == 1 and [error["text"].rstrip("\n") for error in errors] == said, errors, text.stderr)
    check(f"fault {name}: by name", errors and errors[0]["faultname"] in said[0] and lines(done.stdout)[-1]["errors"] == 1, errors)
for kind, (program, option) in LOSSES.items():
    done = run("char b[2000]; " + program, "-x", "json", "-x", option)
    drops = [line for line in lines(done.stdout) if line["type"] == "drop"]
    said = [line.removeprefix("dtrace: ") for line in done.stderr.decode().splitlines() if line.startswith("dtrace: ") and ("drop" in line or "fail" in line)]
    check(f"loss {kind}: there is one", kind in {drop["kind"] for drop in drops}, drops, done.stderr)
    check(f"loss {kind}: as the text says", [drop["text"].rstrip("\n") for drop in drops] == said, drops, said)
    check(f"loss {kind}: the end has the totals", lines(done.stdout)[-1]["drops"] ==
          {each: sum(drop["count"] for drop in drops if drop["kind"] == each) for each in {drop["kind"] for drop in drops}}, lines(done.stdout)[-1])

# ---- nothing of the language is missing from the table

spec = {name: open(f"{tree}/spec/{name}.def").read() for name in ("action", "agg")}
known = set(re.findall(r'^DT_ACTION(?:_SYMBOL)?\(\w+, "(\w+)"', spec["action"], re.M)) | set(re.findall(r'^DT_AGG\(\d+, \w+, "(\w+)"', spec["agg"], re.M))
check(f"there are some: {known}", len(known) > 35)
check(f"in no program of the table: {sorted(known - seen - NO_RECORD)}", not known - seen - NO_RECORD)
print(f"{len(PROGRAMS)} programs in five formats, {len(FAULTS)} faults, {len(LOSSES)} losses; {len(known)} words of the language")
sys.exit(failed != 0)
