/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #ident and #pragma ident do nothing. */
#pragma D option quiet

#ident "something"
#pragma ident "something"
#pragma D binding "1.0" pid
#pragma D attributes Stable/Stable/Common pid
BEGIN
{
	trace(1);
	exit(0);
}
