/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A union without definition. */
union never x;
BEGIN
{
	trace(1);
	exit(0);
}
