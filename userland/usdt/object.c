/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/object.c - definitions of providers to an object file (dtrace -G): the semaphores of their
 * probes, and a note of each provider. It is linked with the program, and has no code.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/elf.h"
#include "usdt/cpu.h"
#include "usdt/declared.h"
#include "usdt/usdt.h"

#define SEMAPHORE_SIZE 2

struct writer {
	struct ldt_elf_identity identity; /* of the objects that it will be linked with */
	const char *model;                /* the object that said so; NULL: none did */
	char *why;                        /* the caller's */
	size_t why_size;
	struct ldt_elf_symbol_out *symbols;
	size_t symbol_count;
	char *notes;
	size_t notes_size;
};

static bool fail(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct writer *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->why, w->why_size, fmt, ap);
	va_end(ap);
	return false;
}

/* ---- what it is made for --------------------------------------------------------------------- */

/* Looks at an object that it will be linked with. One that is not ELF (of an LTO compiler, say) says nothing. */
static bool look_at(struct writer *w, const char *path)
{
	const char *why = NULL;
	struct ldt_elf *elf = ldt_elf_open(path, &why);
	struct ldt_elf_identity identity;

	if (!elf)
		return !why || fail(w, "%s: %s", path, why);
	identity = ldt_elf_identity(elf);
	ldt_elf_close(elf);
	if (identity.is_linked)
		return fail(w, "%s has been linked already: -G takes the object files that will be linked", path);
	if (!ldt_usdt_cpu_of(&identity))
		return fail(w, "%s is for a CPU that is not known", path);
	if (w->model && (identity.machine != w->identity.machine || identity.bits != w->identity.bits))
		return fail(w, "%s and %s are for different CPUs", w->model, path);
	if (!w->model) {
		w->identity = identity;
		w->model = path;
	}
	return true;
}

static bool choose(struct writer *w, const struct ldt_usdt_link *link)
{
	const struct ldt_usdt_cpu *cpu;

	for (size_t i = 0; i < link->object_count; i++) {
		if (!look_at(w, link->objects[i]))
			return false;
	}
	if (w->model) {
		if (link->bits && link->bits != w->identity.bits)
			return fail(w, "%s is an object of %u bits, and -%u was given", w->model, w->identity.bits,
				    link->bits);
		return true;
	}
	cpu = ldt_usdt_cpu_host(link->bits);
	if (!cpu)
		return fail(w, "there are no programs of %u bits on this CPU", link->bits);
	w->identity = (struct ldt_elf_identity){ cpu->machine, cpu->bits, false, cpu->flags };
	return true;
}

/* ---- semaphores ------------------------------------------------------------------------------ */

static bool add_semaphore(struct writer *w, const char *provider, const char *probe)
{
	struct ldt_elf_symbol_out *more = realloc(w->symbols, (w->symbol_count + 1) * sizeof(*more));
	char *name;

	if (!more)
		return fail(w, "out of memory");
	w->symbols = more;
	if (asprintf(&name, "%s_%s_semaphore", provider, probe) < 0)
		return fail(w, "out of memory");
	more[w->symbol_count] =
		(struct ldt_elf_symbol_out){ name, 0, w->symbol_count * SEMAPHORE_SIZE, SEMAPHORE_SIZE };
	w->symbol_count++;
	return true;
}

/* ---- notes ----------------------------------------------------------------------------------- */

static void write_word(FILE *out, uint32_t value)
{
	for (unsigned int i = 0; i < 4; i++)
		fputc((int)(value >> 8 * i & 0xff), out);
}

static void pad(FILE *out, size_t size, size_t align)
{
	for (; size % align; size++)
		fputc(0, out);
}

/* Note of any owner; each of its parts begins at a multiple of four bytes, what follows it at one of @align. */
static void write_note(FILE *out, const char *owner, uint32_t type, const void *description, size_t size, size_t align)
{
	write_word(out, (uint32_t)strlen(owner) + 1);
	write_word(out, (uint32_t)size);
	write_word(out, type);
	fwrite(owner, 1, strlen(owner) + 1, out);
	pad(out, strlen(owner) + 1, 4);
	fwrite(description, 1, size, out);
	pad(out, size, align);
}

