/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The byte order functions.
 * @@isa: x86_64 i386 aarch64 riscv64
 */
#pragma D option quiet

BEGIN
{
	printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), htonll(0x123456789abcdef0));
	printf("%x %x %x\n", ntohs(0x1234), ntohl(0x12345678), ntohll(0x123456789abcdef0));
	printf("%x %x\n", ntohs(htons(0xbeef)), htons(0x11223344));
	printf("%d %d %d\n", sizeof (htons(1)), sizeof (htonl(1)), sizeof (htonll(1)));
	exit(0);
}
