/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Addresses as text. */
#pragma D option quiet

BEGIN
{
	this->a = (ipaddr_t *)alloca(4);
	*this->a = htonl(0x7f000001);
	printf("%s\n", inet_ntoa(this->a));
	exit(0);
}
