/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The types of keys are fixed. */
BEGIN
{
	a[1] = 1; trace(a["x"]);
	exit(0);
}
