/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A parameter has no storage class. */
int (*f)(static int);
BEGIN
{
	trace(1);
	exit(0);
}
