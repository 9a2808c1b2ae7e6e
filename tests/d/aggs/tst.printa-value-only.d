/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format may use the value alone, and widths. */
#pragma D option quiet

BEGIN
{
	@["x", 5] = sum(42);
	printa("<%@8d> ", @);
	exit(0);
}
