/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A dynamic width without its argument. */
BEGIN
{
	printf("%*d\n");
	exit(0);
}
