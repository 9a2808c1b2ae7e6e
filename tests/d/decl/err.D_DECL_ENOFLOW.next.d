/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator fits int. */
enum e { A = 2147483647, B };
BEGIN
{
	trace(1);
	exit(0);
}
