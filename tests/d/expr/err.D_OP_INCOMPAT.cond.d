/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Both values of ?: are of one type. */
BEGIN
{
	trace(arg0 ? "a" : 2);
	exit(0);
}
