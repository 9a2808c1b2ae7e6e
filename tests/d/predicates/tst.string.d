/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Strings compared in a predicate. */
#pragma D option quiet

BEGIN /probename == "BEGIN" && probeprov != "fbt"/ { printf("yes\n"); }
BEGIN /strlen(probename) > 5/ { printf("no\n"); }
BEGIN { exit(0); }
