/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A load from a bad address shows it.
 * @@errsed: s| at DIF offset [0-9]*$||;s|action #[0-9]*|action|
 */
#pragma D option quiet

BEGIN
{
	trace(*(int *)16);
}

BEGIN
{
	exit(0);
}
