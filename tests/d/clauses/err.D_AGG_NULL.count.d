/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregating function alone. */
BEGIN
{
	count();
	exit(0);
}
