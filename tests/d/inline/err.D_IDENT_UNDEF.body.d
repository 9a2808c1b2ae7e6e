/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown name in an inline. */
inline int x = nosuch;
BEGIN
{
	trace(x);
	exit(0);
}
