#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_processes.py TREE LOOK - what LOOK finds in processes that this machine can run, of each word size: the addresses are those that the
processes print themselves. Exit status 77: no compiler.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TREE, LOOK = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(TREE / "tools"))
from isas import ISAS, facts  # noqa: E402

failures = 0
isa = ""

PROGRAM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
volatile int sum;
__attribute__((noinline)) int work(int n)
{
	for (int i = 0; i < n; i++) {
		if (i * n == 7)
			return sum;
		sum += i;
	}
	return sum + n;
}
__attribute__((noinline)) static int twin(int n) { return work(n) + 1; }
__attribute__((noinline)) int caller(int n) { return twin(n) * 3; }
#ifdef LOADS
static void show(const char *what, void *library)
{
	printf("%s %lx\n", what, (unsigned long)dlsym(library, "in_library"));
	printf("%s-chosen %lx\n", what, (unsigned long)dlsym(library, "chosen"));
}
#endif
int main(int argc, char **argv)
{
	void *code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *shared = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	memset(code, 0x90, 4096);
	memset(shared, 0x90, 4096);
	printf("shared %lx\n", (unsigned long)shared);
	printf("work %lx\ncaller %lx\nmade %lx\n", (unsigned long)work, (unsigned long)caller, (unsigned long)code);
#ifdef LOADS
	show("first", dlopen(argv[1], RTLD_NOW));
	show("second", dlmopen(LM_ID_NEWLM, argv[1], RTLD_NOW));
#endif
	puts("ready");
	fflush(stdout);
	return getchar() + caller(argc) == 12345;
}
"""

LIBRARY = r"""
volatile int count;
int in_library(int n) { return count + n; }
__attribute__((used)) static int slow(int n) { return count - n; }
__attribute__((used)) static int quick(int n) { return count * n; }
__attribute__((used)) static void *choose(void) { return (void *)quick; }
int chosen(int n) __attribute__((ifunc("choose")));
int calls_chosen(int n) { return chosen(n) + 1; }
__asm__(".symver old_one,versioned@ONE\n.symver new_one,versioned@@TWO");
int old_one(int n) { return count + n + 1; }
int new_one(int n) { return count + n + 2; }
"""
VERSIONS = "ONE { global: versioned; local: old_one; new_one; slow; quick; choose; };\nTWO { global: versioned; in_library; chosen; calls_chosen; } ONE;\n"


def fail(*text):
    """One more failure."""
    global failures
    failures += 1
    print("FAILED:", isa + ":", *text)


def same(what, wanted, got):
    """Compare two values."""
    if wanted != got:
        fail(f"{what}: {got!r}, not {wanted!r}")
    else:
        print(f"ok: {isa}: {what}")


def look(pid, what, procfs=None):
    """What LOOK prints, line by line."""
    env = dict(os.environ, LOOK_PROCFS=str(procfs)) if procfs else None
    return subprocess.run([LOOK, str(pid), what], stdout=subprocess.PIPE, text=True, env=env).stdout.splitlines()


def addresses(pid, description, procfs=None):
    """The addresses in the process that a description means."""
    return [int(line.split(" addr ")[1].split()[0], 16) for line in look(pid, description, procfs) if " addr " in line]


def address_name(pid, addr):
    """What a function of no name in a library is called, by its address in the process."""
    bias = next(int(line.split(" bias ")[1].split()[0], 16) for line in look(pid, "objects") if line.startswith("libsample"))
    return f"{addr - bias:#x}"


class Process:
    """A child that printed what it knows of itself, and waits."""

    def __init__(self, *command, **options):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)
        self.says = {}
        for line in self.child.stdout:
            if line == "ready\n":
                break
            name, value = line.split()
            self.says[name] = int(value, 16)
        self.pid = self.child.pid

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.child.kill()
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()


def compile_c(compiler, text, output, *options):
    """Whether a program or library could be made."""
    made = subprocess.run([compiler, "-x", "c", "-", "-o", str(output), *options, "-Wl,--build-id"], input=text, text=True, stderr=subprocess.PIPE)
    if made.returncode:
        fail(output.name, made.stderr)
    return made.returncode == 0


def check_programs(compiler, folder, linked):
    """Each way to link, with and without symbols."""
    ways = {
        "plain": ["-O0"],
        "optimized": ["-O2"],
        "no-pie": ["-O2", "-no-pie", "-fno-pie"],
        "static": ["-O2", "-static"],
        "static-pie": ["-O2", "-static-pie", "-fpie"],
        "landing": ["-O2", "-fcf-protection=full"],
    }
    musl = facts(isa).get("isa_musl", "")
    if os.uname().machine in facts(isa)["isa_processors"].split() and shutil.which(musl):
        ways["static-musl"] = ["-O2", "-static"]
    for way, options in ways.items():
        program = folder / way
        if not compile_c(musl if way == "static-musl" else compiler, PROGRAM, program, *options, *([] if "static" in way else linked)):
            continue
        with Process(program) as process:
            skip = 4 if way == "landing" else 0
            for function in "work", "caller":
                wanted = [process.says[function] + skip]
                for module in "a.out", way, str(program), "", way[:-1] + "?":
                    same(f"{way}: {module}:{function}:entry", wanted, addresses(process.pid, f"{module}:{function}:entry")[:1])
            at = addresses(process.pid, "a.out:work:")
            same(f"{way}: every instruction of work", process.says["work"], min(at))
            returns = addresses(process.pid, "a.out:work:return")
            same(f"{way}: returns of work", True, len(returns) >= 1 and set(returns) <= set(at))
            offset = look(process.pid, "a.out:work:return")[0].split(" offset ")[1].split()[0]
            same(f"{way}: an offset", returns[:1], addresses(process.pid, f"a.out:work:{offset}"))
            # by its address, whoever's it is
            same(f"{way}: -", returns[:1], addresses(process.pid, f"a.out:-:{returns[0]:x}"))
            same(f"{way}: memory of no file", [process.says["made"]], addresses(process.pid, f":-:{process.says['made']:x}"))
            same(f"{way}: shared memory", True, " refused shared-text" in look(process.pid, f":-:{process.says['shared']:x}")[0])
            if "static" not in way:
                same(f"{way}: libc", 1, len(addresses(process.pid, "libc:puts:entry")))
                same(f"{way}: vdso", True, any(line.startswith("vdso ") for line in look(process.pid, "objects")))


def check_stripped(compiler, folder, linked):
    """A program without symbols, and its debug file by name."""
    whole, program = folder / "whole", folder / "stripped"
    if not compile_c(compiler, PROGRAM, whole, "-O2", *linked):
        return
    subprocess.run(["objcopy", "--only-keep-debug", whole, folder / "stripped.debug"], check=True)
    subprocess.run(["objcopy", "--strip-all", "--add-gnu-debuglink=" + str(folder / "stripped.debug"), whole, program], check=True)
    with Process(program) as process:
        same("debug file", [process.says["work"]], addresses(process.pid, "a.out:work:entry"))
        at = addresses(process.pid, "a.out:work:")
        (folder / "stripped.debug").unlink()
        same("stripped", ["[D_PROC_FUNC] failed to lookup 'work' in module 'a.out'"], look(process.pid, "a.out:work:entry"))
        for addr in at[:3]:
            same("an address of no name", [addr], addresses(process.pid, f"a.out:-:{addr:x}"))
        # functions without names are called by their addresses in the file
        known = {name: int(addr, 16) for _, name, addr, *_ in map(str.split, look(whole, "functions"))}
        entries = set(addresses(process.pid, "a.out::entry"))
        for function in "work", "twin", "caller", "main":
            name, moved = f"{known[function]:#x}", process.says["work"] - known["work"]
            same(f"{function} without its name", [known[function] + moved], addresses(process.pid, f"a.out:{name}:entry"))
            same(f"{function} among all", True, known[function] + moved in entries)
            same(f"{function}, what it is called", [name], [line.split(":")[1] for line in look(process.pid, f"a.out:{name}:0")[:1]])
        same("work's instructions without its name", at, addresses(process.pid, f"a.out:{known['work']:#x}:"))
        for name in f"0x0{known['work']:x}", f"{known['work']:x}", f"{known['work'] + 1:#x}":
            same("no such name", [f"[D_PROC_FUNC] failed to lookup '{name}' in module 'a.out'"], look(process.pid, f"a.out:{name}:entry"))


def check_long_name(compiler, folder, linked):
    """A function whose name is longer than a probe's function may be is found by what is listed of it: 191 characters."""
    name = "w" * 230
    if not compile_c(compiler, PROGRAM, folder / "long", "-O2", f"-Dwork={name}", *linked):
        return
    with Process(folder / "long") as process:
        at = process.says["work"]
        for known in name, name[:191]:
            same(f"{len(known)} characters of a long name", [at], addresses(process.pid, f"a.out:{known}:entry"))
        same("too few of them", [f"[D_PROC_FUNC] failed to lookup '{name[:190]}' in module 'a.out'"],
             look(process.pid, f"a.out:{name[:190]}:entry"))


