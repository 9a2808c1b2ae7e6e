/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Bit-fields of 64-bit types. */
#pragma D option quiet

struct wide {
	uint64_t a : 33;
	uint64_t b : 31;
};
struct wide w;
BEGIN
{
	w.a = 0x1ffffffff;
	w.b = 0x55555555;
	printf("%x %x\n", w.a, w.b);
	w.a = 0;
	printf("%x %x %d\n", w.a, w.b, sizeof (struct wide));
	exit(0);
}
