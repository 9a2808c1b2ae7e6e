/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* main.c - the command's beginning and end. */
#include "export.h"

int main(int argc, char **argv)
{
	struct options options;
	int status = options_parse(&options, argc, argv);

	if (!status && options.help)
		usage_print(stdout);
	else if (!status && options.version)
		printf("dtrace-export (anytrace) %s\n", ANYTRACE_VERSION);
	else if (!status)
		status = export_run(&options);
	options_free(&options);
	return status;
}
