/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ctl.h - commands of /dev/dtrace/ctl: the memory and the registers of a process, without ptrace().
 *
 * Theory. A debugger is alone with its process: there is one tracer at a time. This device is for tools that only want to
 * look, or to change a word: it stops nobody, and does not mind whether a debugger or strace is attached, or
 * whether the process is stopped.
 *
 *      open -> PROCESS (which one) -> { READ WRITE GETREGS SETREGS }* -> close
 *
 * Who may: anybody, with processes that they could trace by ptrace(): the kernel's rule is asked at PROCESS and at each command after
 * it, with the credentials of who asks. Yama's "only descendants" is part of that rule. The descriptor holds the
 * process, not its number: when it has ended commands say ESRCH, whoever has the number then. When it executes
 * another program they go on with that, if it is permitted.
 *
 * What is read is the program's own: where a probe's break is, the program's instruction. A break that is written there is
 * beside the probe's. Another instruction is written over it, and the probe fires no more (`overwritten`).
 *
 * Registers are numbered as D numbers uregs[], each 64 bits, zero-extended. They are exact, and are given, when the thread is
 * stopped (SIGSTOP, or by a debugger), or waits in the kernel: then they are those with which it entered.
 * A thread that runs just then has none that anybody could name: EBUSY. They are set only when
 * it is stopped, and not in the middle of a system call, which the kernel would begin anew with them: EBUSY. Flags, segments
 * and what else a program may not set freely are not set: EINVAL, and nothing is changed.
 *
 * Errors: EINVAL malformed; EFAULT bad address of the caller's; ESRCH no process (PROCESS was not called, or it has ended),
 * no such thread; EPERM not permitted; EBUSY as above; EOPNOTSUPP its registers are not those of this CPU (a
 * 32-bit process of a 64-bit kernel), or this kernel lacks what is needed; ENOMEM; ENOTTY unknown command.
 */
#ifndef DTRACE_CTL_H
#define DTRACE_CTL_H

#include <stdint.h>

#define DTRACE_CTL_DEVICE    "/dev/dtrace/ctl"

#define DTRACECTL(number)    (((uint32_t)'d' << 24) | ((uint32_t)'t' << 16) | ((uint32_t)'c' << 8) | (number))
#define DTRACECTL_PROCESS    DTRACECTL(1) /* uint32_t: its number, as the process that asks has it */
#define DTRACECTL_READ       DTRACECTL(2) /* struct dtrace_ctlmemory */
#define DTRACECTL_WRITE      DTRACECTL(3) /* struct dtrace_ctlmemory */
#define DTRACECTL_GETREGS    DTRACECTL(4) /* struct dtrace_ctlregs */
#define DTRACECTL_SETREGS    DTRACECTL(5) /* struct dtrace_ctlregs */

#define DTRACE_CTL_PARTS_MAX 1024u
#define DTRACE_CTL_REGS_MAX  64u

/* A stretch of the process's memory, and where its bytes go to or come from. */
struct dtrace_ctlpart {
	uint64_t addr;   /* in the process */
	uint64_t buffer; /* in the caller */
	uint64_t size;   /* bytes */
	uint64_t done;   /* out: how many were read or written: the first ones */
	uint32_t
		error; /* out: why not all; 0: all were. EIO: the process has nothing there, or nothing that can be written */
	uint32_t pad;
};

/*
 * READ, WRITE: the parts in order; one that fails does not keep the others from being done. The command fails, with
 * EPERM, ESRCH or EFAULT, only where nothing more can be done; `parts` says what was done before.
 */
struct dtrace_ctlmemory {
	uint64_t parts; /* user address of struct dtrace_ctlpart, read and written */
	uint32_t count; /* of them; at most DTRACE_CTL_PARTS_MAX */
	uint32_t pad;
	uint64_t done; /* out: bytes, of all parts */
};

/* What a thread does while its registers are looked at. */
enum dtrace_ctlstate {
	DTRACE_CTL_STOPPED = 1, /* by a signal */
	DTRACE_CTL_TRACED = 2,  /* by a debugger */
	DTRACE_CTL_WAITS = 3,   /* in the kernel: it may go on the moment after */
};

struct dtrace_ctlregs {
	uint32_t thread; /* its number, as the process that asks has it; 0: the process's first one */
	uint32_t state;  /* out: enum dtrace_ctlstate */
	uint32_t count;  /* in: GETREGS room, SETREGS how many, the first ones; out: how many there are */
	uint32_t pad;
	uint64_t set;    /* SETREGS: bit N: register N is set, the others stay */
	uint64_t values; /* user address of count uint64_t */
};

#endif
