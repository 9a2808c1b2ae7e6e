#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""check-probe-context sees each way out of probe context, and nothing where there is none."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
from isas import ISAS, facts  # noqa: E402

CHECKER = ROOT / "tools" / "check-probe-context.py"
PROBE = '__attribute__((section(".text.dt_probe"), noinline)) '

# what, source, what the checker must say (nothing: it must be content)
CASES = [
    ("calls inside, data, an allowed function",
     f"int data; extern int outside_data; int allowed(void); {PROBE} static int inner(int a) {{ return a + data; }} "
     f"{PROBE} int probe(int a) {{ return inner(a) + allowed() + outside_data; }}", []),
    ("a kernel function", f"int forbidden(void); {PROBE} int probe(void) {{ return forbidden() + 1; }}", ["probe uses forbidden of the kernel"]),
    ("an own global function", f"int plain(void); int plain(void) {{ return 1; }} {PROBE} int probe(void) {{ return plain() + 1; }}",
     ["probe uses plain in .text"]),
    ("an own function that is allowed", f"int allowed_own(void); int allowed_own(void) {{ return 1; }} {PROBE} int probe(void) "
     "{ return allowed_own() + 1; }", []),
    ("an own static function", f"__attribute__((noinline)) static int plain(int a) {{ return a * 3; }} {PROBE} int probe(int a) "
     "{ return plain(a) + plain(a + 1); }", ["probe uses plain", "in .text"]),
    ("a tail call", f"int forbidden(void); {PROBE} int probe(void) {{ return forbidden(); }}", ["probe uses forbidden of the kernel"]),
    ("a pointer to code outside", f"int plain(void); int plain(void) {{ return 1; }} {PROBE} void *probe(void) {{ return plain; }}",
     ["probe uses plain in .text"]),
    ("calls from outside", f"int forbidden(void); {PROBE} int probe(void) {{ return 1; }} int plain(void); "
     "int plain(void) { return forbidden() + probe(); }", []),
    ("a kind of relocation that is not known", f"extern __thread int own; {PROBE} int probe(void) {{ return own; }}", ["probe uses a relocation of kind R_"]),
    ("no probe context at all", "int plain(void); int plain(void) { return 1; }", ["has no section"]),
]
COMPILERS = ["gcc"] + [facts(isa)["isa_triplet"] + "-gcc" for isa in ISAS]


def check(compiler, folder, source):
    """The checker's status and text on an object made of @source."""
    path = Path(folder)
    (path / "a.c").write_text(source + "\n")
    (path / "allow").write_text("allow*\ta reason\n")
    subprocess.run([compiler, "-O2", "-fno-pic", "-fno-inline", "-fno-ipa-icf", "-fno-asynchronous-unwind-tables", "-c", "a.c", "-o", "a.o"],
                   cwd=folder, check=True)
    result = subprocess.run([sys.executable, str(CHECKER), "a.o", "allow"], cwd=folder, stdout=subprocess.PIPE, text=True)
    return result.returncode, result.stdout


def have(compiler):
    try:
        subprocess.run([compiler, "--version"], stdout=subprocess.DEVNULL, check=True)
    except FileNotFoundError:
        return False
    return True


def main():
    failures = 0
    for compiler in filter(have, COMPILERS):
        for what, source, wanted in CASES:
            with tempfile.TemporaryDirectory() as folder:
                status, text = check(compiler, folder, source)
            good = status == (1 if wanted else 0) and all(part in text for part in wanted)
            failures += not good
            print(f"{'ok' if good else 'NOT OK'}: {compiler}: {what}")
            if not good:
                print(f"  status {status}, text:\n{text}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
