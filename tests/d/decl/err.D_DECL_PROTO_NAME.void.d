/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* void has no name. */
int (*f)(void x);
BEGIN
{
	trace(1);
	exit(0);
}