def check_libraries(compiler, folder, linked):
    """dlopen and dlmopen, versions of a symbol, a function that is chosen."""
    library, program = folder / "libsample.so.1", folder / "loads"
    (folder / "versions").write_text(VERSIONS)
    if not compile_c(compiler, LIBRARY, library, "-O2", "-shared", "-fPIC", f"-Wl,--version-script={folder}/versions") or \
            not compile_c(compiler, PROGRAM, program, "-O2", "-DLOADS", "-ldl", *linked):
        return
    # an implementation without a name goes by the resolver's, once
    bare = folder / "bare" / "libsample.so.1"
    bare.parent.mkdir()
    subprocess.run(["strip", library, "-o", bare], check=True)
    with Process(program, bare) as process:
        chosen = process.says["first-chosen"]
        names = [line.split(":")[1] for line in look(process.pid, "libsample::entry") if f" addr {chosen:x} " in line]
        same("chosen without a name of its own", ["chosen"], names)
        same("chosen, by its address's name", [chosen], addresses(process.pid, "libsample:" + address_name(process.pid, chosen) + ":entry"))
    with Process(program, library) as process:
        first, second = process.says["first"], process.says["second"]
        same("two copies", True, first != second)
        for module in "libsample.so.1", "libsample", str(library):
            same(f"the first link map: {module}", [first], addresses(process.pid, f"{module}:in_library:entry"))
        same("the second link map", [second], addresses(process.pid, "LM1`libsample.so.1:in_library:entry"))
        same("both link maps", sorted([first, second]), sorted(addresses(process.pid, "libsample*:in_library:entry")))
        # by the loader's table, which is filled when the library calls the function
        same("chosen", [process.says["first-chosen"]], addresses(process.pid, "libsample:chosen:entry"))
        same("chosen, in the second", [process.says["second-chosen"]], addresses(process.pid, "LM1`libsample.so.1:chosen:entry"))
        names = {line.split(":")[1] for line in look(process.pid, "libsample:*c*:entry") if " addr " in line}
        same("globs have implementations", {"quick", "choose", "calls_chosen"}, {n for n in names if n in ("quick", "choose", "chosen", "calls_chosen")})
        both = addresses(process.pid, "libsample:versioned:entry")
        same("versions", 2, len(set(both)))
        if os.geteuid() == 0: # who may open mapped files
            library.unlink()
            same("deleted library", [first], addresses(process.pid, "libsample:in_library:entry"))
            compile_c(compiler, LIBRARY.replace("int count", "int fill[9], more, count"), library, "-O0", "-shared", "-fPIC", f"-Wl,--version-script={folder}/versions")
            same("replaced library", [first], addresses(process.pid, "libsample:in_library:entry"))


