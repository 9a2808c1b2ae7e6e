/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * shop.c - a program with probes: `shop COUNT [LIBRARY]` sells COUNT times; LIBRARY is loaded after that, and its
 * branch() is called.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "shop.h"

struct basket {
	int eggs;
};

#ifdef BRANCH
int branch(int count)
{
	for (int i = 0; i < count; i++)
		SHOP_LOOK();
	return count;
}
#else
int main(int argc, char **argv)
{
	struct basket basket = { 12 };
	int count = argc > 1 ? atoi(argv[1]) : 1, status = 0;
	char to[16];

	for (int i = 0; i < count; i++) {
		snprintf(to, sizeof(to), "street %d", i);
		SHOP_SELL(i, to, &basket);
		SHOP_HIDE(i);
	}
	SHOP_CLOSE_UP((unsigned short)65535, (int64_t)-1);
	if (argc > 2) {
		void *library = dlopen(argv[2], RTLD_NOW);
		int (*branch)(int) = library ? (int (*)(int))dlsym(library, "branch") : NULL;

		/* whoever traces needs a moment to notice what is new */
		for (int i = 0; branch && i < 100; i++) {
			struct timespec pause = { 0, 20000000 };

			branch(1);
			nanosleep(&pause, NULL);
		}
		status = branch ? 0 : 1;
	}
	return status;
}
#endif
