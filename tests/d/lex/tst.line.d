/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* # line changes what errors say, not what is compiled. */
#pragma D option quiet

# 100 "other.d"
#line 200
BEGIN
{
	trace(1);
	exit(0);
}
