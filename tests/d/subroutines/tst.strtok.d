/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() goes on where it stopped, and ends with NULL. */
#pragma D option quiet

BEGIN
{
	this->s = strtok("/usr//bin/ls", "/");
	printf("%s\n", this->s);
	this->s = strtok(NULL, "/");
	printf("%s\n", this->s);
	this->s = strtok(NULL, "/");
	printf("%s\n", this->s);
	this->s = strtok(NULL, "/");
	printf("%d\n", this->s == NULL);
	exit(0);
}
