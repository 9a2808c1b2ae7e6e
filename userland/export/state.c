/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * state.c - the state file.
 *
 * Sections: the file and its lock; writing; reading.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "export.h"
#include "state.h"

#define FIRST_LINE "anytrace-export 1"

/* ---- the file and its lock ------------------------------------------------------------------- */

/* The path with an ending, malloc'ed. */
static char *beside(const char *path, const char *ending)
{
	char *result;

	return asprintf(&result, "%s%s", path, ending) == -1 ? NULL : result;
}

int state_open(struct state *state, const char *path)
{
	char *lock = beside(path, ".lock");

	memset(state, 0, sizeof(*state));
	state->path = strdup(path);
	state->lock = lock && state->path ? open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	if (state->lock == -1) {
		say("%s: %s", lock ? lock : path, strerror(lock ? errno : ENOMEM));
	} else if (flock(state->lock, LOCK_EX | LOCK_NB) == -1) {
		say("%s is in use by another dtrace-export", path);
		close(state->lock);
		state->lock = -1;
	}
	free(lock);
	if (state->lock != -1)
		return 0;
	free(state->path);
	state->path = NULL;
	return -1;
}

void state_close(struct state *state)
{
	if (!state->path)
		return;
	close(state->lock);
	free(state->path);
	state->path = NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_text(FILE *out, const char *text)
{
	fputc('=', out);
	for (; *text; text++) {
		if (*text == '\n')
			fputs("\\n", out);
		else if (*text == '\\')
			fputs("\\\\", out);
		else
			fputc(*text, out);
	}
	fputc('\n', out);
}

static void write_series(FILE *out, const struct family *family, const struct series *series)
{
	const char *text = series->labels;

	fputs("series", out);
	for (size_t i = 0; i < family->word_count; i++)
		fprintf(out, " %" PRIu64, series->words[i]);
	fputc('\n', out);
	for (size_t i = 0; i < family->label_count; i++) {
		write_text(out, text);
		text += strlen(text) + 1;
	}
}

static void write_family(FILE *out, const struct family *family)
{
	fprintf(out, "family %s %u %" PRIu64 " %zu %zu\n", family->name, family->function, family->parameter,
		family->label_count, family->word_count);
	for (size_t i = 0; i < family->label_count; i++)
		fprintf(out, "label %s\n", family->labels[i]);
	for (const struct series *series = family->first; series; series = series->next)
		write_series(out, family, series);
}

static void write_state(FILE *out, const struct metrics *metrics, const struct own *own, bool is_end)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	fprintf(out, FIRST_LINE "\nsaved %lld.%03ld %s\n", (long long)now.tv_sec, now.tv_nsec / 1000000,
		is_end ? "clean" : "running");
	fprintf(out, "restarts %" PRIu64 " %" PRIu64 "\nuntraced %.3f\nforgotten %" PRIu64 "\n", own->clean_restarts,
		own->unclean_restarts, own->untraced, own->forgotten);
	fprintf(out, "errors %" PRIu64 "\nleft_out %" PRIu64 "\n", own->errors, metrics->left_out);
	for (unsigned int kind = 0; kind < DROP_KINDS; kind++)
		fprintf(out, "drops %s %" PRIu64 "\n", dtrace_dropname((dtrace_dropkind_t)kind), own->drops[kind]);
	for (const struct family *family = metrics->first; family; family = family->next)
		write_family(out, family);
	fputs("end\n", out);
}

/* Written, on the disk, and closed. */
static int write_file(const char *path, const struct metrics *metrics, const struct own *own, bool is_end)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), error = 0;
	FILE *out = descriptor == -1 ? NULL : fdopen(descriptor, "w");

	if (!out) {
		if (descriptor != -1)
			close(descriptor);
		return -1;
	}
	write_state(out, metrics, own, is_end);
	if (fflush(out) != 0 || ferror(out) || fsync(descriptor) == -1)
		error = errno ? errno : EIO;
	if (fclose(out) != 0 && !error)
		error = errno;
	errno = error;
	return error ? -1 : 0;
}

