/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* void stands alone. */
int (*f)(void, int);
BEGIN
{
	trace(1);
	exit(0);
}
