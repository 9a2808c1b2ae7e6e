/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/notes.c - notes of the owner stapsdt to sites; those of anytrace are declared.c's.
 *
 * The description of a note, of type 3, with words of the file's size and byte order:
 *
 *      location, base, semaphore (0: none)      provider NUL, probe NUL, arguments NUL
 *
 * All addresses are those before the file was perhaps moved by a prelinker; base is what the address
 * of the section .stapsdt.base was then.
 */
#include <stdlib.h>
#include <string.h>

#include <dtrace/ioctl.h>

#include "elf/elf.h"
#include "usdt/argument.h"
#include "usdt/cpu.h"
#include "usdt/declared.h"
#include "usdt/symbols.h"
#include "usdt/usdt.h"

#define OWNER "stapsdt"
#define TYPE  3

struct reader {
	struct ldt_elf *elf;
	struct ldt_usdt_file *file;
	const struct ldt_usdt_cpu *cpu, *numbers;
	struct ldt_usdt_symbols *symbols; /* read with the first note */
	size_t room;                      /* of file->sites */
	struct ldt_usdt_provider **tail;  /* of file->declared */
	bool has_base;
	uint64_t base; /* where .stapsdt.base is */
	const char *why;
};

static const char no_memory[] = "out of memory";

static bool fail(struct reader *r, const char *why)
{
	r->why = why;
	return false;
}

/* ---- the bytes of a note --------------------------------------------------------------------- */

struct cursor {
	const uint8_t *at, *end;
};

/* All our CPUs have the low byte first. */
static bool take_word(struct cursor *c, unsigned int bytes, uint64_t *ret)
{
	if ((size_t)(c->end - c->at) < bytes)
		return false;
	*ret = 0;
	for (unsigned int i = bytes; i > 0; i--)
		*ret = *ret << 8 | c->at[i - 1];
	c->at += bytes;
	return true;
}

static bool take_text(struct cursor *c, const char **ret)
{
	const uint8_t *end = memchr(c->at, '\0', (size_t)(c->end - c->at));

	if (!end)
		return false;
	*ret = (const char *)c->at;
	c->at = end + 1;
	return true;
}

struct note {
	uint64_t location, base, semaphore;
	const char *provider, *name, *args;
};

static bool take_note(const struct reader *r, const struct ldt_elf_note *from, struct note *note)
{
	struct cursor c = { from->description, from->description + from->description_size };
	unsigned int word = r->cpu->bits / 8;

	return take_word(&c, word, &note->location) && take_word(&c, word, &note->base) &&
	       take_word(&c, word, &note->semaphore) && take_text(&c, &note->provider) && take_text(&c, &note->name) &&
	       take_text(&c, &note->args);
}

/* Whether a text can be a field of a probe's description. */
static bool is_name(const char *text, size_t size)
{
	size_t length = strlen(text);

	for (size_t i = 0; i < length; i++) {
		if (text[i] <= ' ' || text[i] == 0x7f || strchr(":*?[]{}/;,\\\"'`", text[i]))
			return false;
	}
	return length > 0 && length < size;
}

/* ---- sites ----------------------------------------------------------------------------------- */

/* gc__start -> gc-start */
static char *dashed(const char *name)
{
	char *copy = malloc(strlen(name) + 1), *to = copy;

	if (!copy)
		return NULL;
	while (*name) {
		bool dash = name[0] == '_' && name[1] == '_';

		*to++ = dash ? '-' : *name;
		name += dash ? 2 : 1;
	}
	*to = '\0';
	return copy;
}

static bool find_symbol(void *arg, const char *name, size_t length, uint64_t *addr_ret)
{
	return ldt_usdt_symbol_named(arg, name, length, addr_ret);
}

static bool set_args(struct reader *r, struct ldt_usdt_site *site, const char *text)
{
	struct ldt_usdt_context context = { r->cpu, r->numbers, find_symbol, r->symbols };
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX], *copy;
	int count = ldt_usdt_parse_args(&context, text, strlen(text), args);

	if (count < 0)
		return fail(r, "it has a probe with more than 32 arguments");
	copy = malloc((size_t)count * sizeof(args[0]) + 1);
	if (!copy)
		return fail(r, no_memory);
	memcpy(copy, args, (size_t)count * sizeof(args[0]));
	site->args = copy;
	site->arg_count = (unsigned int)count;
	return true;
}

static struct ldt_usdt_site *new_site(struct reader *r)
{
	struct ldt_usdt_file *file = r->file;

	if (file->site_count == r->room) {
		size_t room = r->room ? 2 * r->room : 16;
		struct ldt_usdt_site *more = realloc(file->sites, room * sizeof(*more));

		if (!more)
			return NULL;
		file->sites = more;
		r->room = room;
	}
	memset(&file->sites[file->site_count], 0, sizeof(file->sites[0]));
	return &file->sites[file->site_count++];
}

static uint64_t moved(const struct reader *r, const struct note *note, uint64_t addr)
{
	uint64_t sum = addr + (r->has_base && note->base ? r->base - note->base : 0);

	return r->cpu->bits == 32 ? (uint32_t)sum : sum;
}

static void set_places(struct reader *r, const struct note *note, struct ldt_usdt_site *site)
{
	site->addr = moved(r, note, note->location);
	if (!ldt_elf_file_offset(r->elf, site->addr, &site->offset))
		site->why = "nothing of the file is loaded where the probe is said to be";
	if (note->semaphore == 0)
		return;
	site->has_semaphore = true;
	site->semaphore = moved(r, note, note->semaphore);
	if (!ldt_elf_file_offset(r->elf, site->semaphore, &site->semaphore_offset))
		site->why = "nothing of the file is loaded where the probe's semaphore is said to be";
}

