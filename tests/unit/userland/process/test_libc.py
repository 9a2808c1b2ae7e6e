#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_libc.py TREE LOOK - functions, instructions and returns of the C library of each CPU, as LOOK finds them, are those of nm and objdump.

Each library is looked at in a copy that has no debug file, and, if it is this machine's, once more with the debug file that the machine may
have. Exit status 77: there was no library.
"""
import bisect
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TREE, LOOK = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(TREE / "tools"))
from isas import ISAS, facts  # noqa: E402

failures = 0
SITE = re.compile(r"(\S+) (entry|return|offset) vaddr (\w+) addr \w+ file (\w+) offset (\w+)(?: bytes (\w+))?( tail)?( conditional)?(?: refused (\S+))?")
RETURN = re.compile(r"^(?:repz |bnd |notrack )*(?:ret|retq|retl|retaa|retab)\b")
JUMP = re.compile(r"^(?:bnd )?(?:jmp|jmpq|b|j|c\.j)\s+(?:0x)?([0-9a-f]+)\b")
JUMP_ANY = re.compile(r"^(?:bnd )?(?:jmp|j[a-z]+|b|b\.[a-z]+)\s+(?:0x)?([0-9a-f]+) <")
# an instruction that the CPU executes or that raises an exception; data between instructions is no instruction
NO_INSN = re.compile(r"\.(word|inst|byte|short|long|4byte|2byte)|\(bad\)|^unimp|^udf")


def fail(*text):
    """One more failure."""
    global failures
    failures += 1
    print("FAILED:", *text)


def run(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def same(what, wanted, got):
    """Compare two values; of two sets some of what is in one only is shown."""
    if wanted == got and (wanted or wanted == []):
        print(f"ok: {what}: {len(wanted)}")
    elif not isinstance(wanted, set):
        fail(f"{what}: {got}, not {wanted}")
    else:
        show = lambda items: " ".join(hex(i) if isinstance(i, int) else str(i) for i in sorted(items)[:8])
        missing, more = wanted - got, got - wanted
        fail(f"{what}: {len(wanted)} wanted; {len(missing)} missing: {show(missing)}; {len(more)} too many: {show(more)}")


class Function:
    """A line of what LOOK says about functions."""

    def __init__(self, line):
        self.object, self.name, addr, size, *flags = line.split()
        self.addr, self.size, self.flags = int(addr, 16), int(size), flags
        self.is_named = self.name != "-"
        if not self.is_named:
            self.name = hex(self.addr)

    def is_wanted(self):
        """Whether a glob finds it."""
        return self.name not in ("_init", "_fini") and not set(self.flags) & {"alias", "unsized", "resolver", "signal"}


def sites(path, description):
    """The sites of a description in a file."""
    for line in run(LOOK, path, description).splitlines():
        match = SITE.match(line)
        if match:
            yield match


def disassembly(prefix, path):
    """address -> text of each instruction of a file."""
    found = {}
    for line in run(prefix + "objdump", "-d", "-w", "--no-show-raw-insn", path).splitlines():
        match = re.match(r"^\s*([0-9a-f]+):\s+(.*)$", line)
        if match:
            found[int(match.group(1), 16)] = match.group(2)
    return found


def nm_names(prefix, path):
    """(name, address) of the functions of .symtab and .dynsym, without versions."""
    found = set()
    for table in ("--syms", "--dyn-syms"):
        for line in run(prefix + "readelf", "-W", table, path).splitlines():
            words = line.split()
            if len(words) >= 8 and words[3] in ("FUNC", "IFUNC") and words[6] != "UND":
                found.add((words[7].split("@")[0], int(words[1], 16)))
    return found


def call_frames(prefix, path):
    """[start, end) of the entries of .eh_frame."""
    return {(int(start, 16), int(end, 16)) for start, end in re.findall(r" FDE cie=\S+ pc=(\w+)\.\.(\w+)$", run(prefix + "readelf", "--debug-dump=frames", path), flags=re.M)}


def misread(function, code):
    """Whether objdump, which takes zeros between instructions for some, contradicts itself: a jump leads to none of its instructions."""
    for addr in range(function.addr, function.addr + function.size):
        match = JUMP_ANY.match(code.get(addr, ""))
        target = int(match.group(1), 16) if match else 0
        # some leave out the prefix `lock`
        if function.addr <= target < function.addr + function.size and target not in code and not code.get(target - 1, "").startswith("lock"):
            return True
    return False


def look_at(isa, prefix, path, debug):
    """All comparisons for one file; @debug is the file with its symbols, or None."""
    functions = [Function(line) for line in run(LOOK, path, "functions").splitlines()]
    names = nm_names(prefix, path) | (nm_names(prefix, debug) if debug else set())
    same(f"{isa}: names", names, {(f.name, f.addr) for f in functions if f.is_named})
    nameless = [f for f in functions if not f.is_named and f.is_wanted() and "part" not in f.flags]
    if not debug:
        same(f"{isa}: there are functions without names", [True], [len(nameless) > 200])
        same(f"{isa}: those that .eh_frame does not have", [], sorted({(f.addr, f.addr + f.size) for f in nameless} - call_frames(prefix, path)))

    linkage = set()
    for line in run(prefix + "readelf", "-SW", path).splitlines():
        words = re.sub(r"^\s*\[\s*\d+\]", "", line).split()
        if len(words) > 5 and "plt" in words[0] and words[1] == "PROGBITS":
            linkage.update(range(int(words[2], 16), int(words[2], 16) + int(words[4], 16)))
    same(f"{isa}: functions in the PLT", [True, []], [bool(linkage), [f.addr for f in functions if f.addr in linkage]])

    wanted = [f for f in functions if f.is_wanted()]
    code = disassembly(prefix, path)
    inside, guessed = set(), set()
    for function in wanted:
        span = range(function.addr, function.addr + function.size)
        if not function.is_named and misread(function, code):
            guessed.update(span)
        else:
            inside.update(span)
    same(f"{isa}: bytes of functions that objdump misreads: {len(guessed)}", [True], [len(guessed) < 2000])
    insns = {addr for addr, text in code.items() if addr in inside and not NO_INSN.search(text)}
    got = {int(s.group(3), 16) for s in sites(path, "::") if s.group(2) == "offset"} & inside
    # words that a function takes the address of, and which do not end as code does, are left alone: they may be data
    doubt = insns - got
    by_start = sorted(wanted, key=lambda f: f.addr)
    starts = [f.addr for f in by_start]
    holders = {addr: by_start[bisect.bisect_right(starts, addr) - 1] for addr in doubt}
    same(f"{isa}: instructions in doubt: {len(doubt)}", [True], [len(doubt) <= 40 and not any(f.is_named for f in holders.values())])
    for addr, function in sorted(holders.items())[:3]:
        same(f"{isa}: {addr:#x} is refused by itself", [True], ["refused data-in-text" in run(LOOK, path, f":{function.name}:{addr - function.addr:x}")])
    same(f"{isa}: instructions", insns - doubt, {a for a in got if not NO_INSN.search(code.get(a, ""))})

    whole = set()
    for function in wanted:
        if "part" not in function.flags:
            whole.update(range(function.addr, function.addr + function.size))
    whole -= guessed
    returns = {addr for addr, text in code.items() if addr in whole and RETURN.match(text)}
    # parts elsewhere and returns by jumps are looked at by themselves
    exits = [s for s in sites(path, "::return") if not s.group(7) and not (s.group(9) and not s.group(6))]
    got = {int(s.group(3), 16) for s in exits}
    same(f"{isa}: returns", returns, {addr for addr in got if addr in whole})

    def outside(function, text):
        """The target of a direct jump out of a function; a part of a function is a part of whoever jumps there."""
        match = JUMP.match(text)
        target = match and int(match.group(1), 16)
        if not match or function.addr <= target < function.addr + function.size or target in parts:
            return None
        return target

    parts = set()
    for function in functions:
        if "part" in function.flags:
            parts.update(range(function.addr, function.addr + function.size))
    known = sorted(code)
    jumps = set()
    for function in wanted:
        if "part" not in function.flags:
            for addr in known[bisect.bisect_left(known, function.addr):bisect.bisect_left(known, function.addr + function.size)]:
                if outside(function, code[addr]) is not None:
                    jumps.add((function.name, addr))
    tails = [s for s in sites(path, "::return") if s.group(7) and not s.group(8)]
    got = {(s.group(1).split(":")[1], int(s.group(3), 16)) for s in tails}
    same(f"{isa}: tail calls", jumps, {(name, addr) for name, addr in got if JUMP.match(code.get(addr, "")) and addr in whole})

    by_code = {}
    for function in wanted:
        if "part" not in function.flags:
            by_code.setdefault((function.addr, function.size), function.name)
    same(f"{isa}: one name of each", set(by_code.values()), {s.group(1).split(":")[1] for s in sites(path, "::entry")})
    entries = {int(s.group(3), 16) - int(s.group(5), 16) for s in sites(path, "::entry")}
    same(f"{isa}: entries", {f.addr for f in wanted if "part" not in f.flags}, entries)


def main():
    """Every CPU whose library and tools are here."""
    seen = 0
    for isa in ISAS:
        known = facts(isa)
        prefix = known["isa_triplet"] + "-"
        native = Path(f"/lib/{known['isa_triplet']}/libc.so.6")
        library = native if native.exists() else Path(f"/usr/{known['isa_triplet']}/lib/libc.so.6")
        if not library.exists():
            print(f"{isa}: not looked at: no {library}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "libc.so.6"
            # without its build-id it has no debug file
            subprocess.run([prefix + "objcopy", "--remove-section=.note.gnu.build-id", "--remove-section=.gnu_debuglink", library, copy], check=True)
            look_at(isa, prefix, str(copy), None)
        seen += 1
        build = re.search(r"Build ID: (\w\w)(\w+)", run(prefix + "readelf", "-n", str(library)))
        debug = build and Path(f"/usr/lib/debug/.build-id/{build.group(1)}/{build.group(2)}.debug")
        if debug and debug.exists():
            look_at(isa + " with its debug file", prefix, str(library), str(debug))
    return 77 if not seen else failures != 0


sys.exit(main())
