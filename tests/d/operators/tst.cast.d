/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Casts cut and extend. */
#pragma D option quiet

BEGIN
{
	x = 0x123456789abcdef0;
	printf("%x %x %x\n", (uint32_t)x, (uint16_t)x, (uint8_t)x);
	printf("%d %d %d\n", (int32_t)x, (int16_t)x, (int8_t)x);
	printf("%d %d\n", (char)0x180, (unsigned char)-1);
	printf("%d\n", (int64_t)(int32_t)0xffffffff);
	printf("%d\n", (int64_t)(uint32_t)0xffffffff);
	exit(0);
}
