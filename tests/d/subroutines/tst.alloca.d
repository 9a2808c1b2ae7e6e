/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* alloca() gives memory that can be written; 0 bytes are allowed. */
#pragma D option quiet

BEGIN
{
	this->p = (uint64_t *)alloca(64);
	this->p[0] = 1;
	this->p[7] = 8;
	printf("%d %d %d\n", this->p[0], this->p[7], this->p != NULL);
	this->q = alloca(0);
	printf("ok\n");
	exit(0);
}
