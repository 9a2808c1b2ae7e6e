/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A structure that is passed by value has no place of its own.
 * @@engine: kernel
 * @@isa: x86_64 aarch64 riscv64
 */
fbt::from_kuid:entry
{
	trace(args[1]);
}
