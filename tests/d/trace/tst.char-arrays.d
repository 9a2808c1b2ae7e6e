/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An array of characters is text when it looks like it, else a dump. */
#pragma D option quiet

struct s {
	char text[6];
	char bytes[3];
};
struct s v;

BEGIN
{
	v.text[0] = 'a';
	v.text[1] = 'b';
	v.bytes[0] = 1;
	v.bytes[1] = 'B';
	trace(v.text);
	trace(v.bytes);
	exit(0);
}
