/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A long text after #ident. */
#pragma D option quiet

#ident "one" two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen

BEGIN { printf("yes\n"); exit(0); }
