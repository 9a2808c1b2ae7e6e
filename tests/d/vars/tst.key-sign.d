/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Keys are converted to their type. */
#pragma D option quiet

int a[char];
BEGIN
{
	a[-1] = 5;
	printf("%d %d\n", a[255], a[(char)-1]);
	exit(0);
}
