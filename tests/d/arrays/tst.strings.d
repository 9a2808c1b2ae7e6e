/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arrays of strings of every scope: elements are apart, empty at first, and cut to what they hold. */
#pragma D option quiet

string s[3];
string table[2][2];
self string mine[2];
this string here[2];
struct record { int before; string name[2]; int after; } record;

BEGIN
{
	s[0] = "abc";
	s[2] = "xyz";
	printf("[%s][%s][%s] %d\n", s[0], s[1], s[2], sizeof(s) == 3 * sizeof(string));
	s[1] = s[2];
	i = 1;
	printf("%d %s %c %d\n", s[i] == "xyz", strjoin(s[0], s[i]), s[0][1], strlen(s[i + 1]));
	table[1][0] = "row";
	printf("[%s][%s][%s]\n", table[0][1], table[i][0], table[1][1]);
	self->mine[1] = "self";
	this->here[0] = "first";
	this->here[1] = "second";
	printf("[%s][%s] [%s][%s]\n", self->mine[0], self->mine[1], this->here[0], this->here[i]);
	record.before = 1;
	record.after = 2;
	record.name[1] = "name";
	printf("%d [%s][%s] %d\n", record.before, record.name[0], record.name[i], record.after);
	exit(0);
}
