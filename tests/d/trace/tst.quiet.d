/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Quiet: values alone, one after the other. */
#pragma D option quiet

BEGIN
{
	trace(5);
	trace("five");
	trace((int64_t)-5);
	exit(0);
}
