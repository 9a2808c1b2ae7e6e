/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation as a statement does nothing. */
BEGIN
{
	@a;
	exit(0);
}
