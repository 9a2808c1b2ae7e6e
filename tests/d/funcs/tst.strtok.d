/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok goes on where it stopped. */
#pragma D option quiet

BEGIN
{
	this->s = "a,b,c";
	this->a = strtok(this->s, ",");
	this->b = strtok(NULL, ",");
	this->c = strtok(NULL, ",");
	printf("%s %s %s %d\n", this->a, this->b, this->c, strtok(NULL, ",") == NULL);
	exit(0);
}
