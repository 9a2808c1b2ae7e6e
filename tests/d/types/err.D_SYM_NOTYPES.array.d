/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A text of the kernel: nobody tells its type, and it is no integer by its size.
 * @@engine: kernel
 */
BEGIN
{
	trace(`linux_banner);
	exit(0);
}
