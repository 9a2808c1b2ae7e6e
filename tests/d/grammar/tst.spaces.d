/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* White space does not matter. */
#pragma D option quiet

BEGIN
{
	x=1;y	=	2	;
	printf (
		"%d %d\n"
		,
		x
		, y
	)
	;
	exit(0)
}
