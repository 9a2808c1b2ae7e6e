/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The last member of a structure may be an array without a size. */
#pragma D option quiet
struct list { int count; short item[]; };
struct pairs { char name[3]; int pair[][2]; };
BEGIN
{
	this->list = (struct list *)alloca(16);
	this->list->count = 2;
	this->list->item[0] = -5;
	this->list->item[1] = 7;
	printf("%d %d %d\n", this->list->count, this->list->item[0], this->list->item[1]);
	printf("%d %d %d\n", sizeof(struct list), offsetof(struct list, item), offsetof(struct pairs, pair));
	exit(0);
}
