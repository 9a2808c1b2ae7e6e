/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -x aggpercpu shows each CPU; here only that the total comes first.
 * @@options: -x aggpercpu
 * @@sed: /CPU/d
 */
#pragma D option quiet

BEGIN
{
	@ = count();
	exit(0);
}
