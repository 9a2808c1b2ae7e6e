/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Oracle's trace() dumps what is no string, text or not.
 * @@options: -x compat=oracle
 */
#pragma D option quiet

struct s {
	char text[6];
};
struct s v;

BEGIN
{
	v.text[0] = 'a';
	v.text[1] = 'b';
	trace(v.text);
	trace(v);
	exit(0);
}
