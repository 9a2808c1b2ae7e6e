/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The value of an inline fits its type. */
inline int x = "a";
BEGIN
{
	trace(x);
	exit(0);
}
