/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/eh_frame.c - bounds of functions by .eh_frame (LSB core, "Exception Frames"). Of the
 * rules for unwinding only the first is looked at. libdw gives these entries as bytes, too: it
 * would save nothing here.
 *
 *      CIE   length 0    version augmentation ... [R: how addresses are written]
 *      FDE   length id   first address, how many bytes, [data], rules; its CIE is id bytes before
 */
#include "process/eh_frame.h"

#include <stdlib.h>
#include <string.h>

enum {
	FORM_ADDRESS = 0,
	FORM_ULEB = 1,
	FORM_U2 = 2,
	FORM_U4 = 3,
	FORM_U8 = 4,
	FORM_SLEB = 9,
	FORM_S2 = 10,
	FORM_S4 = 11,
	FORM_S8 = 12,
	FORM_MASK = 15,
	RELATIVE_MASK = 0x70,
	RELATIVE_PC = 0x10,
	OMITTED = 0xff,
};

/* Rules of a frame that is there already. */
enum { RULE_OFFSET_EXTENDED = 5, RULE_CFA = 12, RULE_CFA_REGISTER = 13, RULE_CFA_OFFSET = 14, RULE_OFFSET = 0x80 };

struct section {
	const uint8_t *data;
	size_t size;
	uint64_t addr;
	unsigned int word;
};

/* A place in the section; after a read beyond @end it is bad, and stays so. */
struct cursor {
	const struct section *section;
	size_t at, end;
	bool bad;
};

/* What an FDE needs of its CIE. */
struct cie {
	size_t at; /* of its length */
	bool known;
	uint8_t form;
	bool has_data;   /* FDEs have augmentation data */
	bool for_signal; /* the frame of a signal handler */
};

static uint64_t read_number(struct cursor *cursor, unsigned int bytes)
{
	uint64_t value = 0;

	if (cursor->bad || cursor->end - cursor->at < bytes) {
		cursor->bad = true;
		return 0;
	}
	memcpy(&value, cursor->section->data + cursor->at, bytes); /* little-endian, as this machine */
	cursor->at += bytes;
	return value;
}

static uint64_t read_leb(struct cursor *cursor, bool is_signed)
{
	unsigned int shift = 0;
	uint64_t value = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)read_number(cursor, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !cursor->bad);
	if (is_signed && byte & 0x40 && shift < 64)
		value |= ~0ull << shift;
	return value;
}

static uint64_t read_form(struct cursor *cursor, uint8_t form)
{
	switch (form & FORM_MASK) {
	case FORM_ADDRESS:
		return read_number(cursor, cursor->section->word);
	case FORM_ULEB:
		return read_leb(cursor, false);
	case FORM_SLEB:
		return read_leb(cursor, true);
	case FORM_U2:
		return read_number(cursor, 2);
	case FORM_S2:
		return (uint64_t)(int16_t)read_number(cursor, 2);
	case FORM_U4:
		return read_number(cursor, 4);
	case FORM_S4:
		return (uint64_t)(int32_t)read_number(cursor, 4);
	case FORM_U8:
	case FORM_S8:
		return read_number(cursor, 8);
	default:
		cursor->bad = true;
		return 0;
	}
}

/* An address of the program. */
static uint64_t read_address(struct cursor *cursor, uint8_t form)
{
	uint64_t here = cursor->section->addr + cursor->at, value = read_form(cursor, form);

	if ((form & RELATIVE_MASK) == RELATIVE_PC)
		value += here;
	else if (form & ~FORM_MASK)
		cursor->bad = true;
	return cursor->section->word == 4 ? (uint32_t)value : value;
}

/* The extent of the entry at @at, its length read; false: it is the end, or damaged. */
static bool enter(const struct section *section, size_t at, struct cursor *ret)
{
	uint64_t length;

	*ret = (struct cursor){ .section = section, .at = at, .end = section->size };
	length = read_number(ret, 4);
	if (length == 0xffffffff)
		length = read_number(ret, 8);
	if (ret->bad || length < 4 || length > section->size - ret->at)
		return false;
	ret->end = ret->at + (size_t)length;
	return true;
}

