/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One aggregation, one step. */
BEGIN
{
	@ = lquantize(1, 0, 10, 1); @ = lquantize(1, 0, 10, 2);
	exit(0);
}
