/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() needs an aggregation. */
BEGIN
{
	printa("%d\n");
	exit(0);
}
