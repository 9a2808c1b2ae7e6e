/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Empty statements. */
#pragma D option quiet

BEGIN
{
	;;
	printf("x\n");;
	exit(0)
}
