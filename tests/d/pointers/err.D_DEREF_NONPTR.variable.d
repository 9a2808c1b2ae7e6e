/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A number is not dereferenced. */
BEGIN
{
	x = 5;
	trace(*x);
}
