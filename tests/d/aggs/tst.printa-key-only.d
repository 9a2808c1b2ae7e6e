/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format need not use all keys. */
#pragma D option quiet

BEGIN
{
	@["x", 5] = sum(42);
	printa("%s %@u\n", @);
	exit(0);
}
