/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unwind/unwind.c - tables for walks of user stacks; see unwind/unwind.h. */
#include "unwind/unwind.h"

#include <stdlib.h>
#include <string.h>

#include "elf/elf.h"
#include "unwind/rules.h"

/* From this address on, this rule. */
struct span {
	uint64_t addr;
	uint32_t rule;
};

/* Known code in this file. */
struct place {
	uint64_t start, end; /* of what has its rule */
	bool always;         /* whatever .eh_frame says */
	struct dtrace_unwind_rule rule;
};

struct builder {
	const struct cpu *cpu;
	uint64_t text, end; /* of the file's text */
	struct rules rules;
	struct span *spans; /* sorted; neighbours have different rules; the last one is "none" */
	size_t count, room;
	uint64_t from;        /* spans below are complete: what comes next begins here or above */
	struct place *places; /* of known code, sorted */
	size_t place_count, place_at;
	size_t by_fp; /* rows whose CFA is by the frame pointer */
	struct ldt_unwind *ret;
	const char *why;
};

static const char no_memory[] = "out of memory";

/* ---- spans ----------------------------------------------------------------------------------- */

static bool add_span(struct builder *b, uint64_t addr, uint32_t rule)
{
	if (b->count && b->spans[b->count - 1].addr == addr)
		b->count--;
	if (b->count ? b->spans[b->count - 1].rule == rule : rule == 0)
		return true;
	if (b->count == b->room) {
		size_t room = b->room ? 2 * b->room : 4096;
		struct span *spans = realloc(b->spans, room * sizeof(*spans));

		if (!spans) {
			b->why = no_memory;
			return false;
		}
		b->spans = spans;
		b->room = room;
	}
	b->spans[b->count++] = (struct span){ addr, rule };
	return true;
}

/* [@start, @end) has this rule, and "none" follows. Calls come in the order of addresses. */
static bool add_range(struct builder *b, uint64_t start, uint64_t end, const struct dtrace_unwind_rule *rule)
{
	uint32_t number = 0;

	if (start < b->from)
		start = b->from;
	if (end > b->end)
		end = b->end;
	if (start >= end)
		return true;
	if (!ldt_unwind_rules_number(&b->rules, rule, &number))
		b->ret->excess++;
	b->from = end;
	return add_span(b, start, number) && add_span(b, end, 0);
}

/* Known code that begins before @addr, up to which there is no function. */
static bool add_places(struct builder *b, uint64_t addr)
{
	for (; b->place_at < b->place_count && b->places[b->place_at].start < addr; b->place_at++) {
		const struct place *place = &b->places[b->place_at];

		if ((place->always || place->end <= addr) && !add_range(b, place->start, place->end, &place->rule))
			return false;
	}
	return true;
}

/* A row, but for known code in it that has another rule. */
static bool add_row(struct builder *b, uint64_t start, uint64_t end, const struct dtrace_unwind_rule *rule)
{
	for (; b->place_at < b->place_count && b->places[b->place_at].start < end; b->place_at++) {
		const struct place *place = &b->places[b->place_at];

		if (place->always &&
		    (!add_range(b, start, place->start, rule) || !add_range(b, place->start, place->end, &place->rule)))
			return false;
	}
	return add_range(b, start, end, rule);
}

static bool add_frame(void *arg, const struct ldt_elf_frame *frame)
{
	struct builder *b = arg;
	struct dtrace_unwind_rule rule;

	b->ret->frames++;
	if (!ldt_unwind_rule(b->cpu, frame, &rule))
		b->ret->odd++;
	if (DTRACE_UNWIND_BASE(&rule) == DTRACE_UNWIND_FP)
		b->by_fp++;
	return add_places(b, frame->start) && add_row(b, frame->start, frame->end, &rule);
}

/* ---- the table ------------------------------------------------------------------------------- */

static uint32_t count_rows(const struct builder *b, uint64_t base, uint32_t pages)
{
	size_t rows = b->count + pages;

	for (size_t i = 0; i < b->count; i++)
		rows -= (b->spans[i].addr - base) % DTRACE_UNWIND_PAGE == 0; /* is its page's first row anyhow */
	return (uint32_t)rows;
}

static void write_rows(const struct builder *b, uint64_t base, uint32_t pages, uint32_t *first, uint32_t *rows)
{
	uint32_t row = 0, rule = 0;
	size_t i = 0;

	for (uint32_t page = 0; page < pages; page++) {
		uint64_t start = base + (uint64_t)page * DTRACE_UNWIND_PAGE;

		first[page] = row;
		if (i == b->count || b->spans[i].addr != start)
			rows[row++] = DTRACE_UNWIND_ROW(0, rule);
		for (; i < b->count && b->spans[i].addr - start < DTRACE_UNWIND_PAGE; i++) {
			rule = b->spans[i].rule;
			rows[row++] = DTRACE_UNWIND_ROW(b->spans[i].addr, rule);
		}
	}
	first[pages] = row;
}

