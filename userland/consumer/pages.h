/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/pages.h - memory for snapshots: as large as the kernel's buffers, of which little is used. */
#ifndef LDT_CONSUMER_PAGES_H
#define LDT_CONSUMER_PAGES_H

#include <stddef.h>

/*
 * ldt_pages_create - @size bytes of zeros; each page is taken when it is first written.
 * return:  NULL without memory. ldt_pages_destroy - give them back; NULL is accepted.
 */
void *ldt_pages_create(size_t size);
void ldt_pages_destroy(void *pages, size_t size);

#endif
