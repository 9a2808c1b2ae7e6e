/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A negative number keeps the smallest. */
#pragma D option quiet

BEGIN
{
	@[1] = sum(10);
	@[2] = sum(30);
	@[3] = sum(20);
	trunc(@, -2);
	exit(0);
}
