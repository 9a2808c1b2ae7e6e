/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Names of types that scripts for other systems cast to; a script that defines one itself has its own. */
#pragma D option quiet

typedef short boolean_t;

in6_addr_t *address;

BEGIN
{
	this->bytes = (u_char *)alloca(16);
	this->bytes[0] = 0xff;
	this->bytes[1] = 0xfe;
	this->bytes[15] = 1;
	printf("%d %d %d\n", (u_char)0x1ff, (u_short)-1, (u_int)-1);
	printf("%d %d\n", sizeof (u_long) == sizeof (void *), sizeof (time_t) == sizeof (long));
	printf("%d %d %d\n", sizeof (hrtime_t), sizeof (offset_t), (hrtime_t)-5);
	printf("%d %d %d\n", (in_addr_t)-1, (in_port_t)-1, (major_t)-1);
	printf("%d %d %d %d\n", sizeof (minor_t), sizeof (taskid_t), sizeof (projid_t), sizeof (poolid_t));
	printf("%d\n", sizeof (boolean_t));
	printf("%d %d\n", *(caddr_t)this->bytes, sizeof (caddr_t) == sizeof (void *));
	address = (in6_addr_t *)this->bytes;
	printf("%s\n", inet_ntoa6(address));
	exit(0);
}
