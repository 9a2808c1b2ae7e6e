/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pointer counts in what it points to. */
#pragma D option quiet

struct s { int a; int b; int c; };
BEGIN
{
	p = (struct s *)0x100;
	q = (int *)0x100;
	printf("%x %x\n", (uintptr_t)(p + 2), (uintptr_t)(2 + p));
	printf("%x %x\n", (uintptr_t)(p - 1), (uintptr_t)(q + 3));
	printf("%d\n", (int *)0x110 - q);
	printf("%d %d\n", p == (struct s *)0x100, p != NULL);
	exit(0);
}
