/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Aggregations and exit() inside of if. */
#pragma D option quiet

BEGIN
{
	x = 3;
	if (x == 3)
		@["three"] = count();
	else
		@["other"] = count();
	if (x == 3) {
		exit(0);
	}
}
