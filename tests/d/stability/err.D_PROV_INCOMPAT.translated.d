/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ... that programs see otherwise. */
provider mine { probe a(char *n) : (string n); };
provider mine { probe a(char *n); };
BEGIN { exit(0); }
