/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A family that is neither is a fault.
 * @@errsed: d
 */
#pragma D option quiet

BEGIN
{
	this->a = (uint8_t *)alloca(16);
	printf("%s\n", inet_ntop(99, this->a));
}
ERROR
{
	printf("fault %d\n", arg4);
	exit(0);
}
