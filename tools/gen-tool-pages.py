#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
gen-tool-pages.py [--gzip] [--tools INSTALLED] FOLDER - a manual page for each tool: FOLDER/NAME.8, or NAME.8.gz. INSTALLED: where the tools are
installed, /usr/share/anytrace/tools without it.

A page is made of the first comment of the tool's script, userland/tools/NAME.d, and of what docs/tools.md shows that it printed; the options that its
usage has are described here. A tool whose name is another package's command (UNNAMED) has a page of the name anytrace-NAME.
"""
import argparse
import gzip
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import gallery  # noqa: E402

UNNAMED = ("slabtop",)  # of procps: started by dtrace --tool alone
OPTIONS = (
    ("-p", "pid", "Only this process; end when it does."),
    ("-c", "command", "Start a command, trace only this process, and end when it does."),
    ("-d", "seconds", "End after so many seconds. Without it, Ctrl-C ends."),
    ("-t", "top", "Show so many rows, the largest; 20 without it."),
    ("-j", "", "JSON lines instead of text."),
)
COMMON = (
    ("-o", "file", "Append the output to a file."),
    ("-x", "name[=value]", "Set an option of tracing, see dtrace(8)."),
    ("--report", "file", "Write a page in HTML with pictures and tables, beside the output."),
    ("--help", "", "Print the usage and what the tool does."),
)
PARTS = (("How", "HOW IT WORKS"), ("Cost", "OVERHEAD"), ("Limits", "LIMITS"))


def page_name(name):
    return f"anytrace-{name}" if name in UNNAMED else name


def escaped(text):
    """Text for troff: no escapes, and no requests at the starts of lines."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def split(text):
    """The description of a tool, and its parts by name: paragraphs and sentences that begin with How:, Cost:, Limits:."""
    pieces = re.split(r"(?:^|(?<=\s))(How|Cost|Limits): ", text)
    return pieces[0].strip(), dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2])))


def sentence(text):
    """With a capital, unless the first word is a name."""
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+[\s,]", text) else text


def paragraphs(text):
    return "\n.PP\n".join(escaped(paragraph) for paragraph in text.split("\n\n")).split("\n")


def option(word, argument, text):
    return [".TP", f".B {escaped(word)}" + (f" \\fI{escaped(argument)}\\fR" if argument else ""), escaped(text)]


def page(example, command, output, installed):
    """The page of a tool, in the macros of man(7)."""
    name = page_name(example.name)
    start = f"dtrace --tool {example.name}" if example.name in UNNAMED else example.name
    about, parts = split(example.text)
    has = [option(*row) for row in OPTIONS if re.search(rf"[\[| ]{row[0]}[\] ]", example.usage)]
    lines = ['.\\" SPDX-License-Identifier: MIT OR GPL-2.0-only; made by tools/gen-tool-pages.py',
             f'.TH {name.upper()} 8 "" "anytrace" "System Administration"', ".nh", ".ad l",
             ".SH NAME", f"{escaped(name)} \\- {escaped(example.question)}",
             ".SH SYNOPSIS", ".nf"]
    lines += [escaped(re.sub(rf"^{example.name}\b", start, line)) for line in example.usage.splitlines()]
    lines += [".fi", ".SH DESCRIPTION", *paragraphs(about), ".SH OPTIONS"]
    for described in [*has, *(option(*row) for row in COMMON)]:
        lines += described
    for word, title in PARTS:
        if word in parts:
            lines += [f".SH {title}", *paragraphs(sentence(parts[word]))]
    arguments = command[len(example.name):]
    lines += [".SH EXAMPLES", "Printed in a virtual machine with two emulated CPUs:", ".PP", ".nf", escaped(f"# {start}{arguments}"), escaped(output), ".fi",
              ".SH EXIT STATUS", "0; 1 after an error; 2 for a wrong command line.",
              ".SH FILES", ".TP", f".I {installed}/{example.name}.d", "The tool: a script in D, which can be read and changed.",
              ".SH SEE ALSO", ".BR dtrace (8)"]
    return "\n".join(lines) + "\n"


def pages(installed):
    """{file name: text} of all tools, and what is wrong, a line each."""
    where = gallery.PAGES["tools"]
    known, wrong = gallery.examples(where)
    outputs = gallery.kept(where)
    wrong += [f"docs/tools.md shows nothing of {name}" for name in known if name not in outputs]
    wrong += [f"userland/tools/{name}.d says no {word}:" for name, example in known.items() for word in ("How", "Cost") if word not in split(example.text)[1]]
    return {f"{page_name(name)}.8": page(example, *outputs[name], installed) for name, example in known.items() if name in outputs}, wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--gzip", action="store_true")
    parser.add_argument("--tools", default="/usr/share/anytrace/tools")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    made, wrong = pages(arguments.tools)
    for line in wrong:
        print(line, file=sys.stderr)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        if arguments.gzip:  # the same bytes each time: without a name and a time
            (arguments.folder / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
        else:
            (arguments.folder / name).write_text(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
