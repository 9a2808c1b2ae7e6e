#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-page.py OUT PAGE STYLE SCRIPT - the page of a report as two texts of C, ldt_page_head[] and ldt_page_tail[]: before and after its data.

PAGE has a line with nothing but @style@, @script@ and @data@ where these belong, and @style-hash@ and @script-hash@ in its policy: with them a
browser runs this script and no other, whatever the data have.
"""
import base64
import hashlib
import pathlib
import sys


def hash_of(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def c_text(name, text):
    rows = ['\t"%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("??", "?\\?") for line in text.splitlines()]
    return [f"const char {name}[] =", *rows[:-1], rows[-1] + ";"]


def main():
    out, page_path, style_path, script_path = (pathlib.Path(path) for path in sys.argv[1:5])
    page, parts = page_path.read_text(), {"style": style_path.read_text(), "script": script_path.read_text()}
    for name, text in parts.items():
        # what would end the element, or make a comment of it
        for end in ("</" + name, "<!--"):
            if end in text.lower():
                sys.exit(f"gen-page.py: the {name} has {end}")
        mark = f"@{name}@\n"
        if page.count(mark) != 1 or page.count(f"@{name}-hash@") != 1:
            sys.exit(f"gen-page.py: {page_path} needs @{name}@ and @{name}-hash@ once")
        # the element begins with a line end, which is part of what is hashed
        page = page.replace(f"@{name}-hash@", hash_of("\n" + text)).replace(mark, text)
    if page.count("@data@\n") != 1:
        sys.exit(f"gen-page.py: {page_path} needs @data@ once")
    head, tail = page.split("@data@\n")
    out.write_text("\n".join(["/* Made by tools/gen-page.py from %s, %s and %s. */" % (page_path.name, style_path.name, script_path.name),
                              '#include "output/page_text.h"', "", *c_text("ldt_page_head", head), "", *c_text("ldt_page_tail", tail), ""]))


main()
