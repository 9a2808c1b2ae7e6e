/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntop() of both families. */
#pragma D option quiet

BEGIN
{
	this->a = (uint8_t *)alloca(16);
	this->a[0] = 192; this->a[1] = 168; this->a[2] = 0; this->a[3] = 1;
	printf("%s\n", inet_ntop(AF_INET, this->a));
	this->a[0] = 0x20; this->a[1] = 1; this->a[2] = 0xd; this->a[3] = 0xb8;
	this->a[4] = 0; this->a[5] = 0; this->a[6] = 0; this->a[7] = 0;
	this->a[8] = 0; this->a[9] = 0; this->a[10] = 0; this->a[11] = 0;
	this->a[12] = 0; this->a[13] = 0; this->a[14] = 0; this->a[15] = 1;
	printf("%s\n", inet_ntop(AF_INET6, this->a));
	exit(0);
}
