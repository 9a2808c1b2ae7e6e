/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A structure without definition. */
struct never x;
BEGIN
{
	trace(1);
	exit(0);
}
