/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The same name in three scopes. */
#pragma D option quiet

BEGIN
{
	x = 1;
	self->x = 2;
	this->x = 3;
	@x = count();
	printf("%d %d %d\n", x, self->x, this->x);
	clear(@x);
	trunc(@x);
	exit(0);
}
