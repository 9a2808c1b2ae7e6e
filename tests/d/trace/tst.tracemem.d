/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracemem() is a dump in rows of 16. */
#pragma D option quiet

BEGIN
{
	tracemem(probename, 24);
	exit(0);
}
