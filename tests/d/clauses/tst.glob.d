/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Globs in descriptions. */
#pragma D option quiet

dtrace:::BEG*, dtr?ce:::E[MN]D { printf("%s\n", probename); }
BEGIN { exit(0); }
