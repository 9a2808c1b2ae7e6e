/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An error in an ERROR clause. */
#pragma D option quiet

ERROR
{
	trace(*(char *)0);
}

BEGIN
{
	trace(*(char *)0);
}

BEGIN
{
	exit(0);
}
