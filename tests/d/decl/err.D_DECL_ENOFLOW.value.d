/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator fits int. */
enum e { A = 4294967296 };
BEGIN
{
	trace(1);
	exit(0);
}
