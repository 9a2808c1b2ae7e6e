/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sum() takes one argument. */
BEGIN
{
	@ = sum();
	exit(0);
}
