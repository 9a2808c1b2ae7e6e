/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * proc.c - /proc/dtrace/: stats (counters, sites, providers, consumers and their ledgers), fbt
 * (every site, and every function that is refused, with its reason), instr (every site), one
 * for each other provider that has something to say (one made of a table: every probe and its hook,
 * or why it is refused), trace (debug messages).
 *
 * A text is made piece by piece as it is read (base/report.h): a piece is a record of the kernel's
 * seq_file. An open file has memory for one piece, which is accounted to its process, and for the
 * place where the next one begins. Each piece shows one moment.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "os/linux/cpu.h"

#include "base/report.h"
#include "core/entry.h"
#include "os/linux/places.h"

/* Bytes of a piece: some hundred lines for each time that a lock is taken. Without memory for it, a page. */
#define PIECE_SIZE 65536

static void make_counters(struct dt_report *report)
{
	dt_report_begin(report);
	dt_report_line(report, "trap %s", linux_cpu_trap_name());
	dt_report_line(report, "text-batches %llu", (unsigned long long)atomic64_read(&linux_text_batches));
	dt_report_line(report, "text-writes %llu", (unsigned long long)atomic64_read(&linux_text_writes));
	dt_report_line(report, "text-cross-calls %llu", (unsigned long long)atomic64_read(&linux_text_syncs));
	dt_report_line(report, "text-cross-calls-background %llu",
		       (unsigned long long)atomic64_read(&linux_text_late_syncs));
	dt_report_line(report, "text-last-batch-ns %llu", (unsigned long long)atomic64_read(&linux_text_time));
	linux_functions_report(report);
	linux_places_report(report);
	dt_report_line(report, "stacks-compared %lu longer %lu different %lu left-to-kernel %lu",
		       (unsigned long)atomic_long_read(&linux_stack_counts.compared),
		       (unsigned long)atomic_long_read(&linux_stack_counts.longer),
		       (unsigned long)atomic_long_read(&linux_stack_counts.different),
		       (unsigned long)atomic_long_read(&linux_stack_counts.left));
	dt_report_line(report, "assertions-failed %d", atomic_read(&linux_assertions));
	report->done = dt_report_end(report);
}

static void make_fbt_sites(struct dt_report *report)
{
	dt_sites_report("fbt", report);
}

static void make_instr_sites(struct dt_report *report)
{
	dt_sites_report("instr", report);
}

/* One for each provider. */
#define DT_PROVIDER(name, where, probes)                  \
	static void make_##name(struct dt_report *report) \
	{                                                 \
		dt_provider_report(#name, report);        \
	}
#include "spec/provider.def"
#undef DT_PROVIDER

#define MAKERS 5

static const struct text_file {
	const char *name;
	void (*make[MAKERS + 1])(struct dt_report *report); /* one after the other, ended by NULL */
	bool of_provider;                                   /* only where that has something to report */
} files[] = {
	{ "stats", { make_counters, dt_sites_stats, dt_stacks_report, dt_watches_report, dt_core_report } },
	{ "fbt", { make_fbt_sites, make_fbt } },
	{ "instr", { make_instr_sites, make_instr } },
	{ "trace", { linux_ring_report } },
#define DT_PROVIDER(name, where, probes) { #name, { make_##name }, true },
#include "spec/provider.def"
#undef DT_PROVIDER
};

/* Where a piece begins. */
struct position {
	unsigned int maker; /* of file->make */
	struct dt_report report;
};

struct reading {
	const struct text_file *file;
	loff_t number;        /* of the piece at `at` */
	struct position at;   /* of the piece that is shown now */
	struct position next; /* of the one after it, when `at` has been shown */
};

static bool at_end(const struct reading *reading)
{
	return !reading->file->make[reading->at.maker];
}

/* seq_file asks for the piece that it asked for last, or begins anew. */
static void *piece_start(struct seq_file *seq, loff_t *number)
{
	struct reading *reading = seq->private;

	if (*number == 0) {
		memset(&reading->at, 0, sizeof(reading->at));
		reading->number = 0;
	}
	if (*number != reading->number)
		return ERR_PTR(-ESPIPE);
	return at_end(reading) ? NULL : reading;
}

static void *piece_next(struct seq_file *seq, void *piece, loff_t *number)
{
	struct reading *reading = seq->private;

	reading->at = reading->next;
	reading->number = ++*number;
	return at_end(reading) ? NULL : reading;
}

static void piece_stop(struct seq_file *seq, void *piece)
{
}

/* Fill the buffer's rest with what fits. When nothing does, seq_file comes back with a larger one. */
static int piece_show(struct seq_file *seq, void *piece)
{
	struct reading *reading = seq->private;
	struct position *next = &reading->next;
	struct dt_report *report = &next->report;

	*next = reading->at;
	report->room = seq_get_buf(seq, &report->text);
	report->used = 0;
	report->full = false;
	while (reading->file->make[next->maker] && !report->full) {
		reading->file->make[next->maker](report);
		if (!report->done)
			break;
		dt_report_next(report);
		next->maker++;
	}
	seq_commit(seq, report->used == 0 && reading->file->make[next->maker] ? -1 : (int)report->used);
	return 0;
}

static const struct seq_operations piece_ops = {
	.start = piece_start,
	.next = piece_next,
	.stop = piece_stop,
	.show = piece_show,
};

/*
 * The files show kernel addresses and what others trace: only users who may trace, or may read the
 * kernel in other ways, may open them.
 */
static bool may_read(void)
{
	return capable(CAP_SYS_ADMIN) || (capable(CAP_PERFMON) && capable(CAP_SYS_PTRACE));
}

/* The first one of that name: a provider with sites is there twice. */
static const struct text_file *file_of(const char *name)
{
	const struct text_file *file = files;

	while (strcmp(name, file->name) != 0)
		file++;
	return file;
}

static int proc_open(struct inode *inode, struct file *file)
{
	const char *name = file->f_path.dentry->d_name.name;
	struct reading *reading;
	struct seq_file *seq;

	if (!may_read())
		return -EACCES;
	reading = __seq_open_private(file, &piece_ops, sizeof(*reading));
	if (!reading)
		return -ENOMEM;
	reading->file = file_of(name);
	seq = file->private_data;
	seq->buf = kvmalloc(PIECE_SIZE, GFP_KERNEL_ACCOUNT | __GFP_NORETRY | __GFP_NOWARN);
	seq->size = seq->buf ? PIECE_SIZE : 0;
	linux_functions_use();
	return 0;
}

static int proc_release(struct inode *inode, struct file *file)
{
	linux_functions_unuse();
	return seq_release_private(inode, file);
}

static const struct proc_ops file_ops = {
	.proc_open = proc_open,
	.proc_release = proc_release,
	.proc_read = seq_read,
	.proc_lseek = seq_lseek,
};

static struct proc_dir_entry *folder;

static bool is_wanted(const struct text_file *file)
{
	return file_of(file->name) == file && (!file->of_provider || dt_provider_reports(file->name));
}

int linux_proc_init(void)
{
	size_t i;

	folder = proc_mkdir("dtrace", NULL);
	if (!folder)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		if (is_wanted(&files[i]) && !proc_create(files[i].name, 0400, folder, &file_ops)) {
			linux_proc_fini();
			return -ENOMEM;
		}
	}
	if (linux_types_init(folder) != 0) {
		linux_proc_fini();
		return -ENOMEM;
	}
	return 0;
}

void linux_proc_fini(void)
{
	proc_remove(folder);
	folder = NULL;
}
