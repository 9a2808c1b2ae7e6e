/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Clause-locals live through if and else. */
#pragma D option quiet

BEGIN
{
	this->x = 5;
	if (this->x > 3) {
		this->y = this->x * 2;
	} else {
		this->y = 0;
	}
	printf("%d\n", this->y);
	exit(0);
}
