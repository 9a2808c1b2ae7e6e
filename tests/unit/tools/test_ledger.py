#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tools/ledger.py adds runs to the page, reads back what it wrote, and adds no run twice."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "tools" / "ledger.py"

LINE = "isa=x86_64 cpu=max script={script} release=6.1.0-1-amd64 cpus={cpus} trap=early sites=jumps rounds=2 seconds=1800 firings={firings} nested=5\n"
PAGE = "# A page\n\ntext | with | bars |\n<!-- tables: tools/ledger.py -->\n"


def record(ledger, page):
    subprocess.run([sys.executable, str(TOOL), str(ledger), str(page)], check=True)


def expect(what, got, wanted):
    if wanted not in got:
        sys.exit(f"{what}: no {wanted!r} in\n{got}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        ledger, page = Path(folder) / "ledger", Path(folder) / "page.md"
        page.write_text(PAGE, encoding="utf-8")
        ledger.write_text(LINE.format(script="mixed", cpus=2, firings=4000000000) + LINE.format(script="nmi", cpus=4, firings=7), encoding="utf-8")
        record(ledger, page)
        text = page.read_text(encoding="utf-8")
        expect("the text above stays", text, PAGE)
        expect("a row", text, "| 6.1.0-1-amd64 | x86_64 max | 2 | early | jumps | 4,000,000,000 | 5 | 1 | 2 | 0.500 |")
        expect("a sum", text, "| **all** |  |  |  |  | 4,000,000,007 | 10 | 2 | 4 | 1.000 |")
        if ledger.exists():
            sys.exit("a recorded ledger is still there: it would be added twice")
        ledger.write_text(LINE.format(script="mixed", cpus=2, firings=1), encoding="utf-8")
        record(ledger, page)
        text = page.read_text(encoding="utf-8")
        expect("added to what was there", text, "| 6.1.0-1-amd64 | x86_64 max | 2 | early | jumps | 4,000,000,001 | 10 | 2 | 4 | 1.000 |")
        expect("by script", text, "| mixed | 4,000,000,001 | 10 | 2 | 4 | 1.000 |")
        expect("a sum that is not added to itself", text, "| **all** | 4,000,000,008 | 15 | 3 | 6 | 1.500 |")


if __name__ == "__main__":
    main()
