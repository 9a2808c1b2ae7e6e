/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An argument that programs see is made of none. */
provider mine { probe a(int n) : (int n, int m); };
BEGIN { exit(0); }
