/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* op= on a variable that did not exist. */
#pragma D option quiet

BEGIN
{
	x += 5; y++; self->z += 2;
	printf("%d %d %d\n", x, y, self->z);
	exit(0);
}
