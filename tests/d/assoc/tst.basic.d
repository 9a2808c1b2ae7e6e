/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An element that was never assigned is 0; assigning 0 takes it away. */
#pragma D option quiet

BEGIN
{
	a["x"] = 5;
	a["y"] = a["x"] + 1;
	printf("%d %d %d\n", a["x"], a["y"], a["z"]);
	a["x"] = 0;
	printf("%d %d\n", a["x"], a["y"]);
	exit(0);
}
