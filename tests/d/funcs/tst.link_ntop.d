/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* link_ntop() of an Ethernet address. */
#pragma D option quiet

BEGIN
{
	this->a = (uint8_t *)alloca(6);
	this->a[0] = 0x0a; this->a[1] = 0x1b; this->a[2] = 0x2c; this->a[3] = 0x3d; this->a[4] = 0x4e; this->a[5] = 0xff;
	printf("%s\n", strlen(link_ntop(1, this->a)) == 17 ? "17" : "other");
	exit(0);
}
