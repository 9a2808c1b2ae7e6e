/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * -Z: probes need not exist.
 * @@options: -Z
 */
#pragma D option quiet

nosuchprovider:::
{
	trace(1);
}

BEGIN
{
	printf("on\n");
	exit(0);
}
