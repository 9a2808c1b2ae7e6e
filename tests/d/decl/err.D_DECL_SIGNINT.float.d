/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unsigned float. */
unsigned float f;
BEGIN
{
	trace(1);
	exit(0);
}
