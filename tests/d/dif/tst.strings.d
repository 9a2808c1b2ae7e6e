/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Code: strings: comparison, subroutines, choice.
 * @@isa: x86_64 aarch64 riscv64
 * @@options: -e -S
 * @@errsed: s/DIFO 0x[0-9a-f]* returns/DIFO returns/
 */
BEGIN /execname == "sh"/ { s = strjoin(probename, "x"); trace(strlen(s)); trace(s != "" ? s : "none"); trace(substr(s, 1, 2)); }
