// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A module for the tests: /proc/textdump reads like a file that holds the kernel's memory from
 * `start`, `length` bytes long (both are module parameters and can be changed while it is loaded).
 * It lets a test compare kernel text byte for byte without asking dtrace.ko. Memory that cannot be
 * read comes back as zeros.
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

static unsigned long start;
module_param(start, ulong, 0600);

static unsigned long length;
module_param(length, ulong, 0600);

static char page_of_text[PAGE_SIZE];

static ssize_t textdump_read(struct file *file, char __user *to, size_t size, loff_t *offset)
{
	size_t part = min_t(size_t, size, PAGE_SIZE);

	if (*offset < 0 || *offset >= length)
		return 0;
	part = min_t(size_t, part, length - (unsigned long)*offset);
	if (copy_from_kernel_nofault(page_of_text, (void *)(start + (unsigned long)*offset), part))
		memset(page_of_text, 0, part);
	if (copy_to_user(to, page_of_text, part))
		return -EFAULT;
	*offset += part;
	return part;
}

static const struct proc_ops textdump_ops = {
	.proc_read = textdump_read,
	.proc_lseek = default_llseek,
};

static int __init textdump_init(void)
{
	return proc_create("textdump", 0400, NULL, &textdump_ops) ? 0 : -ENOMEM;
}

static void __exit textdump_exit(void)
{
	remove_proc_entry("textdump", NULL);
}

module_init(textdump_init);
module_exit(textdump_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("reads kernel memory for the tests of anytrace");
