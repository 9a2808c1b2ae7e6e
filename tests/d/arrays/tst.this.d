/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A clause-local array. */
#pragma D option quiet

this int l[3];
BEGIN
{
	this->l[0] = 10;
	this->l[1] = 20;
	this->l[2] = 30;
	printf("%d %d %d\n", this->l[0], this->l[1], this->l[2]);
	exit(0);
}
