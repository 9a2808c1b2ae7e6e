/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pointer as key and as element. */
#pragma D option quiet

BEGIN
{
	p = (int *)0x1000;
	a[p] = 1;
	a[p + 1] = 2;
	q["first"] = p;
	printf("%d %d %x\n", a[p], a[(int *)0x1004], (uintptr_t)q["first"]);
	exit(0);
}
