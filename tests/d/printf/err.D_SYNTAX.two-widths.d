/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two dynamic widths. */
BEGIN
{
	printf("%**d\n", 1, 2, 3);
	exit(0);
}
