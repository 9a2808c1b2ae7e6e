/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The file that was named for the kernel's types is not there; it is opened when a type is looked for in it.
 * @@options: -x ctfpath=/nonexistent/types
 */
BEGIN
{
	trace(((struct nobody_has_this *)0)->member);
	exit(0);
}