static bool write_notes(struct writer *w, const struct ldt_usdt_provider *provider)
{
	FILE *out = open_memstream(&w->notes, &w->notes_size);
	bool written = out != NULL;

	for (; written && provider; provider = provider->next) {
		char *text = ldt_usdt_declare(provider);

		if (text)
			write_note(out, LDT_USDT_OWNER, LDT_USDT_TYPE, text, strlen(text) + 1, 4);
		else
			written = false;
		free(text);
	}
	if (out && fclose(out) != 0)
		written = false;
	return written || fail(w, "out of memory");
}

/*
 * The note that keeps a property of the whole program, which it has when each of its objects says so
 * (that all indirect jumps go to marked places, say): an object without code has it.
 */
static size_t make_property(const struct writer *w, uint8_t *bytes, size_t size)
{
	const struct ldt_usdt_cpu *cpu = ldt_usdt_cpu_of(&w->identity);
	size_t align = w->identity.bits / 8;
	FILE *out, *inner;
	uint8_t description[16] = { 0 };

	if (!cpu->property_type)
		return 0;
	inner = fmemopen(description, sizeof(description), "w");
	out = fmemopen(bytes, size, "w");
	if (inner && out) {
		write_word(inner, cpu->property_type);
		write_word(inner, 4);
		write_word(inner, cpu->property_bits);
	}
	if (inner)
		fclose(inner);
	if (inner && out)
		write_note(out, "GNU", 5, description, 12 + (align == 8 ? 4 : 0), 4);
	size = out ? (size_t)ftell(out) : 0;
	if (out)
		fclose(out);
	return size;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool write_elf(struct writer *w, int fd)
{
	uint8_t property[64];
	size_t property_size = make_property(w, property, sizeof(property));
	uint8_t *zeros = calloc(w->symbol_count + 1, SEMAPHORE_SIZE);
	const struct ldt_elf_part parts[] = {
		{ ".probes", LDT_ELF_DATA, zeros, w->symbol_count * SEMAPHORE_SIZE, SEMAPHORE_SIZE },
		{ LDT_USDT_SECTION, LDT_ELF_NOTE, w->notes, w->notes_size, 4 },
		{ ".note.GNU-stack", LDT_ELF_MARK, "", 0, 1 },
		{ ".note.gnu.property", LDT_ELF_LOADED_NOTE, property, property_size, w->identity.bits / 8 },
	};
	bool written =
		zeros && ldt_elf_write(fd, &w->identity, parts, property_size ? 4 : 3, w->symbols, w->symbol_count);

	free(zeros);
	return written;
}

static bool write_file(struct writer *w, const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	bool written;

	if (fd == -1)
		return fail(w, "cannot write %s: %s", path, strerror(errno));
	written = write_elf(w, fd);
	if (close(fd) == 0 && written)
		return true;
	unlink(path);
	return fail(w, "cannot write %s", path);
}

static bool link_all(struct writer *w, const struct ldt_usdt_provider *providers, const struct ldt_usdt_link *link)
{
	if (!choose(w, link) || !write_notes(w, providers))
		return false;
	for (; providers; providers = providers->next) {
		for (const struct ldt_usdt_probe *probe = providers->probes; probe; probe = probe->next) {
			if (!add_semaphore(w, providers->name, probe->name))
				return false;
		}
	}
	return write_file(w, link->path);
}

int ldt_usdt_write_object(const struct ldt_usdt_provider *providers, const struct ldt_usdt_link *link, char *why,
			  size_t why_size)
{
	struct writer w = { .why = why, .why_size = why_size };
	bool linked = link_all(&w, providers, link);

	for (size_t i = 0; i < w.symbol_count; i++)
		free((char *)w.symbols[i].name);
	free(w.symbols);
	free(w.notes);
	return linked ? 0 : -1;
}
