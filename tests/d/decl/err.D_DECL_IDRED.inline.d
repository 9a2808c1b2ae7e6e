/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An inline is declared again. */
inline int x = 1;
inline int x = 2;
BEGIN
{
	trace(x);
	exit(0);
}
