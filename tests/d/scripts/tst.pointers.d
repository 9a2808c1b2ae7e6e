#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: lists and casts in scratch memory.
 * @@options: -q
 */
typedef unsigned int u_int; typedef struct list { struct list *next; int v; } list_t;
list_t *head; this list_t *n;
BEGIN { this->n = (list_t *)alloca(sizeof (list_t) * 2); this->n->v = 1; this->n->next = this->n + 1; (this->n + 1)->v = 2; this->n[1].next = NULL;
printf("%d %d %d\n", this->n->v, this->n->next->v, this->n->next->next == NULL);
this->b = (uint8_t *)this->n->next; printf("%d\n", ((uintptr_t)this->b - (uintptr_t)this->n) == sizeof (list_t));
this->w = (uint32_t *)alloca(8); *this->w = 0x11223344; this->w[1] = 5; printf("%x %d %x\n", *(uint8_t *)this->w, this->w[1], *(uint16_t *)((uintptr_t)this->w + 2));
bcopy("hello", this->w, 6); printf("%s %s\n", stringof((char *)this->w), (string)this->w); exit(0); }
