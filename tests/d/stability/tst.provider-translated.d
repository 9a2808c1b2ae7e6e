/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What programs see of an argument: the same, what fits it, or a translation; found by its name or its place. The translator
 * may stand below.
 */
#pragma D option quiet

struct request;
struct info { int size; };
provider web {
	probe request__start(struct request *r, char *url, int n) : (string url, struct info *r, int64_t n);
	probe request__done(struct request *r) : (struct info, struct info *r);
};
struct request { int length; };
translator struct info < struct request *r > { size = r->length; };
BEGIN { printf("yes\n"); exit(0); }
