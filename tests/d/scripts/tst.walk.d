#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, all built-in variables: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
syscall::clone:return, syscall::vfork:return { printf("%s (%d) forked %d, cpu %d, ipl %d, depth %d/%d caller %a ucaller %A", execname, pid, (int)arg1, cpu, ipl, stackdepth, ustackdepth, caller, ucaller); stack(); ustack(); stack(3); }
fbt::schedule:entry { @[curthread] = count(); printf("%x %d", (uintptr_t)curthread, epid); }
syscall::write:entry { printf("%s %s %s %s %d", probeprov, probemod, probefunc, probename, id); printf("%x", uregs[0]); }
