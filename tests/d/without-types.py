#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The translators of the D library compile for a kernel that describes no types, and have every member that is published.

    tests/d/without-types.py DTRACE

The kernel's types are taken from a file that has none, so that a translator which looks into a structure of the kernel does not compile.
"""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Members without a counterpart: of the structure, of these inputs.
MISSING = {
    "psinfo_t": {"pr_pctcpu", "pr_pctmem"},
    "lwpsinfo_t": {"pr_oldpri", "pr_cpu", "pr_pctcpu"},
    "csinfo_t": {"cs_pid"},  # sockets of IP do not know who made them
}
# Of another thread: what it waits for and what it does are known to itself only; its arguments are in its memory.
MISSING_OF_TASK = {"psinfo_t": {"pr_argc", "pr_argv", "pr_envp"}, "lwpsinfo_t": {"pr_wchan", "pr_stype", "pr_syscall"}}
# Facts for providers, which look at objects themselves.
UNUSED = {"task_flags", "skb_length", "skb_protocol", "skb_local", "sock_protocol", "sock_cookie", "sock_full", "lock_kind"}


def main():
    dtrace = sys.argv[1]
    text = "\n".join(path.read_text() for path in sorted((ROOT / "userland/lib").glob("*.d")))
    structures = {
        name: re.findall(r"(\w+)(?:\[\d+\])?;", body) for body, name in re.findall(r"typedef struct \w+ \{\n(.*?)\} (\w+);", text, re.S)
    }
    wrong, clauses = [], []
    for output, kind, name, body in re.findall(r"^translator (\w+) < (.*?)(\w+) > \{\n(.*?)^\};", text, re.S | re.M):
        kind = kind.strip()
        has = set(re.findall(r"^\t(\w+) = ", body, re.M))
        missing = set(MISSING.get(output, ()))
        if "task_struct" in kind:
            missing |= MISSING_OF_TASK.get(output, set())
        for member in structures[output]:
            if (member in has) == (member in missing):
                wrong.append(f"{output} < {kind} >: {member} is {'there and named as missing' if member in has else 'missing'}")
        clauses += [
            f"BEGIN /never/ {{ x{len(clauses)}_{at} = xlate <{output}> (({kind})0).{member}; }}"
            for at, member in enumerate(sorted(has))
            if not re.search(rf"^\t{member} = xlate <(timestruc_t|lwpsinfo_t)>", body, re.M)
        ]
        clauses += [
            f"BEGIN /never/ {{ y{len(clauses)} = xlate <{output}> (({kind})0).{member}.tv_sec; }}"
            for member in sorted(has)
            if re.search(rf"^\t{member} = xlate <timestruc_t>", body, re.M)
        ]
    clauses.append("BEGIN /never/ { a = cwd; b = root; c = fds[0].fi_pathname; d = tcp_state_string[1]; }")
    facts = re.findall(r"^DIF_FACT\(\d+, \w+, (\w+),", (ROOT / "spec/fact.def").read_text(), re.M)
    used = set(re.findall(r"dt_(?:number|text)\((\w+),", text))
    wrong += [f"fact {fact} is not used, and not named as that" for fact in facts if (fact in used) == (fact in UNUSED)]
    wrong += [f"there is no fact {fact}" for fact in used - set(facts)]
    with tempfile.TemporaryDirectory() as folder:
        types = pathlib.Path(folder) / "none.btf"
        types.write_bytes(struct.pack("<HBBIIIII", 0xEB9F, 1, 0, 24, 0, 0, 0, 1) + b"\0")
        program = pathlib.Path(folder) / "all.d"
        program.write_text("int never;\n" + "\n".join(clauses) + "\n")
        done = subprocess.run([dtrace, "-x", f"ctfpath={types}", "-e", "-s", program], capture_output=True, text=True)
        if done.returncode:
            wrong.append(done.stderr)
        # the file is what is used: a structure of the kernel is not there
        done = subprocess.run([dtrace, "-x", f"ctfpath={types}", "-en", "BEGIN { trace(curthread->pid); }"], capture_output=True, text=True)
        if not done.returncode:
            wrong.append("types come from elsewhere")
    print(f"{len(clauses)} members of translations, {len(facts)} facts")
    for line in wrong:
        print(line)
    return bool(wrong)


sys.exit(main())
