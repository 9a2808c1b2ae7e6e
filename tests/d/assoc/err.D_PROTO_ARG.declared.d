/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The types of keys are those of the declaration. */
int a[int];
BEGIN
{
	a["x"] = 5;
}
