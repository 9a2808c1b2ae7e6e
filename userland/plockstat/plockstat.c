/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* plockstat.c - the command's beginning and end. */
#include "plockstat.h"

int main(int argc, char **argv)
{
	struct options options;
	int status = options_parse(&options, argc, argv);

	if (!status && options.help)
		usage_print(stdout);
	else if (!status)
		status = plockstat_run(&options);
	options_free(&options);
	return status;
}
