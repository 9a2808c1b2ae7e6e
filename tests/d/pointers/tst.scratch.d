/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Loads and stores through pointers into scratch memory. */
#pragma D option quiet

BEGIN
{
	this->p = (int *)alloca(16);
	*this->p = 1;
	this->p[1] = -2;
	*(this->p + 2) = 3;
	this->p[3] = 4;
	printf("%d %d %d %d\n", this->p[0], *(this->p + 1), this->p[2], this->p[3]);
	this->c = (unsigned char *)this->p;
	printf("%d %d\n", this->c[4], this->c[5]);
	exit(0);
}
