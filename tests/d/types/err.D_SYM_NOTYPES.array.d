/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A text of the kernel: nobody tells its type, and it is no integer by its size. Only on CPUs whose kernels here list variables.
 * @@engine: kernel
 * @@isa: x86_64 riscv64
 */
BEGIN
{
	trace(`linux_proc_banner);
	exit(0);
}
