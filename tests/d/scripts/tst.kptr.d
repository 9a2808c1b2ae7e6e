#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, pointers into structures of the kernel: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
typedef struct my_list { struct my_list *next; int val; char name[16]; union { long l; char *p; } u; } my_list_t;
fbt::foo_bar:entry
{
	this->l = (my_list_t *)arg0;
	self->n = this->l->next;
	printf("%d %s %p %s\n", this->l->val, stringof(this->l->name), self->n, this->l->u.p != NULL ? stringof(this->l->u.p) : "<null>");
	trace(*(int *)(arg1 + offsetof(my_list_t, val)));
	@[this->l->next->next->val] = count();
}
