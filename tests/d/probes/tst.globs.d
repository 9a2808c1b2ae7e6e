/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* * and ? and sets in every field. */
#pragma D option quiet

d*e:::BEGIN { printf("a"); }
dtrac?:::BEGIN { printf("b"); }
dtrace:::BEG* { printf("c"); }
dtrace:::[A-C]EGIN { printf("d"); }
dtrace:::[!X]EGIN { printf("e"); }
*:::BEGI[MN] { printf("f"); }
BEGIN { printf("\n"); exit(0); }