int state_save(const struct state *state, const struct metrics *metrics, const struct own *own, bool is_end)
{
	char *path = beside(state->path, ".new");
	int result, error;

	if (!path) {
		errno = ENOMEM;
		return -1;
	}
	result = write_file(path, metrics, own, is_end);
	if (result == 0)
		result = rename(path, state->path);
	error = errno;
	if (result == -1)
		unlink(path);
	free(path);
	errno = error;
	return result;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A file that is being read. */
struct reader {
	FILE *file;
	char *line; /* without its newline */
	size_t room;
	unsigned int number;
	struct state *state;
	struct metrics *metrics;
	struct own *own;
	const char *why; /* NULL, or what is wrong with the line */
};

/* False at the end of the file; the line is empty then. */
static bool next_line(struct reader *reader)
{
	ssize_t length = getline(&reader->line, &reader->room, reader->file);

	if (length <= 0) {
		if (reader->line)
			reader->line[0] = '\0';
		return false;
	}
	reader->number++;
	if (reader->line[length - 1] == '\n')
		reader->line[length - 1] = '\0';
	return true;
}

static bool wrong(struct reader *reader, const char *why)
{
	reader->why = why;
	return false;
}

/* A label value, unescaped in place. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (*text == '\\' && text[1])
			*to++ = *++text == 'n' ? '\n' : *text;
		else
			*to++ = *text;
	}
	*to = '\0';
}

static bool read_words(struct reader *reader, uint64_t *words, size_t count)
{
	char *at = reader->line + strlen("series");

	for (size_t i = 0; i < count; i++) {
		char *end;

		errno = 0;
		words[i] = strtoull(at, &end, 10);
		if (*at != ' ' || at[1] < '0' || at[1] > '9' || errno)
			return wrong(reader, "the words of a series are wrong");
		at = end;
	}
	return *at ? wrong(reader, "a series has too many words") : true;
}

/* The texts of a series, one after the other; malloc'ed. */
static char *read_texts(struct reader *reader, size_t count, size_t *size_ret)
{
	char *texts = calloc(1, 1);
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		char *more;
		size_t length;

		if (!next_line(reader) || reader->line[0] != '=') {
			free(texts);
			wrong(reader, "the labels of a series are missing");
			return NULL;
		}
		unescape(reader->line + 1);
		length = strlen(reader->line + 1) + 1;
		more = realloc(texts, used + length);
		if (!more) {
			free(texts);
			wrong(reader, "out of memory");
			return NULL;
		}
		texts = more;
		memcpy(texts + used, reader->line + 1, length);
		used += length;
	}
	if (!texts)
		wrong(reader, "out of memory");
	*size_ret = used;
	return texts;
}

/* A series, of @family, or of one that is no more. */
static bool read_series(struct reader *reader, struct family *family, size_t label_count, size_t word_count)
{
	uint64_t *words = calloc(word_count, sizeof(*words));
	struct series *series;
	size_t size;
	char *texts;

	if (!words || !read_words(reader, words, word_count)) {
		free(words);
		return reader->why ? false : wrong(reader, "out of memory");
	}
	texts = read_texts(reader, label_count, &size);
	if (texts && family) {
		series = family_series(reader->metrics, family, texts, size);
		if (series)
			series_add(family, series, words);
		else
			wrong(reader, "out of memory");
	} else if (texts) {
		reader->own->forgotten++;
	}
	free(texts);
	free(words);
	return !reader->why;
}

