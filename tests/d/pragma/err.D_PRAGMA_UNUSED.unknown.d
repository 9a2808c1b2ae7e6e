/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown pragma. */
#pragma nosuch
BEGIN
{
	trace(1);
	exit(0);
}
