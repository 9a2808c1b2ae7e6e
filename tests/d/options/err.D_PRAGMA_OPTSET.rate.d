/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A rate with an unknown unit. */
#pragma D option switchrate=10parsecs

BEGIN
{
	exit(0);
}
