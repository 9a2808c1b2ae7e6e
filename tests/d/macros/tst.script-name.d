/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* $0 as a string is the name of the script. */
#pragma D option quiet

BEGIN
{
	printf("%s\n", basename($$0));
	exit(0);
}
