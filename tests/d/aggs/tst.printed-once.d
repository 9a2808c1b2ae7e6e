/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What printa() printed is not printed again at the end. */
#pragma D option quiet

BEGIN
{
	@a = count();
	@b = sum(5);
	printa("%@d\n", @a);
	exit(0);
}
