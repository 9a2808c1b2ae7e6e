#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * bitesize - does a program transfer much at once, or little many times?
 *
 *	bitesize [-d seconds] [-j] [program]
 *
 * Shows the distribution of sizes by process and direction when it ends. A disk does many small transfers more
 * slowly than a few large ones.
 *
 * How: io:::start. Cost: some 800 instructions for each transfer. Limits: writes through the page cache are those of the
 * kernel's thread that writes them.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/tool_text/
{
	printf("Watching the disks; Ctrl-C ends.\n");
}

io:::start
/args[0]->b_bcount && ($$1 == "" || execname == $$1)/
{
	@sizes[execname, args[0]->b_flags & B_WRITE ? "write" : "read"] = quantize(args[0]->b_bcount);
}

END
{
	printa("%s, %s, bytes: %@d\n", @sizes);
}
