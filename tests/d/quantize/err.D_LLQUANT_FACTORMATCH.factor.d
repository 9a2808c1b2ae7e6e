/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One aggregation, one factor. */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 20); @ = llquantize(1, 20, 0, 6, 20);
	exit(0);
}
