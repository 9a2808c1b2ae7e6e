/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two precisions. */
BEGIN
{
	printf("%.1.2d\n", 1);
	exit(0);
}
