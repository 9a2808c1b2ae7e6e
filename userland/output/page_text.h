/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* output/page_text.h - the page around its data: what tools/gen-page.py makes of userland/viewer/. */
#ifndef LDT_OUTPUT_PAGE_TEXT_H
#define LDT_OUTPUT_PAGE_TEXT_H

extern const char ldt_page_head[], ldt_page_tail[];

#endif
