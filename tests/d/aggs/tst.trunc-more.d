/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() to more than there are. */
#pragma D option quiet

BEGIN
{
	@[1] = sum(10);
	trunc(@, 5);
	exit(0);
}
