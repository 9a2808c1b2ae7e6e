/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator is a constant. */
int n;
enum e { A = n };
BEGIN
{
	trace(1);
	exit(0);
}
