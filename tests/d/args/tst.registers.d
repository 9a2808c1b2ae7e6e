/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@isa: x86_64 */
/* Names of registers are places in struct pt_regs. */
#pragma D option quiet
BEGIN
{
	printf("%d %d %d %d %d %d\n", R_R15, R_RAX, R_RDI, R_RIP, R_RSP, R_SS);
	printf("%d %d %d %d %d %d\n", R_PC == R_RIP, R_SP == R_RSP, R_FP == R_RBP, R_PS == R_RFL, R_R0 == R_RAX, R_R1 == R_RDX);
	exit(0);
}
tick-1hour { trace(uregs[R_SP]); }
