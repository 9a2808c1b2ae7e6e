/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The first assignment gives the type, also of elements. */
BEGIN
{
	a["k"] = 5;
	a["k"] = "text";
}
