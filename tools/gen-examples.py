#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-examples.py OUT PAGE... - the examples of pages of docs/, for dtrace --examples: a line DT_EXAMPLE(topic, words, title, page, command) each; then
the tools, the scripts of the gallery and the tables of docs/coming-from.md: DT_FURTHER_EXAMPLE of the same, which are found, and are no topics.

A heading of the page has below it `<!-- topic: TOPIC WORD... -->`, and is the title; its commands are those that toolchains/guest/page finds, without
those of further machines. Exit status: 0, or 1 when a heading with examples has no topic, or a topic no example.
"""
import json
import re
import sys
from pathlib import Path

import gallery

COMING_FROM = gallery.ROOT / "docs" / "coming-from.md"
ROW = re.compile(r"^\| `(.*?)`(?:, `.*?`)* \| `(.*?)`(?:, `.*?`)* \| .*\|$", re.M)
SECTION = re.compile(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", re.M | re.S)
EXAMPLE = re.compile(r"((?:^<!-- .* -->\n)*)^```console\n# (.*\n(?:>.*\n)*)", re.M)


def c_text(text):
    """A text of C."""
    return json.dumps(text, ensure_ascii=True).replace("??", "?\\?")


def examples(page):
    """(topic, words, title, page, command) of each example of a page."""
    result = []
    for title, body in SECTION.findall(page.read_text()):
        topic = re.search(r"^<!-- topic: (\S+) ?(.*) -->$", body, re.M)
        commands = [re.sub(r"^> ?", "", command, flags=re.M).rstrip() for notes, command in EXAMPLE.findall(body)]
        other_machine = ["<!-- on: " in notes for notes, command in EXAMPLE.findall(body)]
        if bool(topic) != bool(commands):
            sys.exit(f"{page}: '{title}' has {'no example' if topic else 'no line <!-- topic: TOPIC WORD... -->'}")
        title = re.sub(r"^\d+\. ", "", title)
        result += [(topic[1], topic[2], title, page.name, command) for number, command in enumerate(commands) if number == 0 or not other_machine[number]]
    return result


def scripts():
    """The same of each tool and each script of the gallery: the title is its question, the command its usage, the words what it says of itself."""
    for page in gallery.PAGES.values():
        known, wrong = gallery.examples(page)
        if wrong:
            sys.exit("\n".join(wrong))
        for example in known.values():
            usage = "\n".join(page.before + line for line in example.usage.splitlines())
            yield example.name, example.text, example.question[0].upper() + example.question[1:], page.path.name, usage


def tables():
    """The same of each tracer whose words docs/coming-from.md has: a command there, and what it is here."""
    for title, body in SECTION.findall(COMING_FROM.read_text()):
        rows = [f"{title + ' ' if other.startswith('-') else ''}{other}\n    {here}" for other, here in ROW.findall(body) if other.startswith((title, "-"))]
        if rows:
            yield title, "", f"What is a command of {title} here?", COMING_FROM.name, "\n".join(rows).replace("\\|", "|")


def main():
    out, pages = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    lines = [f"/* Made by tools/gen-examples.py from {', '.join(page.name for page in pages)}, scripts and {COMING_FROM.name}. */"]
    lines += [f"DT_EXAMPLE({', '.join(c_text(part) for part in example)})" for page in pages for example in examples(page)]
    lines += [f"DT_FURTHER_EXAMPLE({', '.join(c_text(part) for part in example)})" for example in [*scripts(), *tables()]]
    out.write_text("\n".join([*lines, ""]))


main()
