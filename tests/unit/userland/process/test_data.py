#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_data.py TREE LOOK - what is special in the text of functions, in files of all CPUs: data between instructions, with what assemblers say
about it and without; parts that the compiler moved away, by name and by .eh_frame; landing pads; text that is relocated. Exit status 77: there
was no assembler.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TREE, LOOK = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(TREE / "tools"))
import looking  # noqa: E402
from isas import ISAS, facts  # noqa: E402
from looking import run, same  # noqa: E402

moved = []  # CPUs whose compiler moves parts of functions away


def places(path, description):
    """The addresses that a description means."""
    return [int(a, 16) for a in re.findall(r" offset vaddr (\w+) .* bytes ", run(LOOK, path, description))]


def look_at(isa, prefix, folder):
    """One CPU."""
    whole, stripped = folder / "whole", folder / "stripped"
    subprocess.run([prefix + "as", TREE / f"tests/isa/{isa}/data_in_text.s", "-o", folder / "object"], check=True)
    subprocess.run([prefix + "ld", "-shared", folder / "object", "-o", whole], check=True)
    subprocess.run([prefix + "strip", "--strip-all", whole, "-o", stripped], check=True)
    labels = {words[2]: int(words[0], 16) for words in map(str.split, run(prefix + "nm", whole).splitlines())}
    sizes = {words[3]: int(words[1], 16) for words in map(str.split, run(prefix + "nm", "-S", whole).splitlines()) if len(words) == 4}
    code = {int(a, 16): text for a, text in re.findall(r"^\s*([0-9a-f]+):\s+(.*)$", run(prefix + "objdump", "-d", "--no-show-raw-insn", whole), flags=re.M)}
    for path in whole, stripped:
        for name, count in ("framed", 2), ("unframed", 3), ("next", 1):
            same(f"{isa}: instructions of {name}, {path.name}", count, len(places(path, f":{name}:")))
        same(f"{isa}: globs leave out what has no size, {path.name}", 1, len(places(path, ":*framed:")) + len(places(path, ":next:")))
    for name in "table", "words", "string", "bytes", "clean":
        start, data, after = labels[name], labels[name + "_data"], labels[name + "_code"]
        wanted = [a for a in sorted(code) if start <= a < start + sizes[name] and not data <= a < after]
        returns = [a for a in wanted if re.match(r"ret\b", code[a])]
        for path in whole, stripped:
            what = f"{isa}: {name}, {path.name}"
            same(f"{what}: instructions", wanted, places(path, f":{name}:"))
            found = run(LOOK, path, f":{name}:return").splitlines()
            same(f"{what}: returns", returns, [int(re.search(r" vaddr (\w+)", line).group(1), 16) for line in found if " bytes " in line and " tail" not in line])
            for addr in range(data, after, 4):
                text = run(LOOK, path, f":{name}:{addr - start:x}")
                same(f"{what}: data at {addr - start:x}", True, " refused data-in-text" in text or " refused undecoded" in text)


PARTS = """
extern void fails(const char *, int) __attribute__((cold, noreturn));
extern int other(int *);
int parts(int *p, int n)
{
	int copy[64], sum = 0;

	for (int i = 0; i < n && i < 64; i++) {
		if (p[i] < 0)
			fails("negative", i);
		if (p[i] > 1000 && other(p) < 0)
			fails("large", other(copy));
		copy[i] = p[i];
		sum += copy[other(copy) & 63];
	}
	return sum;
}
int leaf(int n) { return n + 1; }
int _init(int n) { return n + 2; }
"""


def compile_c(compiler, output, *options):
    """Whether PARTS could be compiled, as a shared object."""
    return subprocess.run([compiler, "-x", "c", "-", "-shared", "-nostdlib", "-o", output, *options], input=PARTS, text=True, stderr=subprocess.DEVNULL).returncode == 0


def look_at_compiled(isa, prefix, folder):
    """What the compiler made."""
    whole, stripped = folder / "parts", folder / "parts-stripped"
    if not compile_c(prefix + "gcc", whole, "-O2", "-fPIC"):
        print(f"{isa}: not looked at: no {prefix}gcc")
        return
    subprocess.run([prefix + "strip", "--strip-all", whole, "-o", stripped], check=True)
    if re.search(r" parts\.cold .* part$", run(LOOK, whole, "functions"), flags=re.M):
        moved.append(isa)
        look_at_parts(isa, whole, stripped)
    for options in ["-fcf-protection=full"], ["-mbranch-protection=standard"]:
        if compile_c(prefix + "gcc", whole, "-O2", "-fPIC", *options):
            entry = run(LOOK, whole, ":leaf:entry").splitlines()
            same(f"{isa}: landing pad", [True, "1 sites, 0 refused"], [" offset 4 " in entry[0], entry[-1]])
            same(f"{isa}: the pad itself", True, " refused landing-pad" in run(LOOK, whole, ":leaf:0"))
    same(f"{isa}: _init by its name", 1, len(re.findall(" entry ", run(LOOK, whole, ":_init:entry"))))
    same(f"{isa}: not by a glob", False, ":_init:" in run(LOOK, whole, ":_*:entry"))
    if compile_c(prefix + "gcc", whole, "-O2", "-fno-pic", "-Wl,-z,notext") and "TEXTREL" in run(prefix + "readelf", "-d", whole):
        same(f"{isa}: relocated text", "[D_PROC_LIB] module 'parts' has no probes: text-relocations", run(LOOK, whole, "parts::entry").strip())


def look_at_parts(isa, whole, stripped):
    """A function with a part elsewhere, with its name and without."""
    same(f"{isa}: a part without a name", True, bool(re.search(r" - .* part$", run(LOOK, stripped, "functions"), flags=re.M)))
    # a jump into the part does not leave the function
    whole_returns = [line.split(" ", 1)[1] for line in run(LOOK, whole, ":parts:return").splitlines()]
    same(f"{isa}: returns with a part", whole_returns, [line.split(" ", 1)[1] for line in run(LOOK, stripped, ":parts:return").splitlines()])
    same(f"{isa}: no return by a jump", False, any(" tail" in line for line in whole_returns))
    same(f"{isa}: a part has no entry", "0 sites, 0 refused", run(LOOK, whole, ":parts.cold:entry").splitlines()[-1])
    same(f"{isa}: a part has instructions", True, len(places(whole, ":parts.cold:")) > 0)


def main():
    """Every CPU whose assembler is here."""
    seen = 0
    for isa in ISAS:
        prefix = facts(isa)["isa_triplet"] + "-"
        try:
            subprocess.run([prefix + "as", "--version"], check=True, stdout=subprocess.DEVNULL)
        except OSError:
            print(f"{isa}: not looked at: no {prefix}as")
            continue
        seen += 1
        with tempfile.TemporaryDirectory() as folder:
            look_at(isa, prefix, Path(folder))
            look_at_compiled(isa, prefix, Path(folder))
    same("a compiler moves parts away", True, bool(moved) or not seen)
    return 77 if not seen else looking.failures != 0


sys.exit(main())
