/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Keys of several columns: all rows begin at the same place, be a key longer than its column usually is. A stack has no
 * column. Numbers keep the width of their type.
 * @@options: -x aggpack -x encoding=ascii
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	@two["a", "the longer one of two"] = quantize(4);
	@two["something longer than a column", "b"] = quantize(-4);
	@numbers[1, (char)2, (uint64_t)3] = quantize(0);
	@stack[stack(1), "text"] = quantize(1024);
	exit(0);
}
