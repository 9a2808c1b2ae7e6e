/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The string size is a constant. */
BEGIN
{
	ustack(1, pid);
	exit(0);
}
