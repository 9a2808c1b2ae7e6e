/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() prints the block where the conversion stands. */
#pragma D option quiet

BEGIN
{
	@["x"] = quantize(1);
	printa("%s:%@d", @);
	exit(0);
}
