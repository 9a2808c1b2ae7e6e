/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* NULL is 0 and compares with every pointer. */
#pragma D option quiet

BEGIN
{
	p = (int *)NULL;
	printf("%d %d %d\n", p == NULL, p == 0, !p);
	printf("%s\n", p ? "set" : "null");
	exit(0);
}
