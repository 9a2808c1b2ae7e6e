/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() without a format starts with a newline. */
#pragma D option quiet

BEGIN
{
	@["x"] = count();
	printa(@);
	exit(0);
}
