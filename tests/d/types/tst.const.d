/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* const, volatile and restrict change nothing. */
#pragma D option quiet

const int a;
volatile int b;
int * const c;
BEGIN
{
	b = 5;
	printf("%d %d\n", b, sizeof (const char));
	exit(0);
}
