/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa6() shortens the longest run of zeros; the v4 forms have a dotted tail. */
#pragma D option quiet

BEGIN
{
	this->a = (struct in6_addr *)alloca(16);
	this->b = (uint8_t *)this->a;
	this->w = (uint32_t *)this->a;
	this->w[0] = 0; this->w[1] = 0; this->w[2] = 0; this->w[3] = 0;
	printf("%s\n", inet_ntoa6(this->a));
	this->b[15] = 1;
	printf("%s\n", inet_ntoa6(this->a));
	this->b[0] = 0xfe; this->b[1] = 0x80;
	printf("%s\n", inet_ntoa6(this->a));
	this->b[0] = 0; this->b[1] = 0;
	this->b[10] = 0xff; this->b[11] = 0xff;
	this->b[12] = 192; this->b[13] = 0; this->b[14] = 2; this->b[15] = 33;
	printf("%s\n", inet_ntoa6(this->a));
	exit(0);
}
