/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@isa: x86_64 */
/* A register of another CPU has no name here. */
BEGIN { trace(uregs[R_X0]); exit(0); }
