/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A library that was left out is not there. @@options: -L $(dirname "$file")/lib */
#pragma D depends_on library c-unmet.d
BEGIN { exit(0); }
