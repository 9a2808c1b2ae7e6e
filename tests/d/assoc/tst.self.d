/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Thread-local associative arrays. */
#pragma D option quiet

BEGIN
{
	self->a["x", 1] = 5;
	self->a["x", 2] = 6;
	printf("%d %d %d\n", self->a["x", 1], self->a["x", 2], self->a["y", 1]);
	self->a["x", 1] = 0;
	printf("%d\n", self->a["x", 1]);
	exit(0);
}