/* Its lines, as far as the next family's or the end's, which is read. */
static bool read_family(struct reader *reader)
{
	char name[512];
	unsigned int function;
	uint64_t parameter;
	size_t labels, words, label = 0;
	struct family *family;
	bool is_same;

	if (sscanf(reader->line, "family %511s %u %" SCNu64 " %zu %zu", name, &function, &parameter, &labels, &words) !=
		    5 ||
	    labels > 1000 || words == 0 || words > 1000000)
		return wrong(reader, "a family is wrong");
	family = metrics_by_name(reader->metrics, name);
	is_same = family && family->function == function && family->parameter == parameter &&
		  family->label_count == labels && family->word_count == words;
	while (next_line(reader) && strncmp(reader->line, "label ", 6) == 0) {
		if (label >= labels)
			return wrong(reader, "a family has too many labels");
		is_same = is_same && strcmp(family->labels[label], reader->line + 6) == 0;
		label++;
	}
	if (label != labels)
		return wrong(reader, "a family has too few labels");
	if (!is_same)
		say("%s: the program has no %s of this kind and with these labels any more: it is not exported",
		    reader->state->path, name);
	while (strncmp(reader->line, "series ", 7) == 0) {
		if (!read_series(reader, is_same ? family : NULL, labels, words))
			return false;
		if (!next_line(reader))
			return wrong(reader, "it ends too early");
	}
	return true;
}

static bool read_drops(struct reader *reader)
{
	char name[64];
	uint64_t count;

	if (sscanf(reader->line, "drops %63s %" SCNu64, name, &count) != 2)
		return wrong(reader, "drops are wrong");
	for (unsigned int kind = 0; kind < DROP_KINDS; kind++) {
		if (strcmp(dtrace_dropname((dtrace_dropkind_t)kind), name) == 0)
			reader->own->drops[kind] += count;
	}
	return true;
}

/* The lines before the families. */
static bool read_head(struct reader *reader)
{
	struct own *own = reader->own;
	char how[16];

	if (!next_line(reader) || strcmp(reader->line, FIRST_LINE) != 0)
		return wrong(reader, "it is no state file of this dtrace-export");
	if (!next_line(reader) || sscanf(reader->line, "saved %lf %15s", &reader->state->saved, how) != 2)
		return wrong(reader, "the time is missing");
	reader->state->was_clean = strcmp(how, "clean") == 0;
	if (!next_line(reader) ||
	    sscanf(reader->line, "restarts %" SCNu64 " %" SCNu64, &own->clean_restarts, &own->unclean_restarts) != 2 ||
	    !next_line(reader) || sscanf(reader->line, "untraced %lf", &own->untraced) != 1 || !next_line(reader) ||
	    sscanf(reader->line, "forgotten %" SCNu64, &own->forgotten) != 1 || !next_line(reader) ||
	    sscanf(reader->line, "errors %" SCNu64, &own->errors) != 1 || !next_line(reader) ||
	    sscanf(reader->line, "left_out %" SCNu64, &reader->metrics->left_out) != 1)
		return wrong(reader, "a count is missing");
	while (next_line(reader) && strncmp(reader->line, "drops ", 6) == 0) {
		if (!read_drops(reader))
			return false;
	}
	return true;
}

static bool read_all(struct reader *reader)
{
	if (!read_head(reader))
		return false;
	while (strncmp(reader->line, "family ", 7) == 0) {
		if (!read_family(reader))
			return false;
	}
	return strcmp(reader->line, "end") == 0 ? true : wrong(reader, "not understood");
}

int state_load(struct state *state, struct metrics *metrics, struct own *own)
{
	struct reader reader = { .state = state, .metrics = metrics, .own = own };
	bool is_read;

	reader.file = fopen(state->path, "re");
	if (!reader.file && errno == ENOENT)
		return 0;
	if (!reader.file) {
		say("%s: %s", state->path, strerror(errno));
		return -1;
	}
	is_read = read_all(&reader);
	if (!is_read)
		say("%s:%u: %s. To begin anew, move the file away", state->path, reader.number, reader.why);
	fclose(reader.file);
	free(reader.line);
	state->is_old = is_read;
	return is_read ? 0 : -1;
}

void state_begin(const struct state *state, struct own *own, double now)
{
	if (!state->is_old)
		return;
	if (state->was_clean)
		own->clean_restarts++;
	else
		own->unclean_restarts++;
	if (now > state->saved) /* the clock may have been put back */
		own->untraced += now - state->saved;
}
