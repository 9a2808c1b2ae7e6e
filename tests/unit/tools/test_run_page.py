#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tools/run-page fills and checks pages; toolchains/guest/page takes the same examples out of them."""

import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_loader("run_page", importlib.machinery.SourceFileLoader("run_page", str(ROOT / "tools" / "run-page")))
run_page = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(run_page)

PAGE = """# A page

First.

<!-- shows: ^[0-9]+ lines$ -->
<!-- shows: ^end$ -->
```console
# echo one |
> wc -l
12 lines
end
```

```sh
# not an example
```

```console
$ neither
```

<!-- on: riscv64-6.12 -->
```console
# uname -m
```

Last.
"""
LOG = """ok: page: examples: 2\r
===== page 2
riscv64\t\r

=====
===== other-page 1
x
=====
"""


def split(page, folder):
    subprocess.run(["sh", "-c", '. "$0" && page_split "$1" "$2" && echo $page_count >"$2/count"', ROOT / "toolchains/guest/page", page, folder], check=True)
    return {file.name: file.read_text() for file in folder.iterdir()}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page, log, parts = folder / "page.md", folder / "log", folder / "parts"
        page.write_text(PAGE)
        log.write_text(LOG)
        parts.mkdir()
        files = split(page, parts)
        assert files["count"] == "2\n", files["count"]
        assert files["1.command"] == "echo one |\nwc -l\n"
        assert files["1.wanted"] == "12 lines\nend\n"
        assert files["1.shows"] == "^[0-9]+ lines$\n^end$\n"
        assert "1.on" not in files and files["2.on"] == "riscv64-6.12\n"
        assert files["2.command"] == "uname -m\n" and files["2.wanted"] == "" and files["2.shows"] == ""
        assert files["1.text"] == "# A page\n\nFirst.\n\n", files["1.text"]
        assert files["3.text"] == "\nLast.\n"

        assert run_page.check(page) == ["page.md, example 2, # uname -m: it shows nothing"], run_page.check(page)
        printed = run_page.printed_in([log])
        assert set(printed) == {"page", "other-page"} and printed["other-page"] == {1: "x\n"}
        assert run_page.fill(page, printed["page"]) == []
        assert page.read_text() == PAGE.replace("# uname -m\n", "# uname -m\nriscv64\n")
        assert run_page.check(page) == []
        assert run_page.fill(page, {3: "x\n"}) == ["page.md has 2 examples, no 3"]
        assert run_page.fill(page, {1: "no lines\nend\n"}) == []
        assert run_page.check(page) == ["page.md, example 1, # echo one |: no line is as ^[0-9]+ lines$"]
        page.write_text("# Nothing\n")
        assert run_page.check(page) == ["page.md has no example"]


main()
