/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unaligned load is a fault or the value, never anything else. */
#pragma D option quiet

BEGIN
{
	this->p = (char *)alloca(16);
	this->p[0] = 1;
	this->p[1] = 2;
	this->p[2] = 3;
	this->p[3] = 4;
	printf("%x\n", *(int *)this->p);
	exit(0);
}
