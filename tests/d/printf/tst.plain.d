/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format without conversions; nothing is added. */
#pragma D option quiet

BEGIN
{
	printf("no newline");
	exit(0);
}
