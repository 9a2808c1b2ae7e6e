/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* * of a function pointer. */
int (*f)(int);
BEGIN
{
	trace(*f);
	exit(0);
}
