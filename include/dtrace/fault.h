/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fault.h - why a DIF program stopped early: the number is arg4 of dtrace:::ERROR. Kinds of loss: drops. */
#ifndef DTRACE_FAULT_H
#define DTRACE_FAULT_H

enum dtrace_fault {
	DTRACEFLT_UNKNOWN = 0,
	DTRACEFLT_BADADDR,        /* invalid address; arg5 is the address */
	DTRACEFLT_BADALIGN,       /* invalid alignment; arg5 is the address */
	DTRACEFLT_ILLOP,          /* illegal operation */
	DTRACEFLT_DIVZERO,        /* divide by zero */
	DTRACEFLT_NOSCRATCH,      /* out of scratch space */
	DTRACEFLT_KPRIV,          /* invalid kernel access; arg5 is the address */
	DTRACEFLT_UPRIV,          /* invalid user access; arg5 is the address */
	DTRACEFLT_TUPOFLOW,       /* tuple stack overflow */
	DTRACEFLT_BADSTACK,       /* bad stack; arg5 is the address */
	DTRACEFLT_BADSIZE,        /* invalid size */
	DTRACEFLT_BADINDEX,       /* index out of bounds */
	DTRACEFLT_LIBRARY = 1000, /* raised by the consumer library */
};

#endif
