/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No translator from what the probe has to what programs see. */
struct request { int length; };
struct info { int size; };
provider mine { probe a(struct request *r) : (struct info *r); };
BEGIN { exit(0); }