static bool write_table(const struct builder *b, struct ldt_elf *elf, const char **why)
{
	uint64_t base = b->text / DTRACE_UNWIND_PAGE * DTRACE_UNWIND_PAGE;
	uint32_t pages = (uint32_t)((b->end - 1 - base) / DTRACE_UNWIND_PAGE + 1), rows = count_rows(b, base, pages);
	size_t size = sizeof(struct dtrace_unwind_header) + b->rules.count * sizeof(struct dtrace_unwind_rule) +
		      ((size_t)pages + 1 + rows) * sizeof(uint32_t),
	       id_size;
	const uint8_t *id = ldt_elf_build_id(elf, &id_size);
	struct dtrace_unwind_header *header = size <= DTRACE_UNWIND_SIZE_MAX ? calloc(1, size) : NULL;
	struct dtrace_unwind_rule *rules;

	if (!header) {
		*why = size <= DTRACE_UNWIND_SIZE_MAX ? no_memory : "it is an ELF file with too many call frames";
		return false;
	}
	*header = (struct dtrace_unwind_header){
		.magic = DTRACE_UNWIND_MAGIC,
		.version = DTRACE_UNWIND_VERSION,
		.word = (uint8_t)b->cpu->word,
		/* gaps between functions of a file that was built with frame pointers have them, too */
		.fallback =
			b->ret->frames == 0 || b->by_fp > b->ret->frames / 4 ? DTRACE_UNWIND_CHAIN : DTRACE_UNWIND_STOP,
		.size = (uint32_t)size,
		.rules = (uint32_t)b->rules.count,
		.pages = pages,
		.rows = rows,
		.link = b->cpu->link,
		.text = base,
	};
	if (id && id_size <= DTRACE_UNWIND_KEY_MAX) {
		header->key_size = (uint32_t)id_size;
		memcpy(header->key, id, id_size);
	}
	rules = (struct dtrace_unwind_rule *)(header + 1);
	memcpy(rules, b->rules.rules, b->rules.count * sizeof(*rules));
	write_rows(b, base, pages, (uint32_t *)(rules + b->rules.count),
		   (uint32_t *)(rules + b->rules.count) + pages + 1);
	b->ret->bytes = header;
	b->ret->size = size;
	b->ret->text = b->end - b->text;
	return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
	const struct place *left = a, *right = b;

	return left->start < right->start ? -1 : left->start > right->start;
}

static bool add_place(struct builder *b, const struct place *place)
{
	struct place *places = b->places;

	if (b->place_count % 64 == 0)
		places = realloc(places, (b->place_count + 64) * sizeof(*places));
	if (!places)
		return false;
	b->places = places;
	places[b->place_count++] = *place;
	return true;
}

static bool is_code(const struct known_code *code, const uint8_t *bytes)
{
	for (size_t i = 0; i < code->size; i++) {
		if ((bytes[i] ^ code->code[i]) & (code->mask ? code->mask[i] : 0xff))
			return false;
	}
	return true;
}

/* Bytes of text that are looked through at a time: what a file says of its size is not believed. */
#define PIECE 65536

/* Of a segment: what is looked for begins in the first PIECE bytes, its end may be beyond. */
struct piece {
	uint64_t addr;
	size_t size;
	uint8_t bytes[PIECE + KNOWN_CODE_MAX - 1];
};

/* Finds one kind of code. False: no memory. */
static bool find_code(struct builder *b, const struct known_code *code, const struct dtrace_unwind_rule *rule,
		      const struct piece *piece)
{
	struct place place = { .always = code->before != 0, .rule = *rule };

	for (size_t at = (size_t)-piece->addr % code->align; at < PIECE && at + code->size <= piece->size;
	     at += code->align) {
		if (!is_code(code, piece->bytes + at))
			continue;
		place.start = piece->addr + at - code->before;
		place.end = piece->addr + at + code->size;
		if (!add_place(b, &place))
			return false;
	}
	return true;
}

/* Finds known code in a segment. False: no memory. */
static bool find_in_segment(struct builder *b, struct ldt_elf *elf, const struct ldt_elf_segment *segment)
{
	const struct known_code *code;
	struct dtrace_unwind_rule rule;
	struct piece *piece = malloc(sizeof(*piece));
	bool found = piece != NULL;

	for (uint64_t at = 0; found && at < segment->file_size; at += PIECE) {
		uint64_t left = segment->file_size - at;

		piece->addr = segment->addr + at;
		piece->size = ldt_elf_read(elf, segment->offset + at, piece->bytes,
					   left < sizeof(piece->bytes) ? (size_t)left : sizeof(piece->bytes));
		for (code = ldt_unwind_code(b->cpu, NULL, &rule); code && found;
		     code = ldt_unwind_code(b->cpu, code, &rule))
			found = find_code(b, code, &rule, piece);
		if (piece->size < left && piece->size < sizeof(piece->bytes))
			break; /* the file ends here */
	}
	free(piece);
	return found;
}

