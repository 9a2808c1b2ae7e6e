/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * proc.c - /proc/dtrace/: stats (counters, sites, providers, consumers and their ledgers), fbt (every site, and every function that is
 * refused, with its reason), instr (every site), trace (debug messages).
 * A file's text is made when it is opened, so that reading it in pieces shows one moment.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "os/linux/linux.h"
#include "core/entry.h"

struct text {
	char *bytes;
	size_t used, room;
	bool failed;
};

static void text_line(void *arg, const char *line)
{
	struct text *text = arg;
	size_t size = strlen(line), room;
	char *bytes;

	if (text->failed)
		return;
	if (text->used + size + 1 > text->room) {
		room = max_t(size_t, text->room * 2, text->used + size + PAGE_SIZE);
		bytes = os_alloc(room);
		if (!bytes) {
			text->failed = true;
			return;
		}
		if (text->used)
			memcpy(bytes, text->bytes, text->used);
		os_free(text->bytes);
		text->bytes = bytes;
		text->room = room;
	}
	memcpy(text->bytes + text->used, line, size);
	text->bytes[text->used + size] = '\n';
	text->used += size + 1;
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

static int proc_open(struct inode *inode, struct file *file)
{
	const char *name = file->f_path.dentry->d_name.name;
	struct text *text = os_alloc(sizeof(*text));
	size_t i;

	if (!text)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		if (strcmp(name, files[i].name) == 0)
			files[i].make(text);
	}
	if (text->failed) {
		os_free(text->bytes);
		os_free(text);
		return -ENOMEM;
	}
	file->private_data = text;
	return 0;
}

static int proc_release(struct inode *inode, struct file *file)
{
	struct text *text = file->private_data;

	os_free(text->bytes);
	os_free(text);
	return 0;
}

static ssize_t proc_read(struct file *file, char __user *buffer, size_t size, loff_t *position)
{
	struct text *text = file->private_data;

	return simple_read_from_buffer(buffer, size, position, text->bytes, text->used);
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
