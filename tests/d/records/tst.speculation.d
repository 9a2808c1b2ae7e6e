/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A committed speculation is printed, a discarded one is not.
 * @@options: -x nspec=2
 */
#pragma D option quiet

BEGIN
{
	self->a = speculation();
	self->b = speculation();
}

BEGIN
{
	speculate(self->a);
	printf("committed\n");
}

BEGIN
{
	speculate(self->b);
	printf("discarded\n");
}

BEGIN
{
	commit(self->a);
}

BEGIN
{
	discard(self->b);
}

BEGIN
{
	exit(0);
}
