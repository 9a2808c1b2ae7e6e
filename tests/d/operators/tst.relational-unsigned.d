/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One unsigned operand makes the comparison unsigned. */
#pragma D option quiet

unsigned int ui;
uint64_t ul;
int i;
BEGIN
{
	ui = 0xffffffff;
	ul = 0xffffffffffffffff;
	i = -1;
	printf("%d %d %d\n", ui > (unsigned)1, ul > (uint64_t)1, i < 1);
	printf("%d %d\n", ui == i, ul == i);
	printf("%d\n", i > (unsigned)1);
	exit(0);
}
