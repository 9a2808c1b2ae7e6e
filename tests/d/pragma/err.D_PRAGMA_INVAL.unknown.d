/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown D pragma. */
#pragma D nosuch
BEGIN
{
	trace(1);
	exit(0);
}
