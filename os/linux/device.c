/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * device.c - /dev/dtrace/dtrace: one open descriptor is one consumer. The open file holds the
 * module, so "in use" means somebody traces. /dev/dtrace/helper: any program registers probes of its own,
 * in its own memory; what it has registered does not depend on the descriptor.
 */
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>

#include "os/linux/linux.h"
#include "core/entry.h"
#include "os/subject.h"

static bool user; /* members of the device's group may trace processes of their own */
module_param(user, bool, 0644);
MODULE_PARM_DESC(user, "1: members of the group of /dev/dtrace/dtrace may trace processes of their own (default 0)");

/*
 * Whether the administrator has given the node to a group (udev rule) that the caller is in. Only
 * the system's own /dev counts: a container can make a node for itself and give it to anybody.
 */
static bool node_admits(const struct inode *inode)
{
	return strcmp(inode->i_sb->s_type->name, "devtmpfs") == 0 && !gid_eq(inode->i_gid, GLOBAL_ROOT_GID) &&
	       in_egroup_p(inode->i_gid);
}

/* The rights of who opens the device (docs/rights.md); 0: none. Capabilities count in the initial namespace only. */
static uint32_t rights_of(const struct inode *inode)
{
	if (capable(CAP_SYS_ADMIN) || (capable(CAP_PERFMON) && capable(CAP_SYS_PTRACE)))
		return OS_RIGHTS_ALL;
	if (!READ_ONCE(user) || !node_admits(inode))
		return 0;
	return capable(CAP_SYS_PTRACE) ? OS_RIGHT_OWN | OS_RIGHT_OTHERS : OS_RIGHT_OWN;
}

static int device_open(struct inode *inode, struct file *file)
{
	uint32_t rights = rights_of(inode);
	struct dt_state *state;
	int error;

	if (rights == 0)
		return -EACCES;
	error = dt_state_open(&state);
	if (error)
		return error;
	error = dt_state_limit(state, rights);
	if (error) {
		dt_state_close(state);
		return error;
	}
	file->private_data = state;
	linux_functions_use();
	return nonseekable_open(inode, file);
}

static int device_release(struct inode *inode, struct file *file)
{
	dt_state_close(file->private_data);
	linux_functions_unuse();
	return 0;
}

static long device_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	return dt_state_ioctl(file->private_data, command, arg);
}

static __poll_t device_poll(struct file *file, poll_table *table)
{
	struct os_event *news = dt_state_news(file->private_data);

	return news && linux_event_poll(news, file, table) ? EPOLLIN | EPOLLRDNORM : 0;
}

#ifdef CONFIG_COMPAT
static long device_compat_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	return dt_state_ioctl(file->private_data, command, (unsigned long)compat_ptr(arg));
}
#else
#define device_compat_ioctl NULL
#endif

static const struct file_operations device_ops = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.poll = device_poll,
	.unlocked_ioctl = device_ioctl,
	.compat_ioctl = device_compat_ioctl,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "dtrace",
	.nodename = "dtrace/dtrace",
	.fops = &device_ops,
	.mode = 0666, /* open() decides who may trace, because it can return the reason */
};

/* ---- programs that register ------------------------------------------------------------------- */

static int helper_open(struct inode *inode, struct file *file)
{
	return nonseekable_open(inode, file);
}

static long helper_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	return dt_helper_ioctl(command, arg);
}

#ifdef CONFIG_COMPAT
/* A generation is no address: for both, 32 bits without a sign. */
static long helper_compat_ioctl(struct file *file, unsigned int command, unsigned long arg)
{
	return dt_helper_ioctl(command, (unsigned long)compat_ptr(arg));
}
#else
#define helper_compat_ioctl NULL
#endif

static const struct file_operations helper_ops = {
	.owner = THIS_MODULE,
	.open = helper_open,
	.unlocked_ioctl = helper_ioctl,
	.compat_ioctl = helper_compat_ioctl,
};

static struct miscdevice helper = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "dtrace-helper",
	.nodename = "dtrace/helper",
	.fops = &helper_ops,
	.mode = 0666, /* it acts on the caller's own memory only */
};

/* ---- both ------------------------------------------------------------------------------------- */

int linux_device_init(void)
{
	int error = misc_register(&device);

	if (error)
		return error;
	error = misc_register(&helper);
	if (error)
		misc_deregister(&device);
	return error;
}

void linux_device_fini(void)
{
	misc_deregister(&helper);
	misc_deregister(&device);
}
