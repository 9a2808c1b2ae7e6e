#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_flame_programs.py flamegraph|speedscope DTRACE ROOT - stacks that dtrace writes of a program whose calls are known, read by flamegraph.pl or speedscope of
ROOT: every frame arrives with its name and its weight, and the sum of all. What is expected is counted from -x json, which no flame graph program reads."""
import collections
import html
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM, DTRACE, ROOT = sys.argv[1:4]
SOURCE = r"""
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) int leaf(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r; }
__attribute__((noinline)) int middle(int x) { int r = leaf(x); __asm__ volatile("" : "+r"(r)); return r + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += middle(i); for (int i = 0; i < 5; i++) n += leaf(i); while (getchar() != -1) ; return n == 0; }
"""
# keys are frames: with blanks, numbers, what HTML and the formats have for themselves, more than ASCII
KEY = 'a key; of 7 <"&> \u00fcml'
AGGREGATION = '@calls["%s", ustack()] = count();' % KEY.replace('"', '\\"')


def weights(stacks):
    """{frame: [self, total]} of [(frames from the outermost on, weight)]; each frame counts once in a stack."""
    result = collections.defaultdict(lambda: [0, 0])
    for frames, weight in stacks:
        result[frames[-1]][0] += weight
        for frame in set(frames):
            result[frame][1] += weight
    return dict(result)


def trace(target, *options):
    # the target lives until the output is complete, so that its symbols do, too
    hold, keep = os.pipe()
    done = subprocess.run([DTRACE, "-q", *options, "-n", "pid$target:calls:point:entry { n++; %s } pid$target:calls:point:return /n == 15/ { exit(0); }" % AGGREGATION,
                           "-c", target], stdin=hold, capture_output=True, timeout=120, check=True)
    os.close(hold), os.close(keep)
    return done.stdout.decode()


def expected(output):
    """The stacks of the JSON lines: the key is the outermost frame, names have no offset, a semicolon is a comma."""
    stacks = []
    for line in map(json.loads, output.splitlines()):
        if line["type"] == "aggregation":
            key, stack = line["keys"]
            frames = [re.sub(r"\+0x[0-9a-f]+$", "", frame["text"]) for frame in stack["frames"]]
            stacks.append(([key.replace(";", ","), *reversed(frames)], line["values"][0]["value"]))
    return stacks


def flamegraph(stacks, *files):
    """Each box of the picture has a title, "NAME (N samples, P%)": those of one frame, at several places, are added up. flamegraph.pl itself draws < > as ( )."""
    program = f"{ROOT}/usr/share/perl5/Devel/NYTProf/flamegraph.pl"
    for options in [], ["--colors", "java", "--hash"]:
        picture = subprocess.run(["perl", program, *options, files[0]], capture_output=True, check=True, timeout=60).stdout.decode()
        totals = collections.Counter()
        for name, count in re.findall(r"<title>(.*) \(([\d,]+) samples, [\d.]+%\)</title>", picture):
            totals[html.unescape(name)] += int(count.replace(",", ""))
        wanted = {frame.translate(str.maketrans("<>", "()")): total for frame, (_, total) in weights(stacks).items()}
        wanted["all"] = sum(weight for _, weight in stacks)
        assert totals == wanted, (options, totals, wanted)


def speedscope(stacks, *files):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "speedscope_import.js")
    done = subprocess.run(["node", script, ROOT, *files], capture_output=True, text=True, check=True, timeout=60)
    wanted = weights(stacks)
    for file, line in zip(files, done.stdout.splitlines(), strict=True):
        profiles = json.loads(line)
        assert profiles and len(profiles) == 1, (file, line, done.stderr)
        assert profiles[0]["total"] == 15, (file, profiles)
        assert {name: [own, total] for name, own, total in profiles[0]["frames"]} == wanted, (file, profiles, wanted)
    assert profiles[0]["name"] == "calls", profiles


with tempfile.TemporaryDirectory() as temporary:
    calls = temporary + "/calls"
    subprocess.run(["gcc", "-O1", "-g", "-fno-omit-frame-pointer", "-include", "stdio.h", "-x", "c", "-", "-o", calls], input=SOURCE.encode(), check=True)
    known = expected(trace(calls, "-x", "json"))
    assert sum(weight for _, weight in known) == 15 and len(known) == 2 and all("calls`main" in frames for frames, _ in known), known
    written = []
    for form in "folded", "speedscope":
        written.append(f"{temporary}/stacks.{'folded' if form == 'folded' else 'speedscope.json'}")
        with open(written[-1], "w", encoding="utf-8") as out:
            out.write(trace(calls, "-x", "oformat=" + form))
    {"flamegraph": flamegraph, "speedscope": speedscope}[PROGRAM](known, *written)
    print(f"{PROGRAM}: {len(weights(known))} frames, 15 samples")
