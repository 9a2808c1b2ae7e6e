/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* if inside of a clause with a predicate. */
#pragma D option quiet

BEGIN
/1/
{
	if (probename == "BEGIN")
		printf("yes\n");
}
BEGIN
/0/
{
	if (1)
		printf("no\n");
	else
		printf("no\n");
}
BEGIN { exit(0); }
