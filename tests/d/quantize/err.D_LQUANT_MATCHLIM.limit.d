/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One aggregation, one limit. */
BEGIN
{
	@ = lquantize(1, 0, 10, 1); @ = lquantize(1, 0, 11, 1);
	exit(0);
}
