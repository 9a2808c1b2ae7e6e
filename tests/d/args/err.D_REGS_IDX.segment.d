/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@isa: x86_64 */
/* The trap frame does not hold the data segment. */
BEGIN { trace(uregs[R_DS]); exit(0); }
