/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %d of an unsigned argument is unsigned; so is %u of a signed one, by its size. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", (uint8_t)-1, (uint16_t)-1, (uint32_t)-1, (uint64_t)-1);
	printf("%u %u\n", (int32_t)-1, (int64_t)-1);
	exit(0);
}
