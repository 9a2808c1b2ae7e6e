#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""check-isa-names finds no CPU's name in the tree where it may not be, and sees each one that is put there."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CHECKER = ROOT / "tools" / "check-isa-names.py"

# what, files, whether the checker is content
CASES = [
    ("nothing", {"core/a.c": "int a;\n"}, True),
    ("a CPU in code", {"core/a.c": "#ifdef __aarch64__\n#endif\n"}, False),
    ("a CPU in capitals", {"os/linux/Kbuild.in": "ccflags-$(CONFIG_ARM64) += -a\n"}, False),
    ("a CPU in a comment of C", {"core/a.c": "/* x86_64\n * riscv64 */\nint a;\n"}, True),
    ("code after a comment of C", {"core/a.c": "/* a */ int i386; /* b */\n"}, False),
    ("a CPU in a comment of a script", {"run": "true # on riscv64\n"}, True),
    ("a CPU in a script", {"run": "case $isa in x86_64) ;; esac\n"}, False),
    ("a CPU in a program's description", {"tools/a.py": '"""a: for i386."""\nprint()\n'}, True),
    ("what else it is called", {"run": "dpkg --add-architecture armhf amd64\n"}, False),
    ("a word that only contains it", {"core/a.c": "int i3860, myriscv64x;\n"}, True),
    ("its own files", {"isa/x86_64/a.c": "int x86_64;\n", "toolchains/i386.conf": "isa_deb=i386\n", "os/linux/cpu_riscv64.c": "int riscv64;\n"}, True),
    ("a document", {"docs/a.txt": "x86_64\n", "README.md": "x86_64\n"}, True),
    ("an excuse", {"run": "x86_64\n", "tools/isa-names.allow": "ru*\ta reason\n"}, True),
    ("an excuse without a reason", {"run": "x86_64\n", "tools/isa-names.allow": "ru*\n"}, False),
    ("an excuse that is not needed", {"run": "\n", "tools/isa-names.allow": "ru*\ta reason\n"}, False),
]


def check(files):
    """Whether the checker is content with a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in ({"core/b.c": "int b;\n"} | files).items():
            path = Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run(["git", "init", "-q", root], check=True)
        subprocess.run(["git", "-C", root, "add", "-A"], check=True)
        return subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True)


def main():
    """Run all cases, and look at the tree itself."""
    failures = []
    result = subprocess.run([sys.executable, CHECKER, ROOT], capture_output=True, text=True)
    if result.returncode != 0:
        failures.append("the tree itself:\n" + result.stdout + result.stderr)
    for what, files, content in CASES:
        result = check(files)
        if (result.returncode == 0) != content:
            failures.append(f"{what}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    print(*failures, sep="\n")
    print(f"{len(CASES) + 1 - len(failures)} of {len(CASES) + 1} cases good")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