def check_files(compiler, folder, linked):
    """Deleted and replaced files, other mount namespaces."""
    program, other = folder / "victim", folder / "other"
    if not compile_c(compiler, PROGRAM, program, "-O2", *linked) or not compile_c(compiler, PROGRAM.replace("work", "wurk"), other, "-O2", *linked):
        return
    # a process as somebody sees it who may not open mapped files
    fake = folder / "proc"
    with Process(program) as process:
        (fake / str(process.pid)).mkdir(parents=True)
        for name in "maps", "mem", "root":
            (fake / str(process.pid) / name).symlink_to(f"/proc/{process.pid}/{name}")
        wanted = [process.says["work"]]
        same("by path", wanted, addresses(process.pid, "victim:work:entry", fake))
        # the inode is not the one that stat() shows: the build-id in memory is the same
        maps = fake / str(process.pid) / "maps"
        text = maps.read_text()
        maps.unlink()
        maps.write_text(re.sub(r"^(\S+ \S+ \S+ )\S+ \d+( .*/victim)$", r"\g<1>ff:01 77\g<2>", text, flags=re.M))
        same("by build-id", wanted, addresses(process.pid, "victim:work:entry", fake))
        shutil.copy(other, folder / "newer")
        (folder / "newer").rename(program)
        same("replaced, other build-id", ["[D_PROC_LIB] module 'victim' has no probes: its file was replaced by another one"], look(process.pid, "victim:work:entry", fake))
        maps.unlink()
        maps.symlink_to(f"/proc/{process.pid}/maps")
        refused = ["[D_PROC_LIB] module 'victim' has no probes: its file was replaced by another one"]
        same("replaced", refused, look(process.pid, "victim:work:entry", fake))
        if os.access(f"/proc/{process.pid}/map_files", os.X_OK) and os.geteuid() == 0:
            same("replaced: the mapped file", wanted, addresses(process.pid, "victim:work:entry"))
        same("its program", wanted, addresses(process.pid, "a.out:work:entry"))
        program.unlink()
        same("deleted", ["[D_PROC_LIB] module 'victim' has no probes: its file was deleted"], look(process.pid, "victim:work:entry", fake))
        same("deleted: its program", wanted, addresses(process.pid, "a.out:work:entry"))
        same("is deleted", True, " deleted " in look(process.pid, "objects")[0])
    if os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        hidden = folder / "hidden"
        hidden.mkdir()
        script = f"mount -t tmpfs none {hidden} && cp {other} {hidden}/victim && exec {hidden}/victim"
        with Process("unshare", "-m", "sh", "-c", script) as process:
            same("no such file here", False, (hidden / "victim").exists())
            same("another mount namespace", [process.says["work"] if "work" in process.says else process.says["wurk"]], addresses(process.pid, "victim:wurk:entry"))
            (fake / str(process.pid)).mkdir()
            for name in "maps", "mem", "root":
                (fake / str(process.pid) / name).symlink_to(f"/proc/{process.pid}/{name}")
            same("another mount namespace, by path", [process.says["wurk"]], addresses(process.pid, "victim:wurk:entry", fake))