static bool add_site(struct reader *r, const struct note *note)
{
	struct ldt_usdt_site *site = new_site(r);

	if (!site)
		return fail(r, no_memory);
	site->provider = strdup(note->provider);
	site->name = dashed(note->name);
	site->text = strdup(note->args);
	if (!site->provider || !site->name || !site->text)
		return fail(r, no_memory);
	set_places(r, note, site);
	site->function = strdup(ldt_usdt_symbol_at(r->symbols, site->addr, &site->into));
	return site->function ? set_args(r, site, note->args) : fail(r, no_memory);
}

static bool is_of(const struct ldt_elf_note *note, const char *owner, uint32_t type)
{
	return note->type == type && note->owner_size == strlen(owner) &&
	       memcmp(note->owner, owner, note->owner_size) == 0;
}

static bool add_declared(struct reader *r, const struct ldt_elf_note *from)
{
	*r->tail = ldt_usdt_declared((const char *)from->description, from->description_size, &r->why);
	if (!*r->tail)
		return false;
	r->tail = &(*r->tail)->next;
	return true;
}

static bool take(void *arg, const struct ldt_elf_note *from)
{
	struct reader *r = arg;
	struct note note;

	if (is_of(from, LDT_USDT_OWNER, LDT_USDT_TYPE))
		return add_declared(r, from);
	if (!is_of(from, OWNER, TYPE))
		return true;
	if (!take_note(r, from, &note))
		return fail(r, "it has the note of a probe that is cut short or damaged");
	if (!is_name(note.provider, DTRACE_PROVNAMELEN) || !is_name(note.name, DTRACE_NAMELEN))
		return fail(r, "it has the note of a probe with a name that no probe can have");
	if (!r->symbols)
		r->symbols = ldt_usdt_symbols_create(r->elf);
	return r->symbols ? add_site(r, &note) : fail(r, no_memory);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *check(struct reader *r, const char *numbers)
{
	struct ldt_elf_identity identity = ldt_elf_identity(r->elf);

	if (!identity.is_linked)
		return "it is an object file, which is not linked yet";
	r->cpu = ldt_usdt_cpu_of(&identity);
	if (!r->cpu)
		return "it is for a CPU that is not known";
	r->numbers = numbers ? ldt_usdt_cpu_named(numbers) : r->cpu;
	if (!r->numbers || !ldt_usdt_cpu_contains(r->numbers, r->cpu))
		return "it is for another CPU";
	return NULL;
}

static void read_notes(struct reader *r)
{
	r->file->cpu = r->cpu->name;
	r->tail = &r->file->declared;
	r->file->bits = r->cpu->bits;
	r->has_base = ldt_elf_section_address(r->elf, ".stapsdt.base", &r->base);
	if (ldt_elf_notes(r->elf, take, r) == -1)
		r->why = "it has notes that are cut short or damaged";
	ldt_usdt_symbols_destroy(r->symbols);
}

struct ldt_usdt_file *ldt_usdt_read_elf(struct ldt_elf *elf, const char *numbers, const char **why)
{
	struct reader r = { .elf = elf };

	r.file = calloc(1, sizeof(*r.file));
	r.why = r.file ? check(&r, numbers) : no_memory;
	if (!r.why)
		read_notes(&r);
	if (!r.why)
		return r.file;
	*why = r.why;
	ldt_usdt_destroy(r.file);
	return NULL;
}

/* Takes @elf over; NULL: it could not be opened. */
static struct ldt_usdt_file *read_own(struct ldt_elf *elf, const char *numbers, const char **why)
{
	struct ldt_usdt_file *file;

	if (!elf) {
		*why = *why ? *why : "it is not an ELF file";
		return NULL;
	}
	file = ldt_usdt_read_elf(elf, numbers, why);
	ldt_elf_close(elf);
	return file;
}

struct ldt_usdt_file *ldt_usdt_read(int fd, const char *numbers, const char **why)
{
	*why = NULL;
	return read_own(ldt_elf_open_fd(fd, why), numbers, why);
}

struct ldt_usdt_file *ldt_usdt_read_image(const void *image, size_t size, const char *numbers, const char **why)
{
	*why = NULL;
	return read_own(ldt_elf_open_image(image, size, why), numbers, why);
}

void ldt_usdt_destroy(struct ldt_usdt_file *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->site_count; i++) {
		struct ldt_usdt_site *site = &file->sites[i];

		free((char *)site->provider);
		free((char *)site->name);
		free((char *)site->function);
		free((char *)site->text);
		free((void *)site->args);
	}
	free(file->sites);
	ldt_usdt_provider_destroy(file->declared);
	free(file);
}

const char *ldt_usdt_reason(int64_t reason)
{
	static const char *const texts[] = {
		[DTRACE_USDT_UNKNOWN] = "its place is written in a way that is not known",
		[DTRACE_USDT_FLOAT] = "it is a floating-point value",
		[DTRACE_USDT_NO_SYMBOL] = "the file has no symbol of the name that its place is given by",
		[DTRACE_USDT_THREAD] = "it is in memory of the thread",
		[DTRACE_USDT_TOO_WIDE] = "it is wider than the register that it is in",
	};

	return reason >= 0 && reason < DTRACE_USDT_REASON_COUNT ? texts[reason] : "?";
}
