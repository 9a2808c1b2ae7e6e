#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: variables of all scopes, set and freed.
 * @@options: -q
 */
uint64_t total; int64_t low; self int depth; string last[int]; int count_by[string, int];
this char c;
BEGIN
{
	total = 0; low = -1; last[1] = "first"; last[2] = last[1];
	count_by["a", 1]++; count_by["a", 1] += 5; count_by["b", 2]--;
	self->depth += 2; self->name[3] = "three"; self->m["x", 1] = 4;
	this->c = 'A'; 
	printf("%d %d %s %d %d %d %s %d %c\n", total, low, last[2], count_by["a", 1], count_by["b", 2], self->depth, self->name[3], self->m["x", 1], this->c);
	count_by["a", 1] = 0; self->depth = 0; self->name[3] = 0; last[1] = 0;
	printf("%d %d [%s] [%s]\n", count_by["a", 1], self->depth, self->name[3], last[1]);
	printf("%d %d %d\n", last[1] == "", last[1] == NULL, self->name[3] == "");
	exit(0);
}
