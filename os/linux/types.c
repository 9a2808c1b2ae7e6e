/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types.c - /proc/dtrace/types: the kernel's types in its own format BTF, made when this module was
 * built (make-types.sh), on a kernel that does not offer them itself in /sys/kernel/btf. They are
 * kept as a file of gzip, a quarter of their size, and unpacked for each reader. No file where they
 * are not needed.
 */
#include <linux/fs.h>
#include <linux/proc_fs.h>
#include <linux/zlib.h>

#include "os/linux/linux.h"

asm(".pushsection .rodata, \"a\"\n"
    "linux_types_begin:\n"
    ".incbin \"" DT_TYPES_FILE "\"\n"
    "linux_types_end:\n"
    ".popsection\n");
extern const u8 linux_types_begin[], linux_types_end[];

/* RFC 1952: a head of ten bytes (nothing optional by `gzip -n`), then data, CRC and unpacked size. */
#define GZIP_HEAD 10
#define GZIP_TAIL 8

/* One open of /proc/dtrace/types: its own unpacked copy. */
struct reader {
	size_t size;
	u8 text[];
};

static int types_open(struct inode *inode, struct file *file)
{
	size_t packed = linux_types_end - linux_types_begin - GZIP_HEAD - GZIP_TAIL;
	const u8 *last = linux_types_end;
	struct reader *reader;
	size_t size;

	OPTIMIZER_HIDE_VAR(last); /* it points to the end of something, not to nothing */
	size = last[-1] << 24 | last[-2] << 16 | last[-3] << 8 | last[-4];
	reader = os_alloc(sizeof(*reader) + size);
	if (!reader)
		return -ENOMEM;
	reader->size = size;
	if (zlib_inflate_blob(reader->text, size, linux_types_begin + GZIP_HEAD, packed) != (int)size) {
		os_free(reader);
		return -EIO;
	}
	file->private_data = reader;
	return 0;
}

static int types_release(struct inode *inode, struct file *file)
{
	os_free(file->private_data);
	return 0;
}

static ssize_t types_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	const struct reader *reader = file->private_data;

	return simple_read_from_buffer(to, size, at, reader->text, reader->size);
}

static const struct proc_ops types_ops = {
	.proc_open = types_open,
	.proc_release = types_release,
	.proc_read = types_read,
	.proc_lseek = default_llseek,
};

int linux_types_init(struct proc_dir_entry *folder)
{
	/* as Kbuild decided; a module for a kernel that cannot unpack must not call what is not there */
	if (!IS_BUILTIN(CONFIG_ZLIB_INFLATE) || linux_types_end - linux_types_begin <= GZIP_HEAD + GZIP_TAIL)
		return 0;
	return proc_create("types", 0400, folder, &types_ops) ? 0 : -ENOMEM;
}
