/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %p prints hexadecimal digits, %#p with 0x. */
#pragma D option quiet

BEGIN
{
	printf("%p %#p\n", (void *)0x1234, (void *)0x1234);
	printf("%p\n", 255);
	exit(0);
}
