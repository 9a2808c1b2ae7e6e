/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... with fewer arguments. */
provider mine { probe a(int, int); };
provider mine { probe a(int); };
BEGIN { exit(0); }
