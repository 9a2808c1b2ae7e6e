/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The types of keys are fixed by the first use. */
BEGIN
{
	a[1, "x"] = 5;
	a["x", 1] = 5;
}
