/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* static is not D. */
static int x;
BEGIN
{
	trace(1);
	exit(0);
}
