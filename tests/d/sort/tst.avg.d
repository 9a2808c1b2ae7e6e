/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* avg() is compared by its result. */
#pragma D option quiet

BEGIN
{
	@["a"] = avg(10);
	@["b"] = avg(2);
	@["b"] = avg(4);
	exit(0);
}
