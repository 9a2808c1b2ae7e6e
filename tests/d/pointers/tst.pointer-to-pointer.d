/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pointer to a pointer. */
#pragma D option quiet

BEGIN
{
	this->p = (int *)alloca(sizeof (int));
	this->pp = (int **)alloca(sizeof (int *));
	*this->p = 42;
	*this->pp = this->p;
	printf("%d %d\n", **this->pp, *this->pp[0]);
	exit(0);
}
