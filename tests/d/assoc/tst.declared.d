/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Declared key types convert what is given. */
#pragma D option quiet

int a[string, int];
uint64_t b[char];
BEGIN
{
	a["k", 1] = -1;
	b['A'] = 5;
	printf("%d %d %d\n", a["k", 1], b[65], a["k", 2]);
	exit(0);
}
