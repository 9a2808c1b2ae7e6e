#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
test_tool_pages.py - the manual pages: one for each tool, with its usage, its options and what docs/tools.md shows; and no page has a warning.

A page is read as it is printed: by groff, for a device that has ASCII and lines of 400 letters.
"""
import gzip
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tools"))
import gallery  # noqa: E402

GENERATOR = TOP / "tools/gen-tool-pages.py"
failed = 0


def check(what, holds):
    global failed
    if not holds:
        print("FAILED:", what)
        failed += 1


def printed(path):
    """The sections of a page, {title: text}; the device's warnings are failures."""
    run = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rLL=400n", str(path)], capture_output=True, text=True,
                         env={**os.environ, "LC_ALL": "C"})
    check(f"{path.name}: {run.stderr}", run.returncode == 0 and not run.stderr)
    pieces = re.split(r"^([A-Z][A-Z ]+)$", run.stdout, flags=re.M)
    return {title: re.sub(r"^ {7}", "", text, flags=re.M).strip("\n") for title, text in zip(pieces[1::2], pieces[2::2])}


def copied(path):
    """Whether what is printed can be copied to a shell: where groff is not Debian's, these become typographic signs unless they are escaped."""
    return not re.search(r"^[^.\n].*?(?<!\\)[-'`^~]", path.read_text(), re.M)


def squeezed(text):
    return " ".join(text.split())


def check_page(example, command, output, sections):
    name = example.name
    start = "dtrace --tool slabtop" if name == "slabtop" else name
    title = "anytrace-slabtop" if name == "slabtop" else name
    check(f"{name}: NAME is {sections.get('NAME')!r}", sections.get("NAME") == f"{title} - {example.question}")
    usage = "\n".join(re.sub(f"^{name}", start, line) for line in example.usage.splitlines())
    check(f"{name}: SYNOPSIS is {sections.get('SYNOPSIS')!r}", sections.get("SYNOPSIS") == usage)
    told = set(re.findall(r"^(--?[a-z]+)\b", sections.get("OPTIONS", ""), re.M))
    check(f"{name}: options {told}", told == set(re.findall(r"[\[| ](-[a-z])(?=[\] ])", example.usage)) | {"-o", "-x", "--report", "--help"})
    if "-p" in told:
        check(f"{name}: it ends when the process does", re.search(r"^-p pid\s+Only this process; end when it does\.$", sections["OPTIONS"], re.M))
    check(f"{name}: FILES is {sections.get('FILES')!r}", sections.get("FILES", "").split()[0] == f"/elsewhere/share/tools/{name}.d")
    shows = sections.get("EXAMPLES", "").split("\n\n", 1)[-1]
    wanted = f"# {start}{command[len(name):]}\n{output}"
    check(f"{name}: EXAMPLES is {shows!r}, not {wanted!r}", shows.rstrip() == wanted.rstrip())
    told = squeezed(" ".join(sections.get(part, "") for part in ("DESCRIPTION", "HOW IT WORKS", "OVERHEAD", "LIMITS")))
    words = squeezed(re.sub(r"\b(How|Cost|Limits): ", "", example.text))
    check(f"{name}: its comment is\n{words}\nand the page says\n{told}", told.lower() == words.lower())


page = gallery.PAGES["tools"]
tools, wrong = gallery.examples(page)
outputs = gallery.kept(page)
check(f"the tools are good: {wrong}", not wrong)
with tempfile.TemporaryDirectory() as folder:
    run = subprocess.run([GENERATOR, "--tools", "/elsewhere/share/tools", folder], capture_output=True, text=True)
    check(f"{run.stderr}", run.returncode == 0 and not run.stderr)
    made = {path.name for path in Path(folder).iterdir()}
    check(f"a page for each tool: {made}", made == {f"{'anytrace-slabtop' if name == 'slabtop' else name}.8" for name in tools} and len(made) >= 30)
    for name, example in tools.items():
        path = Path(folder) / f"{'anytrace-slabtop' if name == 'slabtop' else name}.8"
        check_page(example, *outputs[name], printed(path))
        check(f"{path.name} has typographic signs", copied(path))
    with tempfile.TemporaryDirectory() as packed:
        subprocess.run([GENERATOR, "--gzip", "--tools", "/elsewhere/share/tools", packed], check=True)
        for path in Path(packed).iterdir():
            check(f"{path.name} is the page", gzip.decompress(path.read_bytes()).decode() == (Path(folder) / path.stem).read_text())
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([GENERATOR, folder], check=True)
    check("the tools of packages are in /usr/share", "/usr/share/anytrace/tools/opensnoop.d" in (Path(folder) / "opensnoop.8").read_text())
for manual in ("dtrace.8", "lockstat.8", "plockstat.1"):
    check(f"{manual} has a name", printed(TOP / "docs" / manual).get("NAME"))
sys.exit(1 if failed else 0)
