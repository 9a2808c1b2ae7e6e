/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* breakpoint() with the wrong number of arguments. */
BEGIN
{
	breakpoint(1);
	exit(0);
}
