/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Files of a folder: by their dependencies, not by their names; one whose provider is not there is left out.
 * @@options: -L $(dirname "$file")/lib
 */
#pragma D option quiet

BEGIN { printf("%d %s\n", second, name_of[1]); exit(0); }
