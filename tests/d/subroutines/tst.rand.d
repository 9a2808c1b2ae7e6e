/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rand() does not repeat itself for long. */
#pragma D option quiet

BEGIN
{
	a = rand(); b = rand(); c = rand(); d = rand();
	printf("%d\n", a == b && b == c && c == d);
	exit(0);
}
