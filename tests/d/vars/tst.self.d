/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Thread-local variables and arrays. */
#pragma D option quiet

BEGIN
{
	self->x = 5; self->s = "abc"; self->a[1, "k"] = 7;
	printf("%d %s %d\n", self->x, self->s, self->a[1, "k"]);
	self->x = 0;
	self->s = 0;
	printf("%d [%s]\n", self->x, self->s);
	exit(0);
}
