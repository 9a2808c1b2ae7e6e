/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/module.h - the kernel module where it is installed but not loaded: loading it, or what to do next. */
#ifndef LDT_ENGINE_MODULE_H
#define LDT_ENGINE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

/* Where things of the machine are; tests have their own. */
struct ldt_module_place {
	const char *modules;  /* "/lib/modules": a folder for each kernel, with the file modules.dep */
	const char *release;  /* of the running kernel */
	const char *modprobe; /* the program */
	const char *lockdown; /* the file of the kernel's lockdown; it need not be there */
	const char *group;    /* "/etc/group" */
	const char *user;     /* "/sys/module/dtrace/parameters/user": the line is Y when the group may trace */
	bool root;            /* whether this user may load modules */
};

/*
 * ldt_module_load - load dtrace.ko for the running kernel.
 * args:    @why gets one line, at most @size bytes: why it cannot be had, and the next command.
 * return:  true when it is loaded now; otherwise false and *why.
 * context: may wait for a program. Nothing is run when no module is installed, or the user is not root.
 */
bool ldt_module_load(const struct ldt_module_place *place, char *why, size_t size);

/*
 * ldt_module_access - what to do for the privilege to open the device: the same for @why and @size. A machine with
 * the group dtrace lets its members in when the module's parameter `user` says so.
 */
void ldt_module_access(const struct ldt_module_place *place, char *why, size_t size);

#endif
