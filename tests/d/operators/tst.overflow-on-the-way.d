/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Sums and products that do not fit int, or unsigned, on the way keep all their bits: what comes after looks at 64.
 * @@options: -q
 * @@isa: x86_64 aarch64 riscv64
 */
BEGIN {
	x = 2147483647; y = 2; u = (uint32_t)4000000000; c = (char)100; l = 5000000000;
	printf("%d %d %d\n", (x + y) / 2, (x * y + x) >> 1, (x + 1 - 1) / 2);
	printf("%d %d %d\n", (x + y) * 2 / 3, -(x + y), ~(x + y));
	printf("%d %d %d\n", (u + u) / 2, (u * 2 + 1) >> 4, (u + u) % 7);
	printf("%d %d\n", (x + y) < 0, (x + y + 1) * 2 == 2 * x + 2 * y + 2);
	printf("%d %d\n", ((x + y) << 1) >> 1, (x << 1 << 1) >> 2);
	printf("%d %d\n", (x + y) & 0xffff, (x + y) | 1);
	printf("%d %d\n", (x + y) ? 1 : 0, ((x * 2 + 2) ? 1 : 0));
	printf("%d %d\n", (int64_t)(x + y), (x + y) + l);
	printf("%d\n", (x + y - x) * (x - y + 3));
	z = x + y * x + y; printf("%d\n", z);
	m[x + y] = 1; printf("%d\n", m[x + y] + m[-2147483647]);
	p = (char *)0x1000; printf("%p %p\n", p + (x + y + x + y), p + (u + u));
	printf("%d\n", (y*y+y*y)*(y*y+y*y) + ((y*y+y*y)*(y*y+y*y) - y*(y+y*(y+y))));
	exit(0);
}
