/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* lockstat.c - the command's beginning and end. */
#include "lockstat.h"

int main(int argc, char **argv)
{
	struct options options;
	int status = options_parse(&options, argc, argv);

	if (!status && options.help)
		usage_print(stdout);
	else if (!status)
		status = lockstat_run(&options);
	options_free(&options);
	return status;
}
