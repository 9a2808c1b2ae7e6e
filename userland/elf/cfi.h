/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * elf/cfi.h - call frame instructions (DWARF 5, 6.4.2): the program of one function is run, and each
 * row of its table handed out.
 *
 * Of a row this keeps what a walk needs: the CFA, the return address, the frame pointer. So a
 * program needs no memory but its own bytes, whatever registers it names and however many states it
 * has remembered, and is read once. (libdw, asked for the row of an address, keeps 16 bytes for each
 * register up to the largest number named, 2 GB at most, copies them for each remembered state, and
 * begins with the first row every time.)
 */
#ifndef LDT_ELF_CFI_H
#define LDT_ELF_CFI_H

#include <stdbool.h>
#include <stdint.h>

#include "elf/elf.h"

/* Bytes [at, end) of the section. */
struct ldt_cfi_bytes {
	const uint8_t *at, *end;
};

/* A function's program, and what its common entry says. */
struct ldt_cfi_function {
	struct ldt_cfi_bytes common; /* what every function of the common entry begins with */
	struct ldt_cfi_bytes program;
	uint64_t start, end;   /* the function's addresses in the file, end > start */
	uint64_t code_factor;  /* bytes of text in a unit of an advance */
	int64_t data_factor;   /* bytes in a unit of most offsets */
	unsigned int encoding; /* of addresses (DW_EH_PE_*), for DW_CFA_set_loc */
	uint64_t program_addr; /* where program.at is loaded: such addresses may be relative */
	unsigned int word;     /* bytes of an address: 4 or 8 */
	unsigned int fp, ra;   /* numbers of the frame pointer and of the return address */
	bool has_link;         /* ra is a register that a function finds its return address in */
};

/*
 * ldt_cfi_rows - calls @each for the rows of a function, in the order of their addresses, without a gap.
 * args:    @function what the file says, not checked: it may be damaged, or made to do harm.
 *          @each false stops.
 * return:  false: @each returned false.
 * errors:  from where a program cannot be understood on, the rest of the function is one row whose CFA
 *          is LDT_ELF_VALUE_OTHER.
 */
bool ldt_cfi_rows(const struct ldt_cfi_function *function, bool (*each)(void *arg, const struct ldt_elf_frame *frame),
		  void *arg);

/* ldt_cfi_take - takes a number of @size bytes (1 to 8), little-endian. False: there are not so many. */
bool ldt_cfi_take(struct ldt_cfi_bytes *bytes, unsigned int size, bool is_signed, uint64_t *ret);

/* ldt_cfi_take_leb - takes a LEB128 (DWARF 5, 7.6), of which the low 64 bits count. False: it does not end. */
bool ldt_cfi_take_leb(struct ldt_cfi_bytes *bytes, bool is_signed, uint64_t *ret);

/* ldt_cfi_encoded_size - bytes of an address that is encoded so (DW_EH_PE_*); 0: of no fixed length. */
unsigned int ldt_cfi_encoded_size(unsigned int encoding, unsigned int word);

/*
 * ldt_cfi_take_addr - takes an address, cut to @word bytes.
 * args:    @addr where @bytes is loaded.
 * return:  false: there are not so many bytes, or it is encoded in a way that no compiler uses: with no
 *          fixed length, indirect, relative to anything but its own place.
 */
bool ldt_cfi_take_addr(struct ldt_cfi_bytes *bytes, unsigned int encoding, unsigned int word, uint64_t addr,
		       uint64_t *ret);

#endif
