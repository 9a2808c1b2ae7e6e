/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void pointer takes and gives every pointer. */
#pragma D option quiet

void *v;
int *i;
BEGIN
{
	i = (int *)0x1234;
	v = i;
	i = v;
	printf("%p %p\n", v, i);
	exit(0);
}
