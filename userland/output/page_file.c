/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/page_file.c - the page as a file.
 *
 * It is written under another name in the same folder, and renamed: who looks for it finds the page before it or the page,
 * never a part. Links are not followed: the folder may be one where others make them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/page.h"
#include "output/page_text.h"

#define TRIES 100 /* names that are tried until one is free */

static int refuse(dtrace_hdl_t *dtp, const char *path, const char *why)
{
	return ldt_set_error(dtp, EDT_IO, "cannot write the report %s: %s", path, why);
}

/*
 * A new file beside @path, for writing. *@name_ret: its name, malloc'ed.
 * return: the file, or NULL with errno.
 */
static FILE *make_beside(const char *path, char **name_ret)
{
	for (int i = 0; i < TRIES; i++) {
		char *name;
		FILE *file;

		if (asprintf(&name, "%s.%d-%d.new", path, (int)getpid(), i) == -1) {
			errno = ENOMEM;
			return NULL;
		}
		file = fopen(name, "wxe");
		if (file) {
			*name_ret = name;
			return file;
		}
		free(name);
		if (errno != EEXIST)
			return NULL;
	}
	return NULL;
}

int ldt_page_check(dtrace_hdl_t *dtp, const char *path)
{
	struct stat there;
	char *name;
	FILE *file;

	if (!*path)
		return refuse(dtp, path, strerror(ENOENT));
	if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return refuse(dtp, path, S_ISDIR(there.st_mode) ? strerror(EISDIR) : "not an ordinary file");
	file = make_beside(path, &name);
	if (!file)
		return refuse(dtp, path, strerror(errno));
	fclose(file);
	unlink(name);
	free(name);
	return 0;
}

/* JSON inside of HTML: what could end the element, or begin another, is only ever within a string, where it may be escaped. */
static void write_json(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '<' || text[i] == '>' || text[i] == '&')
			fprintf(out, "\\u%04x", (unsigned int)text[i]);
		else
			putc(text[i], out);
	}
}

/* All of the page on the disk. 0 or an errno value. A write that failed is known to ferror() alone: the last may be good. */
static int write_all(FILE *out, const struct ldt_page *page, const char *run, size_t run_size)
{
	errno = 0;
	fputs(ldt_page_head, out);
	write_json(out, run, run_size);
	putc('\n', out);
	write_json(out, page->text, page->size);
	fputs(ldt_page_tail, out);
	if (fflush(out) != 0 || ferror(out) || fsync(fileno(out)) != 0)
		return errno ? errno : EIO;
	return 0;
}

int ldt_page_write(dtrace_hdl_t *dtp, struct ldt_page *page, const char *path, const struct ldt_page_run *run)
{
	size_t size;
	char *name, *line = ldt_page_run_line(dtp, page, run, &size);
	FILE *file;
	int error;

	if (!line)
		return ldt_set_errno(dtp, EDT_NOMEM);
	file = make_beside(path, &name);
	if (!file) {
		free(line);
		return refuse(dtp, path, strerror(errno));
	}
	error = write_all(file, page, line, size);
	if (fclose(file) != 0 && !error)
		error = errno;
	if (!error && rename(name, path) != 0)
		error = errno;
	if (error)
		unlink(name);
	free(name);
	free(line);
	return error ? refuse(dtp, path, strerror(error)) : 0;
}
