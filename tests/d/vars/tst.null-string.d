/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string that was never set, or was set to 0, equals NULL as it equals "": scripts ask whether self->path != NULL. */
#pragma D option quiet

string g;
self string s;
string a[string];

BEGIN { printf("%d %d %d\n", g == NULL, self->s == NULL, a["k"] == NULL); a["x"] = "y"; }
BEGIN /self->s != NULL/ { printf("set too early\n"); }
BEGIN { g = "g"; self->s = "path"; a["k"] = "v"; }
BEGIN /self->s != NULL && g != NULL && NULL != a["k"]/ { printf("set\n"); }
BEGIN { g = NULL; self->s = 0; a["k"] = 0; }
BEGIN /self->s == NULL && g == NULL && NULL == a["k"]/ { printf("unset\n"); }
BEGIN { printf("%d %d\n", strstr("abc", "x") == NULL, strstr("abc", "b") != NULL); exit(0); }
