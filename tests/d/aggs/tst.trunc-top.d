/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc(@, n) keeps the n largest. */
#pragma D option quiet

BEGIN
{
	@[1] = sum(10);
	@[2] = sum(30);
	@[3] = sum(20);
	trunc(@, 2);
	exit(0);
}
