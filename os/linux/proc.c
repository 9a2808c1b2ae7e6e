/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * proc.c - /proc/dtrace/: stats (counters, sites, providers, consumers and their ledgers), fbt
 * (every site, and every function that is refused, with its reason), instr (every site), trace
 * (debug messages). A file's text is made when it is opened, so that reading it in pieces shows one
 * moment.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "os/linux/cpu.h"
#include "core/entry.h"

/*
 * A file's text, in pieces that the slab allocator has: one of tens of megabytes in a row, for a
 * line on each of 200,000 sites, is more than i386 has room for.
 */
#define PIECE_SIZE  2048
/* up to this size os_alloc()'s reserve is used, too: stats can be read when memory is short */
#define TEXT_ALWAYS 65536

struct piece {
	struct piece *next;
	loff_t start; /* of its bytes in the text */
	size_t used;
	char bytes[PIECE_SIZE - sizeof(void *) - sizeof(loff_t) - sizeof(size_t)];
};

struct text {
	struct piece *first, *last;
	struct piece *read; /* the piece that was read last: reading goes on from there */
	bool failed;
};

static void *alloc_always(size_t size)
{
	return kzalloc(size, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
}

static struct piece *piece_add(struct text *text)
{
	loff_t start = text->last ? text->last->start + text->last->used : 0;
	struct piece *piece = start < TEXT_ALWAYS ? alloc_always(sizeof(*piece)) : os_alloc(sizeof(*piece));

	if (!piece) {
		text->failed = true;
		return NULL;
	}
	piece->start = start;
	if (text->last)
		text->last->next = piece;
	else
		text->first = piece;
	text->last = piece;
	return piece;
}

static void text_bytes(struct text *text, const char *bytes, size_t size)
{
	struct piece *piece = text->last;
	size_t part;

	for (; size > 0 && !text->failed; bytes += part, size -= part) {
		part = 0;
		if (!piece || piece->used == sizeof(piece->bytes)) {
			piece = piece_add(text);
			continue;
		}
		part = min(size, sizeof(piece->bytes) - piece->used);
		memcpy(piece->bytes + piece->used, bytes, part);
		piece->used += part;
	}
}

static void text_line(void *arg, const char *line)
{
	text_bytes(arg, line, strlen(line));
	text_bytes(arg, "\n", 1);
}

static void text_free(struct text *text)
{
	struct piece *piece, *next;

	for (piece = text->first; piece; piece = next) {
		next = piece->next;
		os_free(piece);
	}
	os_free(text);
}

/*
 * The piece with the byte at @position; NULL after the end. Several readers may read one file at
 * once.
 */
static struct piece *piece_at(struct text *text, loff_t position)
{
	struct piece *piece = READ_ONCE(text->read);

	if (!piece || piece->start > position)
		piece = text->first;
	while (piece && position >= piece->start + (loff_t)piece->used)
		piece = piece->next;
	return piece;
}

static void stat_line(struct text *text, const char *name, unsigned long long value)
{
	char line[80];

	snprintf(line, sizeof(line), "%s %llu", name, value);
	text_line(text, line);
}

static void make_stats(struct text *text)
{
	char line[80];

	snprintf(line, sizeof(line), "trap %s", linux_cpu_trap_name());
	text_line(text, line);
	stat_line(text, "text-batches", atomic64_read(&linux_text_batches));
	stat_line(text, "text-writes", atomic64_read(&linux_text_writes));
	stat_line(text, "text-cross-calls", atomic64_read(&linux_text_syncs));
	stat_line(text, "text-last-batch-ns", atomic64_read(&linux_text_time));
	stat_line(text, "assertions-failed", atomic_read(&linux_assertions));
	dt_sites_stats(text_line, text);
	dt_core_report(text_line, text);
}

static void make_fbt(struct text *text)
{
	dt_sites_report("fbt", text_line, text);
	dt_provider_report("fbt", text_line, text);
}

static void make_instr(struct text *text)
{
	dt_sites_report("instr", text_line, text);
	dt_provider_report("instr", text_line, text);
}

static void make_trace(struct text *text)
{
	linux_ring_report(text_line, text);
}

static const struct {
	const char *name;
	void (*make)(struct text *text);
} files[] = {
	{ "stats", make_stats },
	{ "fbt", make_fbt },
	{ "instr", make_instr },
	{ "trace", make_trace },
};

/*
 * The files show kernel addresses and what others trace: only users who may trace, or may read the
 * kernel in other ways, may open them.
 */
static bool may_read(void)
{
	return capable(CAP_SYS_ADMIN) || (capable(CAP_PERFMON) && capable(CAP_SYS_PTRACE));
}

static int proc_open(struct inode *inode, struct file *file)
{
	const char *name = file->f_path.dentry->d_name.name;
	struct text *text;
	size_t i;

	if (!may_read())
		return -EACCES;
	text = alloc_always(sizeof(*text));
	if (!text)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		if (strcmp(name, files[i].name) == 0)
			files[i].make(text);
	}
	if (text->failed) {
		text_free(text);
		return -ENOMEM;
	}
	file->private_data = text;
	return 0;
}

static int proc_release(struct inode *inode, struct file *file)
{
	text_free(file->private_data);
	return 0;
}

static ssize_t proc_read(struct file *file, char __user *buffer, size_t size, loff_t *position)
{
	struct text *text = file->private_data;
	struct piece *piece = piece_at(text, *position);
	loff_t from;
	ssize_t done;

	if (!piece)
		return 0;
	WRITE_ONCE(text->read, piece);
	from = *position - piece->start;
	done = simple_read_from_buffer(buffer, size, &from, piece->bytes, piece->used);
	if (done > 0)
		*position += done;
	return done;
}

static const struct proc_ops file_ops = {
	.proc_open = proc_open,
	.proc_release = proc_release,
	.proc_read = proc_read,
	.proc_lseek = default_llseek,
};

static struct proc_dir_entry *folder;

int linux_proc_init(void)
{
	size_t i;

	folder = proc_mkdir("dtrace", NULL);
	if (!folder)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		if (!proc_create(files[i].name, 0400, folder, &file_ops)) {
			linux_proc_fini();
			return -ENOMEM;
		}
	}
	return 0;
}

void linux_proc_fini(void)
{
	proc_remove(folder);
	folder = NULL;
}
