/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With a larger strsize, strings are longer.
 * @@options: -x strsize=512
 */
#pragma D option quiet

BEGIN
{
	this->a = "0123456789012345678901234567890123456789012345678901234567890123";
	this->b = strjoin(this->a, this->a);
	this->c = strjoin(this->b, this->b);
	this->d = strjoin(this->c, this->c);
	printf("%d %d\n", strlen(this->c), strlen(this->d));
	exit(0);
}
