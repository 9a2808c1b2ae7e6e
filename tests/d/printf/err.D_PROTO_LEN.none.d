/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printf() without a format. */
BEGIN
{
	printf();
	exit(0);
}