static bool has_text(const struct ldt_elf_segment *segment)
{
	return segment->executable && segment->addr + segment->file_size > segment->addr;
}

static bool find_places(struct builder *b, struct ldt_elf *elf)
{
	const struct ldt_elf_segment *segments;
	size_t count;

	segments = ldt_elf_segments(elf, &count);
	for (size_t i = 0; i < count; i++) {
		if (has_text(&segments[i]) && !find_in_segment(b, elf, &segments[i]))
			return false;
	}
	if (b->place_count)
		qsort(b->places, b->place_count, sizeof(b->places[0]), by_start);
	return true;
}

/* A part for which there is no room is left to frame pointers. */
static void take_part(struct ldt_unwind *ret, const struct ldt_elf_segment *segment)
{
	if (ret->part_count < DTRACE_UNWIND_PARTS_MAX)
		ret->part[ret->part_count++] = (struct dtrace_unwind_part){
			.offset = segment->offset,
			.end = segment->offset + segment->file_size,
			.delta = segment->addr - segment->offset,
		};
}

/* From the first to the last byte that is loaded to be executed. False: there is none. */
static bool find_text(struct builder *b, struct ldt_elf *elf)
{
	const struct ldt_elf_segment *segments;
	size_t count;

	b->text = ~(uint64_t)0;
	segments = ldt_elf_segments(elf, &count);
	for (size_t i = 0; i < count; i++) {
		uint64_t end = segments[i].addr + segments[i].file_size;

		if (!has_text(&segments[i]))
			continue;
		take_part(b->ret, &segments[i]);
		if (segments[i].addr < b->text)
			b->text = segments[i].addr;
		if (end > b->end)
			b->end = end;
	}
	b->from = b->text;
	return b->text < b->end;
}

/* Finds text and CPU. */
static bool look_at_file(struct builder *b, struct ldt_elf *elf, const char **why)
{
	struct ldt_elf_identity identity = ldt_elf_identity(elf);

	*why = NULL;
	if (!find_text(b, elf))
		return false;
	b->cpu = ldt_unwind_cpu(identity.machine, identity.bits / 8);
	if (!b->cpu)
		*why = "it is an ELF file of a CPU that is not supported";
	else if (b->end - b->text > (uint64_t)(DTRACE_UNWIND_PAGES_MAX - 1) * DTRACE_UNWIND_PAGE ||
		 (b->cpu->word == 4 && b->end > 0x100000000u))
		*why = "it is an ELF file with too much text";
	return !*why;
}

/* A vDSO may have no call frames, but the return from a signal's handler. */
static bool has_known_code(const struct builder *b, const char *why)
{
	return !b->why && !why && b->ret->frames == 0 && b->place_count > 0;
}

bool ldt_unwind_of_elf(struct ldt_elf *elf, struct ldt_unwind *ret, const char **why)
{
	struct builder b = { .ret = ret };
	bool done = false;

	*ret = (struct ldt_unwind){ 0 };
	if (!look_at_file(&b, elf, why))
		return false;
	if (!ldt_unwind_rules_open(&b.rules) || !find_places(&b, elf))
		b.why = no_memory;
	else if ((ldt_elf_frames(elf, b.cpu->fp, b.cpu->link != 0, add_frame, &b, why) || has_known_code(&b, *why)) &&
		 add_places(&b, b.end))
		done = write_table(&b, elf, why);
	if (b.why)
		*why = b.why;
	ldt_unwind_rules_close(&b.rules);
	free(b.spans);
	free(b.places);
	return done;
}

bool ldt_unwind_of_image(const void *image, size_t size, struct ldt_unwind *ret, const char **why)
{
	struct ldt_elf *elf = ldt_elf_open_image(image, size, why);
	bool done = elf && ldt_unwind_of_elf(elf, ret, why);

	ldt_elf_close(elf);
	return done;
}

bool ldt_unwind_of_fd(int fd, struct ldt_unwind *ret, const char **why)
{
	struct ldt_elf *elf = ldt_elf_open_fd(fd, why);
	bool done = elf && ldt_unwind_of_elf(elf, ret, why);

	ldt_elf_close(elf);
	return done;
}

void ldt_unwind_free(struct ldt_unwind *unwind)
{
	free(unwind->bytes);
	*unwind = (struct ldt_unwind){ 0 };
}
