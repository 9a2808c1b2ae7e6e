/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() is a dump in rows of 16. */
#pragma D option quiet

BEGIN
{
	tracemem("BEGIN and eighteen more!", 24);
	exit(0);
}