static void read_augmentation(struct cursor *cursor, const char *letters, struct cie *cie)
{
	cie->has_data = *letters == 'z';
	if (cie->has_data)
		read_leb(cursor, false);
	for (letters += cie->has_data; *letters && !cursor->bad; letters++) {
		switch (*letters) {
		case 'R':
			cie->form = (uint8_t)read_number(cursor, 1);
			break;
		case 'P':
			read_form(cursor, (uint8_t)read_number(cursor, 1));
			break;
		case 'L':
			read_number(cursor, 1);
			break;
		case 'S':
			cie->for_signal = true;
			break;
		case 'B':
			break;
		default:
			cursor->bad = true;
		}
	}
}

static bool read_cie(const struct section *section, size_t at, struct cie *cie)
{
	struct cursor cursor;
	const char *letters;
	uint64_t version;

	if (cie->known && cie->at == at)
		return true;
	*cie = (struct cie){ .at = at };
	if (at >= section->size || !enter(section, at, &cursor) || read_number(&cursor, 4) != 0)
		return false;
	version = read_number(&cursor, 1);
	letters = (const char *)section->data + cursor.at;
	if (cursor.bad || (version != 1 && version != 3) || !memchr(letters, '\0', cursor.end - cursor.at))
		return false;
	cursor.at += strlen(letters) + 1;
	read_leb(&cursor, false); /* of code */
	read_leb(&cursor, true);  /* and of data: factors */
	if (version == 1)
		read_number(&cursor, 1); /* the return address's register */
	else
		read_leb(&cursor, false);
	read_augmentation(&cursor, letters, cie);
	cie->known = !cursor.bad;
	return cie->known;
}

/* Whether the first rule says how a frame looks that is there before the first instruction. */
static bool begins_with_frame(struct cursor *cursor, const struct cie *cie)
{
	uint8_t rule;

	if (cie->has_data) {
		uint64_t skip = read_leb(cursor, false);

		if (cursor->bad || skip > cursor->end - cursor->at)
			return false;
		cursor->at += (size_t)skip;
	}
	if (cie->for_signal || cursor->at == cursor->end)
		return false;
	rule = (uint8_t)read_number(cursor, 1);
	return rule == RULE_OFFSET_EXTENDED || rule == RULE_CFA || rule == RULE_CFA_REGISTER ||
	       rule == RULE_CFA_OFFSET || (rule & 0xc0) == RULE_OFFSET;
}

/* The FDE at the cursor; false: it is empty or damaged. */
static bool read_fde(struct cursor *cursor, const struct cie *cie, struct ldt_frame *ret)
{
	uint64_t size;

	ret->start = read_address(cursor, cie->form);
	size = read_form(cursor, cie->form);
	if (cursor->bad || size == 0 || size > INT64_MAX || ret->start > UINT64_MAX - size || ret->start == 0)
		return false;
	ret->end = ret->start + size;
	ret->is_part = begins_with_frame(cursor, cie);
	return true;
}

static int compare_frames(const void *a, const void *b)
{
	const struct ldt_frame *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

struct ldt_frame *ldt_eh_frame_read(const uint8_t *data, size_t size, uint64_t addr, unsigned int word, size_t *count)
{
	const struct section section = { data, size, addr, word };
	struct ldt_frame *frames = NULL;
	struct cie cie = { .known = false };
	struct cursor cursor;
	size_t room = 0;

	*count = 0;
	for (size_t at = 0; at < size && enter(&section, at, &cursor); at = cursor.end) {
		size_t id_at = cursor.at, id = (size_t)read_number(&cursor, 4), end = cursor.end;

		if (*count == room) {
			struct ldt_frame *more = realloc(frames, (room ? room * 2 : 256) * sizeof(*more));

			if (!more)
				break;
			frames = more;
			room = room ? room * 2 : 256;
		}
		if (id != 0 && id <= id_at && read_cie(&section, id_at - id, &cie))
			*count += read_fde(&cursor, &cie, &frames[*count]);
		cursor.end = end;
	}
	if (*count)
		qsort(frames, *count, sizeof(*frames), compare_frames);
	return frames;
}
