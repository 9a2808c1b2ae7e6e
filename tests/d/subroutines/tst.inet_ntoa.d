/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa() of some addresses. */
#pragma D option quiet

BEGIN
{
	this->a = (ipaddr_t *)alloca(sizeof (ipaddr_t));
	*this->a = htonl(0x7f000001);
	printf("%s\n", inet_ntoa(this->a));
	*this->a = 0;
	printf("%s\n", inet_ntoa(this->a));
	*this->a = 0xffffffff;
	printf("%s\n", inet_ntoa(this->a));
	*this->a = htonl(0x0a14ff09);
	printf("%s\n", inet_ntoa(this->a));
	exit(0);
}
