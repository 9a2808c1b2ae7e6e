/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print() shows the type, then the value: integers in hexadecimal (0 as 0), characters as such, enumerators by name. */
#pragma D option quiet

enum color { RED, GREEN = 5 };

BEGIN
{
	print(0x17);
	print(0);
	print((short)-1);
	print((uint64_t)7);
	print((char)'a');
	print((char)0);
	print((char)7);
	print((enum color)5);
	print((enum color)2);
	print((void *)0x1234);
	print("hello");
	print("");
	exit(0);
}
