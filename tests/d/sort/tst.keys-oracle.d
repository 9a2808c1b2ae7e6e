/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat=oracle sorts keys as unsigned numbers of their size, below zero after above.
 * @@options: -x compat=oracle -x aggsortkey
 */
#pragma D option quiet

BEGIN
{
	@[-1] = sum(1);
	@[1] = sum(1);
	@[0] = sum(1);
	@[-2] = sum(1);
	@wide[(int64_t)-1, (char)1] = sum(1);
	@wide[(int64_t)-1, (char)-1] = sum(1);
	@wide[(int64_t)5, (char)-1] = sum(1);
	printa("%d\n", @);
	printa("%d %d\n", @wide);
	exit(0);
}
