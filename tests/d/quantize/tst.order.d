/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ordered by the sum of label times count. */
#pragma D option quiet

BEGIN
{
	@["a"] = quantize(100);
	@["b"] = quantize(1);
	exit(0);
}
