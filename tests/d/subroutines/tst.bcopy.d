/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bcopy() copies within scratch memory. */
#pragma D option quiet

BEGIN
{
	this->a = (char *)alloca(8);
	bcopy("abcdefg", this->a, 8);
	printf("%s\n", stringof(this->a));
	this->b = (char *)alloca(8);
	bcopy(this->a + 2, this->b, 6);
	printf("%s\n", stringof(this->b));
	exit(0);
}
