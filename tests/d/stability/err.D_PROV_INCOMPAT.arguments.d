/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A second definition with other arguments. */
provider mine { probe a(int); };
provider mine { probe a(char *); };
BEGIN { exit(0); }
