/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Both values of ?: are of one type. */
BEGIN
{
	trace(1 ? "a" : 2);
	exit(0);
}