def check_messages(compiler, folder, linked):
    """The messages, word by word."""
    program = folder / "messages"
    if not compile_c(compiler, PROGRAM, program, "-O2", *linked):
        return
    with Process(program) as process:
        size = next(int(line.split()[3]) for line in look(process.pid, "functions") if line.startswith("messages work "))
        starts = {int(line.split(" offset ")[2 if " offset vaddr" in line else 1].split()[0], 16) for line in look(process.pid, "a.out:work:") if " offset vaddr" in line}
        middle = next(i for i in range(size) if i not in starts)
        for description, wanted in {
            "a.out:nothing:entry": "[D_PROC_FUNC] failed to lookup 'nothing' in module 'a.out'",
            "messages:nothing:entry": "[D_PROC_FUNC] failed to lookup 'nothing' in module 'messages'",
            "a.out:wrok:entry": "[D_PROC_FUNC] failed to lookup 'wrok' in module 'a.out', meant: work",
            "*:nothing:entry": "0 sites, 0 refused",
            "libnothing:work:entry": "0 sites, 0 refused",
            "a.out:work:exit": "[D_PROC_NAME] 'exit' is an invalid probe name",
            "a.out:work:-4": "[D_PROC_NAME] '-4' is an invalid probe name",
            f"a.out:work:{size:x}": f"[D_PROC_OFF] offset 0x{size:x} outside of function 'work'",
            f"a.out:work:{middle:x}": f"[D_PROC_ALIGN] offset 0x{middle:x} is not aligned on an instruction",
            f"a.out:wor?:{middle:x}": "0 sites, 0 refused",
            "libc:-:10": "[D_PROC_LIB] only the a.out module is valid with the '-' function",
            "lib*:-:10": "[D_PROC_LIB] only the a.out module is valid with the '-' function",
            "a.out:-:": "[D_PROC_NAME] only individual addresses may be specified with the '-' function",
            "a.out:-:1*": "[D_PROC_NAME] only individual addresses may be specified with the '-' function",
            "a.out:-:entry": "[D_PROC_NAME] 'entry' is an invalid probe name",
            "a.out:-:10": "[D_PROC_CREATEFAIL] failed to create probe at '-+0x10': no code is there",
        }.items():
            same(description, [wanted], look(process.pid, description))
        same("aliases, _init and _fini", set(), {line.split(":")[1] for line in look(process.pid, "a.out::entry") if ":" in line} & {"_init", "_fini"})
    same("no such process", ["no such process"], look(process.pid, "objects"))
    child = subprocess.Popen(["true"])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    same("one that has ended", ["it has no program: a thread of the kernel, or a process that has ended"], look(child.pid, "objects"))
    child.wait()


def main():
    """Every CPU whose programs run here."""
    global isa
    seen = 0
    for isa in ISAS:
        triplet = facts(isa)["isa_triplet"]
        compiler = shutil.which(triplet + "-gcc") or (shutil.which("gcc") if os.uname().machine in facts(isa)["isa_processors"].split() else None)
        if not compiler:
            print(f"{isa}: not looked at: no compiler")
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            sysroot, linked = Path("/usr") / triplet / "lib", []
            loaders = list(sysroot.glob("ld-linux*.so.*"))
            if loaders: # libraries of another CPU: not where its programs look for them
                linked = [f"-Wl,--dynamic-linker={loaders[0]}", f"-Wl,-rpath,{sysroot}"]
            if not compile_c(compiler, "int main(void) { return 0; }", folder / "try", *linked):
                continue
            try:
                runs = subprocess.run([folder / "try"]).returncode == 0
            except OSError:
                runs = False
            if not runs:
                print(f"{isa}: not looked at: its programs do not run here")
                continue
            seen += 1
            for check in check_programs, check_stripped, check_long_name, check_libraries, check_files, check_messages:
                check(compiler, folder, linked)
    return 77 if not seen else failures != 0


sys.exit(main())
