/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* caller and ucaller can be read. */
#pragma D option quiet

BEGIN
{
	this->c = caller;
	this->u = ucaller;
	printf("ok\n");
	exit(0);
}
