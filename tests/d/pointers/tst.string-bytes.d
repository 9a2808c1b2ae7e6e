/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string constant through a pointer to char. */
#pragma D option quiet

BEGIN
{
	this->p = (char *)"hello";
	printf("%c%c %s\n", this->p[0], *(this->p + 4), stringof(this->p + 2));
	exit(0);
}
