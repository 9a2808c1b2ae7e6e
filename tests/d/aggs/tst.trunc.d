/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() removes everything. */
#pragma D option quiet

BEGIN
{
	@["x"] = sum(5);
	trunc(@);
	printf("done\n");
	exit(0);
}
