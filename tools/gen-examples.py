#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-examples.py OUT PAGE... - the examples of pages of docs/, for dtrace --examples: a line DT_EXAMPLE(topic, words, title, page, command) each.

A heading of the page has below it `<!-- topic: TOPIC WORD... -->`, and is the title; its commands are those that toolchains/guest/page finds, without
those of further machines. Exit status: 0, or 1 when a heading with examples has no topic, or a topic no example.
"""
import json
import re
import sys
from pathlib import Path

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


def main():
    out, pages = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    lines = [f"/* Made by tools/gen-examples.py from {', '.join(page.name for page in pages)}. */"]
    lines += [f"DT_EXAMPLE({', '.join(c_text(part) for part in example)})" for page in pages for example in examples(page)]
    out.write_text("\n".join([*lines, ""]))


main()
