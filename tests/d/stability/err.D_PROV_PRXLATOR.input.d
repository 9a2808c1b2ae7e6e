/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There is one from another type. */
struct request { int length; };
struct info { int size; };
translator struct info < int n > { size = n; };
provider mine { probe a(struct request *r) : (struct info *r); };
BEGIN { exit(0); }
