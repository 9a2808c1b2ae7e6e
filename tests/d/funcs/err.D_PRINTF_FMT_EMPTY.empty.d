/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An empty format. */
BEGIN
{
	printf("");
	exit(0);
}
