/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Associative arrays with several keys. */
#pragma D option quiet

BEGIN
{
	a["x", 1] = 10; a["x", 2] = 20; a["y", 1] = 30;
	printf("%d %d %d %d\n", a["x", 1], a["x", 2], a["y", 1], a["y", 2]);
	a["x", 1] = 0;
	a["x", 2] += 5;
	a["y", 2]++;
	printf("%d %d %d\n", a["x", 1], a["x", 2], a["y", 2]);
	exit(0);
}
