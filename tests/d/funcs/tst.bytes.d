/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Byte order. */
#pragma D option quiet

BEGIN
{
	printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), htonll(0x123456789abcdef0));
	exit(0);
}
