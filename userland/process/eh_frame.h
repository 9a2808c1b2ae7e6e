/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/eh_frame.h - where functions begin and end, by the tables of .eh_frame: also those whose
 * names were stripped off.
 */
#ifndef LDT_PROCESS_EH_FRAME_H
#define LDT_PROCESS_EH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One entry of .eh_frame (an FDE): a function, or a part that the compiler moved out of one. */
struct ldt_frame {
	uint64_t start, end;
	/* its frame is there when it begins: it is no function, others jump into it */
	bool is_part;
};

/*
 * ldt_eh_frame_read - all entries of the section, by address, empty ones left out.
 * args:    [@data, @data + @size) is the section's, at address @addr of the program; @word bytes of
 *          an address.
 * return:  the entries, for free(), and how many; NULL and 0: none, or no memory. Entries after one
 *          that is damaged are left out.
 */
struct ldt_frame *ldt_eh_frame_read(const uint8_t *data, size_t size, uint64_t addr, unsigned int word, size_t *count);

#endif
