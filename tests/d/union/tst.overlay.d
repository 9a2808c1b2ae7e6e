/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The members of a union lie on each other.
 * @@isa: x86_64 i386 aarch64 riscv64
 */
#pragma D option quiet

union u { uint64_t q; uint32_t w[2]; uint8_t b[8]; };
union u v;
BEGIN
{
	v.q = 0x0102030405060708;
	printf("%x %x %x %x\n", v.w[0], v.w[1], v.b[0], v.b[7]);
	v.b[1] = 0xff;
	printf("%x\n", v.q);
	printf("%d\n", sizeof (union u));
	exit(0);
}
