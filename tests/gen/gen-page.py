#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""gen-page.py TREE FOLDER CC - what tools/gen-page.py refuses; what its output is, once compiled, byte for byte."""
import base64
import hashlib
import pathlib
import shutil
import subprocess
import sys

tree, folder, cc = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
failed = 0
PAGE = "<p>@style-hash@ @script-hash@</p>\n<style>\n@style@\n</style>\n<script id=data>\n@data@\n</script>\n<script>\n@script@\n</script>\n"
STYLE = 'a { content: "\\25b2"; }\n'
SCRIPT = 'const a = "\\"??=\\u00b5\\\\", b = /\\d/;\n\tf("\u00b5");\n'


def check(what, good, *details):
    global failed
    if not good:
        failed += 1
        print("NOT OK: " + what, *details, sep="\n    ")
    else:
        print("ok: " + what)


def generate(page=PAGE, style=STYLE, script=SCRIPT):
    for name, text in ("page.html", page), ("page.css", style), ("page.js", script):
        (folder / name).write_text(text)
    return subprocess.run([tree / "tools/gen-page.py", folder / "page.c", folder / "page.html", folder / "page.css", folder / "page.js"], capture_output=True, text=True)


def hash_of(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


shutil.rmtree(folder, ignore_errors=True)
(folder / "output").mkdir(parents=True)
shutil.copy(tree / "userland/output/page_text.h", folder / "output")
for what, arguments, why in (
        ("a script that ends its element", {"script": "f('</SCRIPT>');\n"}, "the script has </script"),
        ("a script with a comment of HTML", {"script": "f('<!--');\n"}, "the script has <!--"),
        ("a style that ends its element", {"style": "a {} </style>\n"}, "the style has </style"),
        ("a page without a place for the script", {"page": PAGE.replace("@script@\n", "")}, "needs @script@"),
        ("a page with two places for the style", {"page": PAGE + "@style@\n"}, "needs @style@"),
        ("a page whose policy does not know the script", {"page": PAGE.replace("@script-hash@", "")}, "needs @script@ and @script-hash@"),
        ("a page without a place for data", {"page": PAGE.replace("@data@\n", "")}, "needs @data@")):
    done = generate(**arguments)
    check(f"{what} is refused", done.returncode != 0 and why in done.stderr, done.stderr)
done = generate()
check("a page is taken", done.returncode == 0, done.stderr)
(folder / "main.c").write_text('#include <stdio.h>\n#include "output/page_text.h"\nint main(void) { fputs(ldt_page_head, stdout); fputs("DATA\\n", stdout); fputs(ldt_page_tail, stdout); return 0; }\n')
subprocess.run([cc, "-std=gnu11", "-Wall", "-Werror", "-I", folder, folder / "main.c", folder / "page.c", "-o", folder / "page"], check=True)
wanted = (PAGE.replace("@style-hash@", hash_of("\n" + STYLE)).replace("@script-hash@", hash_of("\n" + SCRIPT)).replace("@style@\n", STYLE)
          .replace("@script@\n", SCRIPT).replace("@data@\n", "DATA\n"))
got = subprocess.run([folder / "page"], capture_output=True).stdout.decode()
check("it is the page, byte for byte", got == wanted, got)
sys.exit(failed != 0)
