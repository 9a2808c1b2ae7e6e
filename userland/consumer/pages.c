/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* pages.c - see pages.h. */
#include <sys/mman.h>

#include "consumer/pages.h"

void *ldt_pages_create(size_t size)
{
	void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (pages == MAP_FAILED)
		return NULL;
	/* where all programs get huge pages the first byte would take 2 MB; a kernel without them refuses */
	madvise(pages, size, MADV_NOHUGEPAGE);
	return pages;
}

void ldt_pages_destroy(void *pages, size_t size)
{
	if (pages)
		munmap(pages, size);
}
