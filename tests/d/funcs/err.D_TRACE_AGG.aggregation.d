/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() of an aggregation. */
BEGIN
{
	@a = count(); trace(@a);
	exit(0);
}
