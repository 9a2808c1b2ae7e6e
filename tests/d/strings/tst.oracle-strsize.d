/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With compat=oracle the NUL of a string is not counted by strsize: it has room for 10 characters.
 * @@options: -x compat=oracle -x strsize=10
 */
#pragma D option quiet

struct address {
	uint8_t byte[16];
};
struct address *p;

BEGIN
{
	s = "123456789abcdef";
	printf("%s %d %s\n", s, strlen("123456789abcdef"), strjoin("12345678", "9abcdef"));
	a["123456789abcdef"] = "123456789ABCDEF";
	printf("%s\n", a["123456789aXXX"]);
	p = (struct address *)alloca(sizeof(struct address));
	p->byte[0] = 0xfe;
	p->byte[1] = 0x80;
	p->byte[2] = 0x70;
	p->byte[3] = 0x60;
	p->byte[4] = 0x50;
	p->byte[15] = 1;
	printf("%s\n", inet_ntoa6((struct in6_addr *)p));
	trace(s);
	exit(0);
}
