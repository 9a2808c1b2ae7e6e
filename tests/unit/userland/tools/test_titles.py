#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
test_titles.py - a tool prints titles, and what it is doing, in clauses with tool_text alone: programs that read its output have data and nothing else.

A title is a printf() that prints no variable: texts and arguments of the command line only.
"""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[4]
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CLAUSE = re.compile(r"^(?P<probes>[^\s{}/#][^{}/]*)\n(?:/(?P<predicate>(?:[^{])*?)/\n)?\{\n(?P<body>.*?)^\}", re.M | re.S)
PRINTF = re.compile(r"\bprintf\((?P<arguments>(?:\"(?:[^\"\\]|\\.)*\"|[^\";])*)\);", re.S)
TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*\"")


def is_title(arguments):
    """Whether nothing but texts, $1, $$1 and $target is printed."""
    return not re.search(r"[a-z_]", re.sub(r"\$target\b", "", TEXT.sub("", arguments)))


def titles(script):
    """(probes, predicate, whether it is a title) of each printf() of a script."""
    for clause in CLAUSE.finditer(COMMENT.sub("", script)):
        for call in PRINTF.finditer(clause["body"]):
            yield clause["probes"], clause["predicate"] or "", is_title(call["arguments"])


failed = 0
scripts = sorted((TOP / "userland/tools").glob("*.d"))
for path in scripts:
    script = path.read_text()
    printed = list(titles(script))
    if len(printed) != len(re.findall(r"\bprintf\(", COMMENT.sub("", script))):
        print(f"FAILED: {path.name}: this test does not understand one of its printf()")
        failed += 1
    for probes, predicate, title in printed:
        if title != ("tool_text" in predicate):
            print(f"FAILED: {path.name}: {probes}: {'a title without' if title else 'data with'} /tool_text/")
            failed += 1
    if not any(title for _, _, title in printed):
        print(f"FAILED: {path.name}: prints nothing when it begins")
        failed += 1
print(f"{len(scripts)} tools, {failed} failures")
sys.exit(1 if failed or len(scripts) < 30 else 0)
