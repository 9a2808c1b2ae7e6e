/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* modules.c - there is no kernel here, and no module of one. */
#include "os/host/host.h"
#include "os/os.h"

static void (*module_coming)(const char *module);
static void (*module_going)(const char *module);

/* No module comes or goes, except in tests. */
int os_module_watch(void (*coming)(const char *module), void (*going)(const char *module))
{
	module_coming = coming;
	module_going = going;
	return 0;
}

void os_host_module(const char *module, bool coming)
{
	void (*fn)(const char *module) = coming ? module_coming : module_going;

	if (fn != NULL)
		fn(module);
}

int os_module_get(void)
{
	return 0;
}

void os_module_put(void)
{
}
