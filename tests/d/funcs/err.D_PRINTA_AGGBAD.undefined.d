/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of nothing. */
BEGIN
{
	printa(@nosuch);
	exit(0);
}
