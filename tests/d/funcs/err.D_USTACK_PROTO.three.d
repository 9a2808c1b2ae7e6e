/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ustack() has two arguments. */
BEGIN
{
	ustack(1, 2, 3);
	exit(0);
}
