/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/kernel.c - the way to the core in the kernel: ioctls on the device, and why it cannot
 * be used when it cannot.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/module.h"

/* The paths on this machine; tests have their own. */
static struct ldt_module_place machine(const struct utsname *name)
{
	return (struct ldt_module_place){
		.modules = "/lib/modules",
		.release = name->release,
		.modprobe = "/sbin/modprobe",
		.lockdown = "/sys/kernel/security/lockdown",
		.group = "/etc/group",
		.user = "/sys/module/dtrace/parameters/user",
		.root = geteuid() == 0,
	};
}

/* The device; where it is not there, after loading the module. -1 with errno. */
static int open_device(struct dtrace_hdl *dtp)
{
	int fd = open(DTRACE_DEVICE, O_RDWR | O_CLOEXEC), error = errno;
	struct ldt_module_place place;
	struct utsname name;

	if (fd != -1 || uname(&name) == -1)
		return fd;
	place = machine(&name);
	dtp->engine_why = dtp->engine_why_text;
	if (error == ENOENT || error == ENXIO || error == ENODEV) {
		if (ldt_module_load(&place, dtp->engine_why_text, sizeof(dtp->engine_why_text))) {
			dtp->engine_why = DTRACE_DEVICE " is not there although the module is loaded (udevadm trigger)";
			return open(DTRACE_DEVICE, O_RDWR | O_CLOEXEC);
		}
	} else if (error == EACCES || error == EPERM) {
		ldt_module_access(&place, dtp->engine_why_text, sizeof(dtp->engine_why_text));
	}
	errno = error;
	return -1;
}

/*
 * The error of an open that failed with @error. Without the module, or without privilege, the host
 * engine may be used instead: open_device() has kept the reason.
 */
static int open_error(int error)
{
	switch (error) {
	case ENOENT:
	case ENXIO:
	case ENODEV:
		return EDT_NODEVICE;
	case EACCES:
	case EPERM:
		return EDT_ACCESS;
	case ENOMEM:
		return EDT_DEVNOMEM;
	case EUSERS:
		return EDT_DEVUSERS;
	case EBUSY:
		return EDT_DEVBUSY;
	case EIO:
		return EDT_DEVBROKEN;
	default:
		return error;
	}
}

/* Whether the module that @fd is open to was built with this library. */
static bool same_version(int fd)
{
	struct dtrace_conf conf;

	memset(&conf, 0, sizeof(conf));
	return ioctl(fd, DTRACEIOC_CONF, &conf) == 0 && conf.abi_version == DTRACE_ABI_VERSION;
}

static int kernel_open(struct dtrace_hdl *dtp, void **instance_ret)
{
	int fd = open_device(dtp);
	int *instance;

	if (fd == -1)
		return open_error(errno);
	if (!same_version(fd)) {
		close(fd);
		return EDT_DEVVERSION;
	}
	instance = malloc(sizeof(*instance));
	if (!instance) {
		close(fd);
		return EDT_NOMEM;
	}
	*instance = fd;
	*instance_ret = instance;
	return 0;
}

static int kernel_ioctl(void *instance, uint32_t command, void *arg)
{
	return ioctl(*(int *)instance, command, arg) == -1 ? -errno : 0;
}

static int kernel_descriptor(void *instance)
{
	return *(int *)instance;
}

static void kernel_close(void *instance)
{
	close(*(int *)instance);
	free(instance);
}

const struct ldt_engine_ops ldt_engine_kernel = {
	.name = "kernel",
	.open = kernel_open,
	.ioctl = kernel_ioctl,
	.descriptor = kernel_descriptor,
	.close = kernel_close,
};
