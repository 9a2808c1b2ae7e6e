/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With compat=oracle each integer key has the type of the first use, a cast notwithstanding.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

BEGIN
{
	@a[(int32_t)1, 2] = count();
	@a[(int64_t)1, 2] = count();
	@b[(int8_t)-1] = count();
	@b[(int64_t)0x1ff] = count();
	@c[(int64_t)-1] = count();
	@c[(int8_t)-1] = count();
	exit(0);
}
